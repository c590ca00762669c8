package org.evenkeel.atari;

/// Resizes as the Lua code of the Nature paper does, with Torch's `image.scale` in its "bilinear" mode, which computes
/// the mean of the area that a pixel covers when it shrinks an image. Everything is in single precision. The result
/// times 255 is truncated, not rounded, as in the replay memory of that code.
final class TorchResizing implements Resizing {
  private final int width;
  private final float[] luminances;
  private final Boxes across;
  private final Boxes down;
  private final float[] wide;
  private final float[] narrow;
  private final float[] sum = new float[Screen.SIDE];

  TorchResizing(int height, int width, float[] luminances) {
    this.width = width;
    this.luminances = luminances;
    across = new Boxes(width);
    down = new Boxes(height);
    wide = new float[width];
    narrow = new float[height * Screen.SIDE];
  }

  /// The pixels of a line that each pixel of the result covers: part of the first, all of some, part of the last.
  private static final class Boxes {
    /// The first and the last pixel, which are covered in part. The last may be beyond the end of the line.
    private final int[] from = new int[Screen.SIDE];

    private final int[] to = new int[Screen.SIDE];

    /// The covered parts of the first and of the last pixel, and the total.
    private final float[] begin = new float[Screen.SIDE];

    private final float[] end = new float[Screen.SIDE];
    private final float[] total = new float[Screen.SIDE];

    Boxes(int size) {
      float scale = (float) size / Screen.SIDE;
      int first = 0;
      float missing = 0;
      for (int d = 0; d < Screen.SIDE; d++) {
        float place = (d + 1) * scale;
        int last = (int) place;
        float rest = place - last;
        from[d] = first;
        to[d] = last;
        begin[d] = 1 - missing;
        end[d] = rest;
        total[d] = 1 - missing;
        for (int i = first + 1; i < last; i++) {
          total[d] += 1;
        }
        if (last < size) {
          total[d] += rest;
        }
        first = last;
        missing = rest;
      }
    }
  }

  @Override
  public void narrow(int row, byte[] older, byte[] newer) {
    int at = row * width;
    for (int x = 0; x < width; x++) {
      wide[x] = luminances[Palette.index(older[at + x], newer[at + x])];
    }
    int to = row * Screen.SIDE;
    for (int d = 0; d < Screen.SIDE; d++) {
      float total = across.begin[d] * wide[across.from[d]];
      for (int x = across.from[d] + 1; x < across.to[d]; x++) {
        total += wide[x];
      }
      if (across.to[d] < width) {
        total += across.end[d] * wide[across.to[d]];
      }
      narrow[to + d] = total / across.total[d];
    }
  }

  /// Returns a row of the result before truncation, 0 to 1.
  float[] average(int row) {
    int from = down.from[row] * Screen.SIDE;
    float begin = down.begin[row];
    for (int x = 0; x < Screen.SIDE; x++) {
      sum[x] = begin * narrow[from + x];
    }
    for (int y = down.from[row] + 1; y < down.to[row]; y++) {
      for (int x = 0; x < Screen.SIDE; x++) {
        sum[x] += narrow[y * Screen.SIDE + x];
      }
    }
    int to = down.to[row] * Screen.SIDE;
    if (to < narrow.length) {
      float end = down.end[row];
      for (int x = 0; x < Screen.SIDE; x++) {
        sum[x] += end * narrow[to + x];
      }
    }
    float total = down.total[row];
    for (int x = 0; x < Screen.SIDE; x++) {
      sum[x] /= total;
    }
    return sum;
  }

  @Override
  public void combine(int row, byte[] image) {
    float[] average = average(row);
    int to = row * Screen.SIDE;
    for (int x = 0; x < Screen.SIDE; x++) {
      image[to + x] = (byte) (int) (average[x] * 255f);
    }
  }

  @Override
  public int first(int row) {
    return down.from[row];
  }

  @Override
  public int last(int row) {
    return Math.min(down.to[row], narrow.length / Screen.SIDE - 1);
  }
}
