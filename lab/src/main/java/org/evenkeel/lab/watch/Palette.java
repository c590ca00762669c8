package org.evenkeel.lab.watch;

import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// The colours of the images of one environment: those of [Hues], followed by those of its own screen in the order in
/// which they were seen. A console of the Atari's time has at most 128. Colours that do not fit are replaced by the
/// nearest one.
final class Palette {
  /// The colours of pictures of an environment without a screen.
  static final Palette PLAIN = new Palette(Hues.model());

  private final int[] table = new int[256];
  private final Map<Integer, Byte> known = new HashMap<>();
  private final IndexColorModel fixed;
  private int used = Hues.GRAYS_FROM;

  private Palette(IndexColorModel fixed) {
    this.fixed = fixed;
    int size = fixed.getMapSize();
    fixed.getRGBs(table);
    for (int i = 0; i < size; i++) {
      table[i] &= 0xffffff;
    }
  }

  /// Creates an empty palette, to be filled.
  static Palette ofScreen() {
    return new Palette(Hues.model());
  }

  /// Returns the entry of a colour, which is created if there is none.
  byte hue(int rgb) {
    Byte hue = known.get(rgb);
    if (hue == null) {
      hue = used < table.length ? (byte) used : nearest(rgb);
      if (used < table.length) {
        table[used++] = rgb;
      }
      known.put(rgb, hue);
    }
    return hue;
  }

  private byte nearest(int rgb) {
    int best = Hues.GRAYS_FROM;
    for (int i = best; i < used; i++) {
      if (Hues.distance(rgb, table[i]) < Hues.distance(rgb, table[best])) {
        best = i;
      }
    }
    return (byte) best;
  }

  /// Returns red, green and blue of an entry.
  int rgb(byte hue) {
    return table[Byte.toUnsignedInt(hue)];
  }

  /// Returns the table in the form that images need.
  IndexColorModel model() {
    if (used == Hues.GRAYS_FROM) {
      return fixed;
    }
    int[] opaque = Arrays.stream(table).map(rgb -> rgb | 0xff000000).toArray();
    return new IndexColorModel(8, table.length, opaque, 0, false, Hues.KEEP, DataBuffer.TYPE_BYTE);
  }
}
