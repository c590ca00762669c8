package org.evenkeel.core.internal;

/// Computes the norm of a gradient and clips it.
public final class Gradients {
  private Gradients() {}

  /// The Euclidean norm, summed in double in four fixed lanes: the same bits on every machine.
  public static double norm(float[] gradient) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int i = 0;
    for (; i + 4 <= gradient.length; i += 4) {
      s0 += (double) gradient[i] * gradient[i];
      s1 += (double) gradient[i + 1] * gradient[i + 1];
      s2 += (double) gradient[i + 2] * gradient[i + 2];
      s3 += (double) gradient[i + 3] * gradient[i + 3];
    }
    for (; i < gradient.length; i++) {
      s0 += (double) gradient[i] * gradient[i];
    }
    return StrictMath.sqrt((s0 + s1) + (s2 + s3));
  }

  /// Scales a gradient down to norm `maxNorm` if its norm is larger, as PyTorch's `clip_grad_norm_` does (which adds
  /// 1e-6 to the norm, so that a gradient exactly at the limit shrinks too). Returns the norm before clipping.
  public static double clipNorm(float[] gradient, double maxNorm) {
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
