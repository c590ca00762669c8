package org.evenkeel.lab.watch;

import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.util.Arrays;

/// An image in the colours of a [Palette], drawn only with rectangles and letters, so that every pixel is the same on
/// all machines.
final class Canvas {
  private final int width;
  private final int height;
  private final byte[] pixels;
  private final Palette palette;

  Canvas(int width, int height, Palette palette) {
    this.palette = palette;
    this.width = width;
    this.height = height;
    this.pixels = new byte[width * height];
    Arrays.fill(pixels, Hues.GROUND);
  }

  int width() {
    return width;
  }

  int height() {
    return height;
  }

  byte at(int x, int y) {
    return pixels[y * width + x];
  }

  /// Returns red, green and blue of a pixel.
  int rgb(int x, int y) {
    return palette.rgb(at(x, y));
  }

  /// Sets a pixel, which must be inside the image.
  void set(int x, int y, byte hue) {
    pixels[y * width + x] = hue;
  }

  /// Fills a rectangle, clipped to the image.
  void fill(int x, int y, int w, int h, byte hue) {
    int from = Math.clamp(x, 0, width);
    int to = Math.clamp(x + w, from, width);
    for (int row = Math.max(0, y); row < Math.min(height, y + h); row++) {
      Arrays.fill(pixels, row * width + from, row * width + to, hue);
    }
  }

  /// Writes a text with its upper left corner at (x, y), each point of a letter `scale` pixels.
  void text(String text, int x, int y, int scale, byte hue) {
    Letters.draw(text, (px, py) -> fill(x + px * scale, y + py * scale, scale, scale, hue));
  }

  /// Writes a text that ends at `right`.
  void textTo(String text, int right, int y, int scale, byte hue) {
    text(text, right - Letters.width(text) * scale, y, scale, hue);
  }

  /// Draws another image at (x, y).
  void put(Canvas other, int x, int y) {
    for (int row = 0; row < other.height; row++) {
      System.arraycopy(other.pixels, row * other.width, pixels, (y + row) * width + x, other.width);
    }
  }

  /// Returns the image in the form that is written to files.
  BufferedImage image() {
    BufferedImage image =
        new BufferedImage(width, height, BufferedImage.TYPE_BYTE_INDEXED, palette.model());
    byte[] data = ((DataBufferByte) image.getRaster().getDataBuffer()).getData();
    System.arraycopy(pixels, 0, data, 0, pixels.length);
    return image;
  }

  /// Returns the rectangle in which it differs from another image of its size: x, y, width, height; one pixel if they
  /// are equal.
  int[] difference(Canvas other) {
    int left = width;
    int top = height;
    int right = 0;
    int bottom = 0;
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        if (at(x, y) != other.at(x, y)) {
          left = Math.min(left, x);
          right = Math.max(right, x + 1);
          top = Math.min(top, y);
          bottom = y + 1;
        }
      }
    }
    return left >= right
        ? new int[] {0, 0, 1, 1}
        : new int[] {left, top, right - left, bottom - top};
  }

  /// Returns a part of the image in which pixels equal to those in `before` are [Hues#KEEP].
  Canvas change(Canvas before, int[] part) {
    Canvas change = new Canvas(part[2], part[3], palette);
    for (int y = 0; y < part[3]; y++) {
      for (int x = 0; x < part[2]; x++) {
        byte now = at(part[0] + x, part[1] + y);
        change.pixels[y * part[2] + x] =
            now == before.at(part[0] + x, part[1] + y) ? Hues.KEEP : now;
      }
    }
    return change;
  }
}
