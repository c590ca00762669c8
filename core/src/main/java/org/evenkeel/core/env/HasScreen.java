package org.evenkeel.core.env;

/// An [Environment] with a colour picture for people to watch, separate from the agent's observations.
public interface HasScreen extends Environment {
  /// Returns the number of rows in the picture.
  int screenHeight();

  /// Returns the number of columns in the picture.
  int screenWidth();

  /// Writes the current picture, row by row, each pixel as 0xRRGGBB.
  ///
  /// @param rgb `screenHeight() * screenWidth()` pixels
  void screen(int[] rgb);
}
