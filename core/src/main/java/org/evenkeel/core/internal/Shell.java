package org.evenkeel.core.internal;

import java.util.regex.Pattern;

/// Formats commands for messages, so that they can be run as printed.
public final class Shell {
  /// The system property that holds the name of the launcher as the user typed it.
  static final String TYPED = "evenkeel.command";

  private static final String NAME = "evenkeel";

  private static final Pattern PLAIN =
      Pattern.compile("[A-Za-z0-9_+=:,./@%-][A-Za-z0-9_+=:,./@%~-]*");

  private Shell() {}

  /// Returns the name under which this program was started: `./evenkeel`, or the name that the user typed.
  public static String program() {
    String typed = System.getProperty(TYPED, NAME);
    // Help texts are format strings: a name with characters that are special there, or that move
    // the cursor, is not used.
    boolean strange =
        typed.isBlank()
            || typed.codePoints().anyMatch(c -> c < ' ' || c == '%' || c == '$' || c == '@');
    return strange ? NAME : quote(typed);
  }

  /// Returns a command of this program with its arguments, quoted if necessary.
  public static String command(Object... arguments) {
    StringBuilder command = new StringBuilder(program());
    for (Object argument : arguments) {
      command.append(' ').append(quote(argument.toString()));
    }
    return command.toString();
  }

  /// Quotes a word for a POSIX shell: unchanged if safe, otherwise in single quotes, or with control characters written
  /// as `$'...'`, so that none reaches the terminal.
  public static String quote(String word) {
    if (PLAIN.matcher(word).matches()) {
      return word;
    }
    String safe = Outside.escaped(word);
    return safe.equals(word)
        ? "'" + word.replace("'", "'\\''") + "'"
        : "$'" + Outside.escaped(word.replace("\\", "\\\\").replace("'", "\\'")) + "'";
  }
}
