package org.evenkeel.atari;

/// One way to make 84 x 84 pixels of a screen, in two halves, so that what has not changed since the last time
/// need not be done again: first each row of the screen becomes narrower, then rows are combined. Both are
/// functions of the screen alone.
sealed interface Resizing permits AreaResizing, LinearResizing, TorchResizing {
  /// Takes up a row of the screen.
  ///
  /// @param row which one
  /// @param older the frame before the newest, all of it
  /// @param newer the newest frame, all of it
  void narrow(int row, byte[] older, byte[] newer);

  /// Writes a row of the result.
  ///
  /// @param row 0 to 83
  /// @param image 84 x 84 pixels
  void combine(int row, byte[] image);

  /// The first row of the screen that a row of the result depends on.
  int first(int row);

  /// The last one.
  int last(int row);
}
