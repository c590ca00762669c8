package org.evenkeel.core.nn;

/// The input of a stage: floats or, for a [SparseStage], lists of the inputs that are 1.
///
/// The lists of a sample start at `starts[sample * (pixels + 1)]`: one per output pixel, with the numbers of its
/// weights in ascending order.
final class Signal {
  float[] floats;
  int[] starts = {};
  int[] indices = {};

  Signal(float[] floats) {
    this.floats = floats;
  }

  /// Points `rows` at the lists of one sample.
  Kernels.SparseRows patches(int sample, int pixels, Kernels.SparseRows rows) {
    rows.starts = starts;
    rows.indices = indices;
    rows.from = sample * (pixels + 1);
    rows.count = pixels;
    rows.step = 1;
    return rows;
  }

  /// Points `rows` at the lists of samples that have one list each.
  Kernels.SparseRows samples(int first, int count, Kernels.SparseRows rows) {
    rows.starts = starts;
    rows.indices = indices;
    rows.from = first * 2;
    rows.count = count;
    rows.step = 2;
    return rows;
  }
}
