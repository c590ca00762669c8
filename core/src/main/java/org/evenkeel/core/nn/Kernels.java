package org.evenkeel.core.nn;

/// The inner loops, in two implementations with bit-identical results: [ScalarKernels] defines the result,
/// [VectorKernels] computes it fast. One is chosen for the lifetime of the process ([KernelChoice]).
///
/// Callers check the arguments; a kernel relies on the bounds checks of its arrays. The optimizers other than Adam are
/// plain loops in [Optimizer].
sealed interface Kernels permits ScalarKernels, VectorKernels {

  /// Computes the product described by the block.
  void product(Product p);

  /// Computes a layer on sparse binary input: `y[r] = max(floor, bias + sum of w[indices[j]])` with `j` from
  /// `starts[r]` to the next entry. Only the weights of inputs that are 1 are read. Adding a weight equals the fused
  /// multiply-add with 1, so the bits are those of the dense product (except for the sign of a zero).
  void sumRows(SparseRows rows, float[] w, int wAt, int width, Edge edge, float[] y, int yAt);

  /// Computes the gradient of [#sumRows]: `w[indices[j]] += g[r]` for the same `r` and `j`, in their order.
  void addToRows(SparseRows rows, float[] g, int gAt, int gStep, int width, float[] w, int wAt);

  /// Adds row `r` of `g` (at `r * gStep`) to `c[cAt + rows[r]]`: overlapping patches are summed in order.
  void scatterRows(float[] g, int gStep, int width, int[] rows, int count, float[] c, int cAt);

  /// Sets `g[gAt + i]` to 0 if `x[xAt + i]` is not positive: the gradient of a ReLU with output `x`.
  void keepPositive(float[] x, int xAt, float[] g, int gAt, int count);

  /// Performs Adam's step for the parameters `from` to `to` - 1: `w` with gradient `g`, mean `m` and mean square `v`.
  void adam(AdamStep s, float[] w, float[] g, float[] m, float[] v, int from, int to);

  /// Returns a short description for reports: `vector 512 bit` or `scalar`.
  String description();

  /// The rows of a sparse binary matrix that a kernel processes: `count` rows starting at entry `from` of `starts`,
  /// `step` entries apart.
  final class SparseRows {
    int[] starts = {};
    int[] indices = {};
    int from;
    int count;
    int step = 1;
  }

  /// The boundary of a sum: the bias it starts from, the stride of the output rows, the floor (ReLU).
  final class Edge {
    float[] bias = {};
    int biasAt;
    int yStep;
    float floor;
  }

  /// The numbers that all parameters share in a step of Adam.
  final class AdamStep {
    /// The smallest weight that a mean below [#tinyMean] certainly does not change.
    static final float SMALL_WEIGHT = 0x1p-40f;

    final float beta1;
    final float rest1;
    final float beta2;
    final float rest2;
    float step;
    float scale;
    final float epsilon;

    /// The mean below which weights stay unchanged: `step * tinyMean / epsilon` is 2^-27 times [#SMALL_WEIGHT], and a
    /// quarter of a unit in the last place is at least 2^-26 times a weight.
    float tinyMean;

    /// The largest number of units of 2^-149 that does not change when multiplied by beta1: 4 for 0.9.
    final int stuckMean;

    /// Sets the constants of an optimizer.
    AdamStep(double beta1, double beta2, double epsilon) {
      this.beta1 = (float) beta1;
      this.rest1 = (float) (1 - beta1);
      this.beta2 = (float) beta2;
      this.rest2 = (float) (1 - beta2);
      this.epsilon = (float) epsilon;
      this.stuckMean = stuckUnits(this.beta1);
    }

    /// Finds [#stuckMean] by binary search: a product with beta rounds back to the number itself up to that size, and
    /// to a smaller number above it.
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

    /// Computes the numbers that change from step to step.
    void prepare(double step, double scale) {
      this.step = (float) step;
      this.scale = (float) scale;
      tinyMean = this.step > 0 ? (float) (SMALL_WEIGHT * 0x1p-27 * epsilon / step) : 0;
    }
  }
}
