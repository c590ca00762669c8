package org.evenkeel.core.nn;

/// The inner loops, in two twins that give the same bits: [ScalarKernels] says what is computed,
/// [VectorKernels] computes it fast. One is chosen for the life of the process ([KernelChoice]).
///
/// Arguments were checked by the callers; a kernel relies on the bounds checks of its arrays.
/// Optimizers are plain Java elsewhere: their loops are elementwise and the compiler vectorizes them.
sealed interface Kernels permits ScalarKernels, VectorKernels {

  /// Computes the product described by the block.
  void product(Product p);

  /// A layer on sparse binary input: `y[r] = max(floor, bias + sum of w[indices[j]])` with `j` from
  /// `starts[r]` to `starts[r + 1]`: only the weights of the inputs that are 1 are ever read. Adding a
  /// weight is the fused multiply-add with 1, so the bits are those of the dense product (but for the sign
  /// of a zero).
  void sumRows(SparseRows rows, float[] w, int wAt, int width, Edge edge, float[] y, int yAt);

  /// The gradient of [#sumRows]: `w[indices[j]] += g[r]` for the same `r` and `j`, in their order.
  void addToRows(SparseRows rows, float[] g, int gAt, int gStep, int width, float[] w, int wAt);

  /// Adds row `r` of `g` (at `r * gStep`) to `c[cAt + rows[r]]`: overlapping patches sum up in order.
  void scatterRows(float[] g, int gStep, int width, int[] rows, int count, float[] c, int cAt);

  /// Sets `g[gAt + i]` to 0 where `x[xAt + i]` is not above 0: the gradient of a ReLU with output `x`.
  void keepPositive(float[] x, int xAt, float[] g, int gAt, int count);

  /// A short description for reports: `vector 512 bit` or `scalar`.
  String description();

  /// Which rows of a sparse binary matrix a kernel works on: `count` rows from entry `from` of `starts`.
  final class SparseRows {
    int[] starts = {};
    int[] indices = {};
    int from;
    int count;
  }

  /// What surrounds a sum: the bias it starts from, the stride of the output rows, the floor (ReLU).
  final class Edge {
    float[] bias = {};
    int biasAt;
    int yStep;
    float floor;
  }
}
