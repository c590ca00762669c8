package org.evenkeel.atari;

/// Resizes as OpenCV's `INTER_AREA` does, bit for bit: the mean of the area that a pixel of the result covers, weighted in
/// single precision, first along a row, then down the columns, and finally rounded half to even.
final class AreaResizing implements Resizing {
  /// The smallest part of a pixel that counts; smaller ones are left out.
  private static final double TRIFLE = 1e-3;

  /// The number that, added to a small number, leaves the nearest integer in the last bits, with halves rounded to
  /// even.
  private static final float ROUND = 0x1.8p23f;

  private final int width;
  private final byte[] grays;
  private final Parts across;
  private final Parts down;

  /// One row of the screen before it is narrowed, and all rows after.
  private final float[] wide;

  private final float[] narrow;
  private final float[] sum = new float[Screen.SIDE];

  AreaResizing(int height, int width, byte[] grays) {
    this.width = width;
    this.grays = grays;
    across = new Parts(width);
    down = new Parts(height);
    wide = new float[width];
    narrow = new float[height * Screen.SIDE];
  }

  /// The pixels of a line that each pixel of the result covers.
  private static final class Parts {
    /// The first covered pixel, and the number of covered pixels.
    private final int[] from = new int[Screen.SIDE];

    private final int[] count = new int[Screen.SIDE];

    /// The position of the first weight of the covered pixels.
    private final int[] start = new int[Screen.SIDE];

    private final float[] weights;

    Parts(int size) {
      double scale = 1 / ((double) Screen.SIDE / size);
      weights = new float[Screen.SIDE * ((int) scale + 3)];
      int next = 0;
      for (int d = 0; d < Screen.SIDE; d++) {
        double begin = d * scale;
        double end = begin + scale;
        double cell = Math.min(scale, size - begin);
        int lastWhole = Math.min((int) Math.floor(end), size - 1);
        int firstWhole = Math.min((int) Math.ceil(begin), lastWhole);
        start[d] = next;
        from[d] = firstWhole;
        if (firstWhole - begin > TRIFLE) {
          from[d]--;
          weights[next++] = (float) ((firstWhole - begin) / cell);
        }
        for (int s = firstWhole; s < lastWhole; s++) {
          weights[next++] = (float) (1 / cell);
        }
        if (end - lastWhole > TRIFLE) {
          weights[next++] = (float) (Math.min(Math.min(end - lastWhole, 1), cell) / cell);
        }
        count[d] = next - start[d];
      }
    }
  }

  @Override
  public void narrow(int row, byte[] older, byte[] newer) {
    int at = row * width;
    for (int x = 0; x < width; x++) {
      wide[x] = grays[Palette.index(older[at + x], newer[at + x])] & 0xFF;
    }
    int to = row * Screen.SIDE;
    int part = 0;
    for (int d = 0; d < Screen.SIDE; d++) {
      float total = 0;
      int from = across.from[d];
      for (int s = from; s < from + across.count[d]; s++) {
        total += wide[s] * across.weights[part++];
      }
      narrow[to + d] = total;
    }
  }

  @Override
  public void combine(int row, byte[] image) {
    int part = down.start[row];
    for (int i = 0; i < down.count[row]; i++) {
      add((down.from[row] + i) * Screen.SIDE, down.weights[part + i], i == 0);
    }
    int to = row * Screen.SIDE;
    for (int x = 0; x < Screen.SIDE; x++) {
      image[to + x] = (byte) Float.floatToRawIntBits(sum[x] + ROUND);
    }
  }

  private void add(int from, float weight, boolean first) {
    if (first) {
      for (int x = 0; x < Screen.SIDE; x++) {
        sum[x] = narrow[from + x] * weight;
      }
    } else {
      for (int x = 0; x < Screen.SIDE; x++) {
        sum[x] += narrow[from + x] * weight;
      }
    }
  }

  @Override
  public int first(int row) {
    return down.from[row];
  }

  @Override
  public int last(int row) {
    return down.from[row] + down.count[row] - 1;
  }
}
