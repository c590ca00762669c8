package org.evenkeel.lab.watch;

import org.evenkeel.core.env.HasScreen;

/// A copy of the image that an environment shows to people. It uses one byte per pixel, since an episode has thousands
/// of images.
public final class Screenshot {
  private final int width;
  private final int height;
  private final byte[] hues;
  private final Palette palette;

  private Screenshot(int width, int height, byte[] hues, Palette palette) {
    this.width = width;
    this.height = height;
    this.hues = hues;
    this.palette = palette;
  }

  /// Copies the current image.
  ///
  /// @param palette the palette to which its colours are added
  static Screenshot of(HasScreen shown, Palette palette) {
    int[] rgb = new int[shown.screenHeight() * shown.screenWidth()];
    shown.screen(rgb);
    byte[] hues = new byte[rgb.length];
    int last = -1;
    byte hue = 0;
    for (int i = 0; i < rgb.length; i++) {
      int colour = rgb[i] & 0xffffff;
      // Neighbouring pixels are mostly equal.
      hue = colour == last ? hue : palette.hue(colour);
      last = colour;
      hues[i] = hue;
    }
    return new Screenshot(shown.screenWidth(), shown.screenHeight(), hues, palette);
  }

  /// Returns the number of columns.
  public int width() {
    return width;
  }

  /// Returns the number of rows.
  public int height() {
    return height;
  }

  /// Returns a pixel as 0xRRGGBB.
  public int rgb(int x, int y) {
    return palette.rgb(hue(x, y));
  }

  byte hue(int x, int y) {
    return hues[y * width + x];
  }

  Palette palette() {
    return palette;
  }

  /// Returns the mean colour of the part of the image that becomes one of `columns` x `rows` points.
  int mean(int column, int row, int columns, int rows) {
    int left = column * width / columns;
    int right = Math.max(left + 1, (column + 1) * width / columns);
    int top = row * height / rows;
    int bottom = Math.max(top + 1, (row + 1) * height / rows);
    int red = 0;
    int green = 0;
    int blue = 0;
    for (int y = top; y < bottom; y++) {
      for (int x = left; x < right; x++) {
        int rgb = rgb(x, y);
        red += rgb >> 16;
        green += rgb >> 8 & 0xff;
        blue += rgb & 0xff;
      }
    }
    int count = (right - left) * (bottom - top);
    return ((red / count) << 16) | ((green / count) << 8) | (blue / count);
  }
}
