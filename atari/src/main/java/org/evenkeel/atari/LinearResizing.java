package org.evenkeel.atari;

/// Resizes as OpenCV's `INTER_LINEAR` does for bytes, bit for bit: it interpolates between the two nearest pixels of a
/// row, then between the two nearest rows, with weights of 11 bits.
final class LinearResizing implements Resizing {
  private static final int ONE = 1 << 11;

  private final int width;
  private final byte[] grays;
  private final Places across;
  private final Places down;
  private final int[] narrow;

  LinearResizing(int height, int width, byte[] grays) {
    this.width = width;
    this.grays = grays;
    across = new Places(width);
    down = new Places(height);
    narrow = new int[height * Screen.SIDE];
  }

  /// The position of each pixel of the result in a line.
  private static final class Places {
    /// The pixel before and the pixel after each position.
    private final int[] before = new int[Screen.SIDE];

    private final int[] after = new int[Screen.SIDE];

    /// The weights of these two pixels.
    private final int[] near = new int[Screen.SIDE];

    private final int[] far = new int[Screen.SIDE];

    Places(int size) {
      double scale = 1 / ((double) Screen.SIDE / size);
      for (int d = 0; d < Screen.SIDE; d++) {
        float place = (float) ((d + 0.5) * scale - 0.5);
        int whole = (int) Math.floor(place);
        float rest = place - whole;
        if (whole < 0 || whole >= size - 1) {
          whole = whole < 0 ? 0 : size - 1;
          rest = 0;
        }
        before[d] = whole;
        after[d] = Math.min(whole + 1, size - 1);
        near[d] = (int) Math.rint((1 - rest) * ONE);
        far[d] = (int) Math.rint(rest * ONE);
      }
    }
  }

  @Override
  public void narrow(int row, byte[] older, byte[] newer) {
    int at = row * width;
    int to = row * Screen.SIDE;
    for (int d = 0; d < Screen.SIDE; d++) {
      int before = at + across.before[d];
      int after = at + across.after[d];
      narrow[to + d] =
          (grays[Palette.index(older[before], newer[before])] & 0xFF) * across.near[d]
              + (grays[Palette.index(older[after], newer[after])] & 0xFF) * across.far[d];
    }
  }

  @Override
  public void combine(int row, byte[] image) {
    int above = down.before[row] * Screen.SIDE;
    int below = down.after[row] * Screen.SIDE;
    int first = down.near[row];
    int second = down.far[row];
    int to = row * Screen.SIDE;
    for (int x = 0; x < Screen.SIDE; x++) {
      // Each product is truncated before the addition, as in OpenCV's vector instructions.
      int high = ((narrow[above + x] >> 4) * first) >> 16;
      int low = ((narrow[below + x] >> 4) * second) >> 16;
      image[to + x] = (byte) ((high + low + 2) >> 2);
    }
  }

  @Override
  public int first(int row) {
    return down.before[row];
  }

  @Override
  public int last(int row) {
    return down.after[row];
  }
}
