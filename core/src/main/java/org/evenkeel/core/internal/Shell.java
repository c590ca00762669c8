package org.evenkeel.core.internal;

import java.util.regex.Pattern;

/// Commands as a message prints them: they run as they are printed.
public final class Shell {
  /// What the launcher says it was started as.
  static final String TYPED = "evenkeel.command";

  private static final String NAME = "evenkeel";

  private static final Pattern PLAIN =
      Pattern.compile("[A-Za-z0-9_+=:,./@%-][A-Za-z0-9_+=:,./@%~-]*");

  private Shell() {}

  /// How this program was started: `./evenkeel`, or what else the user typed.
  public static String program() {
    String typed = System.getProperty(TYPED, NAME);
    // Help texts are formats: signs that mean something there, or move the cursor, are not worth
    // it.
    boolean strange =
        typed.isBlank()
            || typed.codePoints().anyMatch(c -> c < ' ' || c == '%' || c == '$' || c == '@');
    return strange ? NAME : quote(typed);
  }

  /// A command of this program with its arguments, each quoted where it must be.
  public static String command(Object... arguments) {
    StringBuilder command = new StringBuilder(program());
    for (Object argument : arguments) {
      command.append(' ').append(quote(argument.toString()));
    }
    return command.toString();
  }

  /// A word for a POSIX shell: as it is, or in single quotes; with control characters as `$'...'` writes them, so that
  /// none reaches the terminal.
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
