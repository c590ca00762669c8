package org.evenkeel.cli;

import org.evenkeel.lab.config.WholeNumberText;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/// Makes a command line read whole numbers with [WholeNumberText].
final class WholeNumbers {
  private WholeNumbers() {}

  /// Registers the converters.
  static CommandLine register(CommandLine commandLine) {
    return commandLine
        .registerConverter(long.class, WholeNumbers::readLong)
        .registerConverter(Long.class, WholeNumbers::readLong)
        .registerConverter(int.class, WholeNumbers::readInt)
        .registerConverter(Integer.class, WholeNumbers::readInt);
  }

  private static long readLong(String text) {
    return read(text, Long.MIN_VALUE, Long.MAX_VALUE);
  }

  private static int readInt(String text) {
    return (int) read(text, Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  private static long read(String text, long least, long most) {
    try {
      return WholeNumberText.read(text, least, most);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }
}
