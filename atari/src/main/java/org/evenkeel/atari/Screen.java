package org.evenkeel.atari;

import java.util.Arrays;
import org.evenkeel.core.internal.Checks;

/// Converts the last two frames into an observation: 84 x 84 pixels of one byte.
///
/// A frame consists of the colour numbers of its pixels, row by row. Most rows of most games do not change between two
/// observations, so only the rows that have changed are processed; the result is the same. Nothing is allocated.
final class Screen {
  /// The height and the width of an observation.
  static final int SIDE = 84;

  private final int height;
  private final int width;
  private final Resizing resizing;

  /// The last two frames, and the image made from them.
  private final byte[] older;

  private final byte[] newer;
  private final byte[] image = new byte[SIDE * SIDE];
  private final boolean[] changed;

  /// The rows of the screen that have an effect on the image; some rows between them do not.
  private final boolean[] counts;

  private boolean blank = true;

  Screen(int height, int width, Resizing resizing) {
    this.height = height;
    this.width = width;
    this.resizing = resizing;
    older = new byte[height * width];
    newer = new byte[height * width];
    changed = new boolean[height];
    counts = new boolean[height];
    for (int row = 0; row < SIDE; row++) {
      Arrays.fill(counts, resizing.first(row), resizing.last(row) + 1, true);
    }
  }

  static Screen of(int height, int width, Palette palette, AtariOptions options) {
    AtariOptions.Pool pool = options.pool();
    Resizing resizing =
        switch (options.resize()) {
          case AREA -> new AreaResizing(height, width, palette.grays(pool));
          case LINEAR -> new LinearResizing(height, width, palette.grays(pool));
          case TORCH -> new TorchResizing(height, width, palette.luminances(pool));
        };
    return new Screen(height, width, resizing);
  }

  /// Writes the observation.
  ///
  /// @param before the frame before the newest
  /// @param newest the newest frame
  /// @param seen the observation, 84 x 84 bytes
  void look(byte[] before, byte[] newest, byte[] seen) {
    Checks.length("the frame", older.length, newest.length);
    Checks.length("the frame before", older.length, before.length);
    Checks.length("what is seen", image.length, seen.length);
    for (int row = 0; row < height; row++) {
      changed[row] = counts[row] && update(row, before, newest);
    }
    for (int row = 0; row < SIDE; row++) {
      if (anyChanged(resizing.first(row), resizing.last(row))) {
        resizing.combine(row, image);
      }
    }
    blank = false;
    System.arraycopy(image, 0, seen, 0, image.length);
  }

  private boolean update(int row, byte[] before, byte[] newest) {
    int from = row * width;
    int to = from + width;
    boolean same =
        !blank
            && Arrays.equals(newer, from, to, newest, from, to)
            && Arrays.equals(older, from, to, before, from, to);
    if (!same) {
      System.arraycopy(before, from, older, from, width);
      System.arraycopy(newest, from, newer, from, width);
      resizing.narrow(row, before, newest);
    }
    return !same;
  }

  private boolean anyChanged(int first, int last) {
    for (int row = first; row <= last; row++) {
      if (changed[row]) {
        return true;
      }
    }
    return false;
  }
}
