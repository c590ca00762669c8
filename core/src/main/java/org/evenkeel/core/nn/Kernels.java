package org.evenkeel.core.nn;

/// The inner loops, in two implementations (twins) that give the same bits: [ScalarKernels] defines the result,
/// [VectorKernels] computes it fast. One is chosen for the life of the process ([KernelChoice]).
///
/// Callers check the arguments; a kernel relies on the bounds checks of its arrays. The optimizers other than
/// Adam are plain loops in [Optimizer].
sealed interface Kernels permits ScalarKernels, VectorKernels {

  /// Computes the product described by the block.
  void product(Product p);

  /// A layer on sparse binary input: `y[r] = max(floor, bias + sum of w[indices[j]])` with `j` from
  /// `starts[r]` to the next entry: only the weights of the inputs that are 1 are ever read. Adding a
  /// weight is the fused multiply-add with 1, so the bits are those of the dense product (but for the sign
  /// of a zero).
  void sumRows(SparseRows rows, float[] w, int wAt, int width, Edge edge, float[] y, int yAt);

  /// The gradient of [#sumRows]: `w[indices[j]] += g[r]` for the same `r` and `j`, in their order.
  void addToRows(SparseRows rows, float[] g, int gAt, int gStep, int width, float[] w, int wAt);

  /// Adds row `r` of `g` (at `r * gStep`) to `c[cAt + rows[r]]`: overlapping patches sum up in order.
  void scatterRows(float[] g, int gStep, int width, int[] rows, int count, float[] c, int cAt);

  /// Sets `g[gAt + i]` to 0 where `x[xAt + i]` is not above 0: the gradient of a ReLU with output `x`.
  void keepPositive(float[] x, int xAt, float[] g, int gAt, int count);

  /// Adam's step of the parameters `from` to `to` - 1: `w` with gradient `g`, mean `m` and mean square `v`.
  void adam(AdamStep s, float[] w, float[] g, float[] m, float[] v, int from, int to);

  /// A short description for reports: `vector 512 bit` or `scalar`.
  String description();

  /// Which rows of a sparse binary matrix a kernel works on: `count` rows from entry `from` of `starts`, `step`
  /// entries apart.
  final class SparseRows {
    int[] starts = {};
    int[] indices = {};
    int from;
    int count;
    int step = 1;
  }

  /// The frame of a sum: the bias it starts from, the stride of the output rows, the floor (ReLU).
  final class Edge {
    float[] bias = {};
    int biasAt;
    int yStep;
    float floor;
  }

  /// The numbers that are the same for all parameters in a step of Adam.
  final class AdamStep {
    /// Weights from here on are not moved by a mean below [#tinyMean].
    static final float SMALL_WEIGHT = 0x1p-40f;

    final float beta1;
    final float rest1;
    final float beta2;
    final float rest2;
    float step;
    float scale;
    final float epsilon;

    /// `step * tinyMean / epsilon` is 2^-27 times [#SMALL_WEIGHT]; a quarter of a unit in the last place is at
    /// least 2^-26 times a weight.
    float tinyMean;

    /// The most units of 2^-149 that are the same when multiplied by beta1: 4 for 0.9.
    final int stuckMean;

    /// The constants of an optimizer.
    AdamStep(double beta1, double beta2, double epsilon) {
      this.beta1 = (float) beta1;
      this.rest1 = (float) (1 - beta1);
      this.beta2 = (float) beta2;
      this.rest2 = (float) (1 - beta2);
      this.epsilon = (float) epsilon;
      this.stuckMean = stuckUnits(this.beta1);
    }

    /// Up to some size a number loses less than half a unit, above it more: a binary search finds the size.
    private static int stuckUnits(float beta) {
      int stuck = 0;
      int moves = 1 << 23;
      while (moves - stuck > 1) {
        int middle = (stuck + moves) / 2;
        float number = Float.intBitsToFloat(middle);
        if (number * beta == number) {
          stuck = middle;
        } else {
          moves = middle;
        }
      }
      return stuck;
    }

    /// Fills in the numbers that change from step to step.
    void prepare(double step, double scale) {
      this.step = (float) step;
      this.scale = (float) scale;
      tinyMean = this.step > 0 ? (float) (SMALL_WEIGHT * 0x1p-27 * epsilon / step) : 0;
    }
  }
}
