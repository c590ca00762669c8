package org.evenkeel.lab.watch;

import org.evenkeel.core.internal.Checks;

/// What a terminal can show.
///
/// @param columns how wide it is
/// @param rows how high it is
/// @param colours which colours it has
/// @param blocks whether it shows characters beyond ASCII, as blocks and dots
public record Screen(int columns, int rows, Colours colours, boolean blocks) {
  /// Checks the sizes.
  public Screen {
    Checks.atLeast("columns", 1, columns);
    Checks.atLeast("rows", 1, rows);
  }

  /// Colours of a terminal.
  public enum Colours {
    /// Letters stand for them.
    NONE,
    /// The 256 of most terminals.
    TABLE,
    /// Any red, green and blue.
    ALL
  }
}
