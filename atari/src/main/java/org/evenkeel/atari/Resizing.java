package org.evenkeel.atari;

/// A way to scale a screen to 84 x 84 pixels. It has two phases, so that rows that have not changed need not be processed
/// again: first each row of the screen is narrowed, then rows are combined. Both depend on the screen alone.
sealed interface Resizing permits AreaResizing, LinearResizing, TorchResizing {
  /// Narrows a row of the screen.
  ///
  /// @param row the row
  /// @param older the complete frame before the newest
  /// @param newer the complete newest frame
  void narrow(int row, byte[] older, byte[] newer);

  /// Writes a row of the result.
  ///
  /// @param row 0 to 83
  /// @param image 84 x 84 pixels
  void combine(int row, byte[] image);

  /// Returns the first row of the screen that a row of the result depends on.
  int first(int row);

  /// Returns the last row of the screen that a row of the result depends on.
  int last(int row);
}
