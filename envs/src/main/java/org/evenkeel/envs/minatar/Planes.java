package org.evenkeel.envs.minatar;

import java.util.Arrays;

/// The planes of an observation, to draw on: one bit per cell and channel, with the channels of a cell next to each
/// other (`Form.BitPlanes`).
final class Planes {
  private final int channels;
  private long[] words = {};

  Planes(int channels) {
    this.channels = channels;
  }

  /// Selects the words to draw on from now on, and clears them.
  void on(long[] words) {
    this.words = words;
    Arrays.fill(words, 0);
  }

  /// Draws one cell.
  void set(int channel, int x, int y) {
    int bit = (y * Rules.SIDE + x) * channels + channel;
    words[bit >> 6] |= 1L << bit;
  }

  /// Draws cells in a row: bit x of the mask is cell x.
  void setRow(int channel, int y, int cells) {
    for (int rest = cells; rest != 0; rest &= rest - 1) {
      set(channel, Integer.numberOfTrailingZeros(rest), y);
    }
  }
}
