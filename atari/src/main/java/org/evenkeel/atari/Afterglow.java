package org.evenkeel.atari;

import java.util.Arrays;

/// The emulator's colour averaging: what is seen of two colours that a television's tube shows one after the other.
///
/// Each part of the colour is mixed, the last two bits are dropped, and the nearest of the palette's colours is
/// taken, the first one of several. Equal to the emulator's own in all games, in every pixel, but for three. In
/// Air Raid the emulator leaves colours of odd numbers undefined. In 3-D Tic-Tac-Toe it sometimes goes on with a
/// frame it has not finished, and in Tetris it starts with one: it then averages with the frame before that.
final class Afterglow {
  /// How much of the difference of two colours remains, in percent: the emulator's constant.
  private static final int PERCENT = 77;

  private static final short UNKNOWN = -1;

  private final int[] rgb;

  /// The number of the nearest colour, for six bits of each part: most mixtures come up many times.
  private final short[] nearest = new short[1 << 18];

  /// @param rgb 0xRRGGBB of each number
  Afterglow(int[] rgb) {
    this.rgb = rgb;
    Arrays.fill(nearest, UNKNOWN);
  }

  /// The number of the colour that is seen of two numbers.
  int of(int a, int b) {
    int red = mix(rgb[a] >> 16, rgb[b] >> 16);
    int green = mix(rgb[a] >> 8, rgb[b] >> 8);
    int blue = mix(rgb[a], rgb[b]);
    int key = ((red >> 2) << 12) | ((green >> 2) << 6) | (blue >> 2);
    if (nearest[key] == UNKNOWN) {
      nearest[key] = (short) search(red & ~3, green & ~3, blue & ~3);
    }
    return nearest[key];
  }

  private static int mix(int a, int b) {
    int low = Math.min(a & 0xFF, b & 0xFF);
    return (Math.max(a & 0xFF, b & 0xFF) - low) * PERCENT / 100 + low;
  }

  /// Only even numbers are looked at, as the emulator does.
  private int search(int red, int green, int blue) {
    int best = 0;
    int least = Integer.MAX_VALUE;
    for (int number = 0; number < rgb.length; number += 2) {
      int distance =
          Math.abs(((rgb[number] >> 16) & 0xFF) - red)
              + Math.abs(((rgb[number] >> 8) & 0xFF) - green)
              + Math.abs((rgb[number] & 0xFF) - blue);
      if (distance < least) {
        least = distance;
        best = number;
      }
    }
    return best;
  }
}
