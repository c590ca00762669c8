package org.evenkeel.atari;

import org.evenkeel.core.internal.Checks;

/// The colours of a television, and the combination of two successive frames.
///
/// A frame consists of the colour numbers of its pixels. The combination of a pixel in two frames is therefore a function
/// of two bytes: a table of 65,536 entries that is computed once (see [#index]). This makes the emulator's own colour
/// averaging unnecessary, which takes longer than the emulation: about 70 us per frame.
final class Palette {
  /// The number of colour numbers. Only the even ones are distinct colours; few games use odd ones.
  static final int NUMBERS = 256;

  private final int[] rgb;
  private final byte[] gray;

  /// @param rgb 0xRRGGBB of each number
  /// @param gray the brightness of each number, 0 to 255, as an unsigned byte
  Palette(int[] rgb, byte[] gray) {
    Checks.length("rgb", NUMBERS, rgb.length);
    Checks.length("gray", NUMBERS, gray.length);
    this.rgb = rgb.clone();
    this.gray = gray.clone();
  }

  /// Returns 0xRRGGBB of a pixel.
  int rgb(byte number) {
    return rgb[number & 0xFF];
  }

  /// Returns the index of the entry for two colour numbers.
  static int index(byte older, byte newer) {
    return ((older & 0xFF) << 8) | (newer & 0xFF);
  }

  /// Returns the brightness of two combined frames, 0 to 255, as unsigned bytes.
  byte[] grays(AtariOptions.Pool pool) {
    byte[] grays = new byte[NUMBERS * NUMBERS];
    Afterglow afterglow = new Afterglow(rgb);
    for (int older = 0; older < NUMBERS; older++) {
      for (int newer = 0; newer < NUMBERS; newer++) {
        grays[index((byte) older, (byte) newer)] =
            switch (pool) {
              case MAX -> (byte) Math.max(gray[older] & 0xFF, gray[newer] & 0xFF);
              case AVERAGE -> gray[afterglow.of(older, newer)];
              case LAST -> gray[newer];
            };
      }
    }
    return grays;
  }

  /// Returns the luminance of two combined frames, 0 to 1, as in the Lua code of the Nature paper: pooled in each
  /// colour, `v / 255` in single precision, then `image.rgb2y` in double precision.
  float[] luminances(AtariOptions.Pool pool) {
    float[] luminances = new float[NUMBERS * NUMBERS];
    Afterglow afterglow = new Afterglow(rgb);
    for (int older = 0; older < NUMBERS; older++) {
      for (int newer = 0; newer < NUMBERS; newer++) {
        int colour =
            switch (pool) {
              case MAX -> brightest(rgb[older], rgb[newer]);
              case AVERAGE -> rgb[afterglow.of(older, newer)];
              case LAST -> rgb[newer];
            };
        luminances[index((byte) older, (byte) newer)] = luminance(colour);
      }
    }
    return luminances;
  }

  private static float luminance(int colour) {
    double red = ((colour >> 16) & 0xFF) / 255f;
    double green = ((colour >> 8) & 0xFF) / 255f;
    double blue = (colour & 0xFF) / 255f;
    return (float) (0.299 * red + 0.587 * green + 0.114 * blue);
  }

  private static int brightest(int a, int b) {
    return Math.max(a & 0xFF0000, b & 0xFF0000)
        | Math.max(a & 0xFF00, b & 0xFF00)
        | Math.max(a & 0xFF, b & 0xFF);
  }
}
