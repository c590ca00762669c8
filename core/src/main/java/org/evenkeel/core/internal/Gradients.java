package org.evenkeel.core.internal;

import java.util.Arrays;

/// Computes the norm of a gradient and clips it. Used by one thread; nothing is allocated after construction.
public final class Gradients {
  /// The number of partial sums. Few would leave most of a GPU idle; the order of the additions must be the same there.
  public static final int LANES = 256;

  private final double[] lanes = new double[LANES];

  /// Returns the Euclidean norm, summed in double: element i in lane i mod 256, then the lanes by halves. The same bits on every
  /// machine.
  public double norm(float[] gradient) {
    double[] sums = lanes;
    Arrays.fill(sums, 0);
    int whole = gradient.length / LANES * LANES;
    for (int i = 0; i < whole; i += LANES) {
      for (int lane = 0; lane < LANES; lane++) {
        sums[lane] += (double) gradient[i + lane] * gradient[i + lane];
      }
    }
    for (int i = whole; i < gradient.length; i++) {
      sums[i - whole] += (double) gradient[i] * gradient[i];
    }
    for (int half = LANES / 2; half > 0; half /= 2) {
      for (int lane = 0; lane < half; lane++) {
        sums[lane] += sums[lane + half];
      }
    }
    return StrictMath.sqrt(sums[0]);
  }

  /// Scales a gradient down to norm `maxNorm` if its norm is larger, as PyTorch's `clip_grad_norm_` does (which adds
  /// 1e-6 to the norm, so that a gradient exactly at the limit shrinks too). Returns the norm before clipping.
  public double clipNorm(float[] gradient, double maxNorm) {
    Checks.positive("maxNorm", maxNorm);
    double norm = norm(gradient);
    float scale = (float) (maxNorm / (norm + 1e-6));
    if (scale < 1) {
      for (int i = 0; i < gradient.length; i++) {
        gradient[i] *= scale;
      }
    }
    return norm;
  }
}
