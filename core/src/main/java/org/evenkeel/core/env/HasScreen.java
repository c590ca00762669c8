package org.evenkeel.core.env;

/// An [Environment] with a colour picture for people to watch, apart from what the agent observes.
public interface HasScreen extends Environment {
  /// Rows of the picture.
  int screenHeight();

  /// Columns of the picture.
  int screenWidth();

  /// Writes the current picture, row by row, each pixel as 0xRRGGBB.
  ///
  /// @param rgb `screenHeight() * screenWidth()` pixels
  void screen(int[] rgb);
}
