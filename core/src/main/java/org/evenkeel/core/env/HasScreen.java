package org.evenkeel.core.env;

/// An [Environment] that can show more to people than it shows to an agent: a picture in colour.
public interface HasScreen {
  /// How many rows the picture has.
  int screenHeight();

  /// How many columns the picture has.
  int screenWidth();

  /// Writes the picture as it is now, row by row, each pixel as 0xRRGGBB.
  ///
  /// @param rgb of `screenHeight() * screenWidth()` pixels
  void screen(int[] rgb);
}
