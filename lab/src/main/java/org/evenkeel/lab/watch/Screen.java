package org.evenkeel.lab.watch;

import org.evenkeel.core.internal.Checks;

/// The capabilities of a terminal.
///
/// @param columns its width
/// @param rows its height
/// @param colours its colours
/// @param blocks whether it shows characters beyond ASCII, such as blocks and dots
public record Screen(int columns, int rows, Colours colours, boolean blocks) {
  /// Checks the sizes.
  public Screen {
    Checks.atLeast("columns", 1, columns);
    Checks.atLeast("rows", 1, rows);
  }

  /// The colours of a terminal.
  public enum Colours {
    /// None; letters are used instead.
    NONE,
    /// The 256 colours of most terminals.
    TABLE,
    /// Any combination of red, green and blue.
    ALL
  }
}
