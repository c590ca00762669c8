package org.evenkeel.atari;

import java.util.Arrays;

/// The emulator's colour averaging, which combines two colours that a television's tube shows in succession.
///
/// Each component of the colour is mixed, the last two bits are dropped, and the nearest colour of the palette is
/// chosen, the first one of several. The result equals the emulator's own in every pixel of all games except three. In
/// Air Raid the emulator leaves colours of odd numbers undefined. In 3-D Tic-Tac-Toe it sometimes continues with an
/// unfinished frame, and in Tetris it starts with one; it then averages with the frame before that.
final class Afterglow {
  /// The share of the difference between two colours that remains, in percent: the emulator's constant.
  private static final int PERCENT = 77;

  private static final short UNKNOWN = -1;

  private final int[] rgb;

  /// A cache of the number of the nearest colour, by six bits of each component, since most mixtures occur many times.
  private final short[] nearest = new short[1 << 18];

  /// @param rgb 0xRRGGBB of each number
  Afterglow(int[] rgb) {
    this.rgb = rgb;
    Arrays.fill(nearest, UNKNOWN);
  }

  /// Returns the number of the colour that results from two numbers.
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

  /// Returns the nearest colour. Like the emulator, it considers even numbers only.
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
