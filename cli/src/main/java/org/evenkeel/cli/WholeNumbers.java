package org.evenkeel.cli;

import java.math.BigDecimal;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/// Whole numbers as people type them: `1000000`, `1_000_000` and `1e6` are one number, as in configuration files.
final class WholeNumbers {
  private static final Pattern FORM =
      Pattern.compile("[-+]?\\d[\\d_]{0,39}(\\.\\d{0,40})?([eE][+]?\\d{1,2})?");

  private WholeNumbers() {}

  /// Makes a command line read its options so.
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
    if (!FORM.matcher(text).matches()) {
      throw new TypeConversionException("must be a whole number, was '" + text + "'");
    }
    BigDecimal value = new BigDecimal(text.replace("_", ""));
    if (value.stripTrailingZeros().scale() > 0) {
      throw new TypeConversionException("must be a whole number, was '" + text + "'");
    }
    if (value.compareTo(BigDecimal.valueOf(least)) < 0
        || value.compareTo(BigDecimal.valueOf(most)) > 0) {
      throw new TypeConversionException(
          "must be a whole number from %d to %d, was '%s'".formatted(least, most, text));
    }
    return value.longValueExact();
  }
}
