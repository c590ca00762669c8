package org.evenkeel.core.nn;

/// The library's only matrix product, as a parameter block that is filled in and run.
///
/// For every row `r` and every lane (a lane is a column of the panel `b`)
///
///     c[r][lane] = max(floor, start[r][lane] + sum over i of a[r][i] * b[i][lane])
///
/// where `i` runs through `runs` runs of `length` steps. Each sum is one chain of fused multiply-adds in the order of
/// `i`, whatever the vector width, the tile or the thread, so the bits never change. Rows of `a` and the runs along
/// them are given by tables of offsets. That is enough for the forward pass of dense and convolution layers, for both
/// of their weight gradients and for both of their input gradients, always reading activations and weights in place.
///
/// A block belongs to one worker and is reused; nothing is allocated.
final class Product {
  /// The number of rows of `b` copied at a time if it has fewer columns than a vector has lanes.
  static final int STRETCH = 256;

  /// The offsets of a sum that consists of a single run.
  static final int[] ONE_RUN = {0};

  /// Scratch memory for such columns: a stretch of `b` and one tile, as wide as the widest vector.
  final float[] stretch = new float[STRETCH * Panels.WIDTH];

  final float[] tile = new float[8 * Panels.WIDTH];

  float[] a = {};
  int aAt;
  int[] rows = {};
  int firstRow;
  int rowCount;

  int[] runAt = ONE_RUN;
  int runs;
  int length;
  int step;

  float[] b = {};
  int bAt;
  int bStep;
  int width;

  float[] start = {};
  int startAt;
  int startStep;
  float floor;

  float[] c = {};
  int cAt;
  int cStep;

  /// Sets the left side: row `r` starts at `a[at + rows[first + r]]`.
  Product rows(float[] a, int at, int[] rows, int first, int count) {
    this.a = a;
    this.aAt = at;
    this.rows = rows;
    this.firstRow = first;
    this.rowCount = count;
    return this;
  }

  /// Sets the sum along a row: `length` values `step` apart.
  Product walk(int length, int step) {
    return walk(ONE_RUN, 1, length, step);
  }

  /// Sets the sum along a row: runs that start at `runAt[0]` to `runAt[runs - 1]`, each of
  /// `length` values `step` apart.
  Product walk(int[] runAt, int runs, int length, int step) {
    this.runAt = runAt;
    this.runs = runs;
    this.length = length;
    this.step = step;
    return this;
  }

  /// Sets the right side: row `i` consists of the `width` floats starting at `b[at + i * step]`.
  Product times(float[] b, int at, int step, int width) {
    this.b = b;
    this.bAt = at;
    this.bStep = step;
    this.width = width;
    return this;
  }

  /// Sets the values that the sums start from; with `step` 0 they are the same for every row (a bias, zeros).
  Product from(float[] start, int at, int step) {
    this.start = start;
    this.startAt = at;
    this.startStep = step;
    this.floor = Float.NEGATIVE_INFINITY;
    return this;
  }

  /// Sets the smallest value of the result: 0 for a ReLU, minus infinity for none.
  Product floor(float floor) {
    this.floor = floor;
    return this;
  }

  /// Computes the product and writes row `r` of the result to `c[at + r * step]`.
  void into(float[] c, int at, int step, Kernels kernels) {
    this.c = c;
    this.cAt = at;
    this.cStep = step;
    kernels.product(this);
  }
}
