package org.evenkeel.lab.watch;

import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.util.Arrays;

/// The colours of images: one table for all of them, so that a GIF needs no other.
///
/// Channels have the hues of Okabe and Ito, with three more, ordered so that the first ones differ most. They differ in
/// lightness as well, so that they can be distinguished with any kind of colour vision.
final class Hues {
  /// The colour of pixels that are not drawn: the previous pixel stays.
  static final byte KEEP = 0;

  static final byte GROUND = 1;
  static final byte BLANK = 2;
  static final byte LINE = 3;
  static final byte TEXT = 4;
  static final byte MUTED = 5;
  static final byte BAR = 6;
  static final byte CHOSEN = 7;
  static final byte DOT = 8;
  static final byte GAIN = 9;
  static final byte LOSS = 10;

  private static final int CHANNELS_FROM = 16;

  /// The index from which the table has grays or, in a [Palette] of an environment, the colours of its screen.
  static final int GRAYS_FROM = 64;

  /// The number of grays: as many as can be distinguished, and as fit the table.
  private static final int GRAYS = 64;

  private static final int[] CHANNELS = {
    0x56b4e9, 0xf0e442, 0x8a8f98, 0xd55e00, 0x00a67a, 0xf7a8cf, 0xffffff, 0x3a6fe0, 0xe69f00,
    0x9a5fb5
  };

  private static final int[] TABLE = table();

  private Hues() {}

  private static int[] table() {
    int[] table = new int[128];
    table[GROUND] = 0x15181d;
    table[BLANK] = 0x20252c;
    table[LINE] = 0x3a424d;
    table[TEXT] = 0xe6e8eb;
    table[MUTED] = 0xa3abb5;
    table[BAR] = 0x4a6a8a;
    table[CHOSEN] = 0x4fa8ee;
    table[DOT] = 0xf2b84b;
    table[GAIN] = 0x35c497;
    table[LOSS] = 0xf28a4a;
    System.arraycopy(CHANNELS, 0, table, CHANNELS_FROM, CHANNELS.length);
    for (int i = 0; i < GRAYS; i++) {
      int gray = i * 255 / (GRAYS - 1);
      table[GRAYS_FROM + i] = gray << 16 | gray << 8 | gray;
    }
    return table;
  }

  /// Returns the colour of a channel; the colours repeat after the last.
  static byte channel(int channel) {
    return (byte) (CHANNELS_FROM + channel % CHANNELS.length);
  }

  /// Returns the number of channels with distinct colours.
  static int channels() {
    return CHANNELS.length;
  }

  /// Returns the colour of a gray pixel.
  static byte gray(byte pixel) {
    return (byte) (GRAYS_FROM + Byte.toUnsignedInt(pixel) * GRAYS / 256);
  }

  /// Returns red, green and blue of a colour.
  static int rgb(byte hue) {
    return TABLE[hue];
  }

  /// Returns the nearest of a terminal's 256 colours: the cube of 6 x 6 x 6 and the grays after it.
  static int xterm(int rgb) {
    int best = 16;
    int least = Integer.MAX_VALUE;
    for (int i = 16; i < 256; i++) {
      int distance = distance(rgb, ofXterm(i));
      if (distance < least) {
        least = distance;
        best = i;
      }
    }
    return best;
  }

  private static int ofXterm(int index) {
    if (index >= 232) {
      int gray = 8 + 10 * (index - 232);
      return gray << 16 | gray << 8 | gray;
    }
    int cube = index - 16;
    return level(cube / 36) << 16 | level(cube / 6 % 6) << 8 | level(cube % 6);
  }

  private static int level(int step) {
    return step == 0 ? 0 : 55 + 40 * step;
  }

  /// Returns the distance between two colours.
  static int distance(int a, int b) {
    int sum = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
      int d = (a >> shift & 0xff) - (b >> shift & 0xff);
      sum += d * d;
    }
    return sum;
  }

  /// Returns the table in the form that images need.
  static IndexColorModel model() {
    int[] opaque = Arrays.stream(TABLE).map(rgb -> rgb | 0xff000000).toArray();
    return new IndexColorModel(7, TABLE.length, opaque, 0, false, KEEP, DataBuffer.TYPE_BYTE);
  }
}
