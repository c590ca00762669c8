package org.evenkeel.cli;

import java.io.Console;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// Detects whether output goes to a terminal, and determines the size of its window.
final class Terminal {
  /// The system property in which the launcher names the streams that are terminals: `1` standard output, `2` standard
  /// error, `12` both. Java itself only knows whether input and output both are.
  static final String STREAMS = "evenkeel.terminals";

  /// The start of a line that is drawn over the previous one. If the window has become narrower, the terminal cuts the
  /// line off instead of wrapping it, since a wrapped line cannot be drawn over.
  private static final String BEGIN = "\r\u001b[K\u001b[?7l";

  private static final String END = "\u001b[?7h";

  /// The control sequence that erases the line drawn last.
  static final String ERASE = "\r\u001b[K";

  private static final File DEVICE = new File("/dev/tty");

  private Terminal() {}

  /// Returns a line that can be drawn over, cut to the width of the window.
  static String line(String text) {
    return BEGIN + text.substring(0, Math.min(text.length(), Width.COLUMNS - 1)) + END;
  }

  /// Whether the window is too narrow for a bar next to the numbers.
  static boolean isNarrow() {
    return Width.COLUMNS < 60;
  }

  /// The width, determined once, when the first line is drawn.
  private static final class Width {
    static final int COLUMNS = size()[1];
  }

  /// Whether standard output can be drawn on.
  static boolean out() {
    return isTerminal("1");
  }

  /// Whether the error stream can be drawn on.
  static boolean err() {
    return isTerminal("2");
  }

  @SuppressWarnings("SystemConsoleNull") // it is null with -Djdk.console=java.base and no terminal
  private static boolean isTerminal(String stream) {
    if ("dumb".equals(System.getenv("TERM"))) {
      return false;
    }
    String streams = System.getProperty(STREAMS);
    if (streams != null) {
      return streams.contains(stream);
    }
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  /// Returns the rows and columns of the terminal, from `stty`, otherwise from LINES and COLUMNS, otherwise 24 x 80.
  static int[] size() {
    int[] size = {number("LINES", 24), number("COLUMNS", 80)};
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(DEVICE)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String[] said =
          new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
              .strip()
              .split(" ", -1);
      if (said.length == 2) {
        int rows = Integer.parseInt(said[0]);
        int columns = Integer.parseInt(said[1]);
        return rows > 0 && columns > 0 ? new int[] {rows, columns} : size;
      }
    } catch (IOException | NumberFormatException e) {
      return size; // no stty, as on Windows, or no terminal
    }
    return size;
  }

  private static int number(String variable, int otherwise) {
    String value = System.getenv(variable);
    return value != null && value.matches("[1-9][0-9]{0,4}") ? Integer.parseInt(value) : otherwise;
  }
}
