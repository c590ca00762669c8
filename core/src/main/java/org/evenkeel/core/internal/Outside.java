package org.evenkeel.core.internal;

import java.nio.file.Path;
import java.util.Locale;

/// Prepares text from outside (arguments, files, class names) for messages. Control characters and invisible
/// directional marks are escaped, since they could clear a terminal or forge a line, and long text is shortened.
public final class Outside {
  /// The largest number of characters in a message: enough for any message of the library with two long paths.
  private static final int LONGEST_SENTENCE = 2_000;

  /// The largest number of characters in a value that a message quotes in full.
  private static final int LONGEST_VALUE = 80;

  private Outside() {}

  /// Prepares a value that a message quotes.
  public static String value(String text) {
    return escaped(shortened(text, LONGEST_VALUE));
  }

  /// Prepares a complete message, including the values it quotes.
  public static String sentence(String text) {
    return escaped(shortened(text, LONGEST_SENTENCE));
  }

  /// Prepares the name of a file or folder, which is never shortened.
  public static String path(Path path) {
    return escaped(path.toString());
  }

  private static String shortened(String text, int longest) {
    return text.length() <= longest
        ? text
        : text.substring(0, longest) + "... (" + text.length() + " characters)";
  }

  static String escaped(String text) {
    StringBuilder escaped = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '\n' -> escaped.append("\\n");
        case '\r' -> escaped.append("\\r");
        case '\t' -> escaped.append("\\t");
        default -> {
          if (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT) {
            escaped.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
          } else {
            escaped.append(c);
          }
        }
      }
    }
    return escaped.toString();
  }
}
