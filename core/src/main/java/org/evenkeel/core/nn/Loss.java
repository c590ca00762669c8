package org.evenkeel.core.nn;

import java.util.Arrays;
import org.evenkeel.core.internal.Checks;
import org.jspecify.annotations.Nullable;

/// The loss of a batch of values against targets, and its gradient, which is 0 for all actions that were not taken.
///
/// With `d = q[action] - y`, the loss of a sample is d^2 ([Kind#SQUARED], the paper's), d^2/2 ([Kind#HALF_SQUARED]) or
/// Huber's with threshold 1 ([Kind#HUBER]: its slope is the clipped TD error). [Reduction#MEAN] divides by the batch
/// size, even if samples have weights.
///
/// @param kind the loss of one sample
/// @param reduction the combination of the losses of the samples
public record Loss(Kind kind, Reduction reduction) {
  /// The loss of one sample.
  public enum Kind {
    /// d^2, slope 2d.
    SQUARED,
    /// d^2/2, slope d.
    HALF_SQUARED,
    /// d^2/2 up to |d| = 1, then |d| - 1/2; slope d clipped to [-1, 1].
    HUBER
  }

  /// The combination of the losses of the samples.
  public enum Reduction {
    /// The sum over the batch (the authors' Atari code).
    SUM,
    /// The sum divided by the batch size (PyTorch's default).
    MEAN
  }

  /// Returns a copy with this loss of one sample.
  public Loss kind(Kind kind) {
    return new Loss(kind, reduction);
  }

  /// Returns a copy that combines the losses in this way.
  public Loss reduction(Reduction reduction) {
    return new Loss(kind, reduction);
  }

  /// Computes the loss of `n` samples and writes its gradient with respect to `q`, both `[n][actions]`.
  ///
  /// @param weights the weight of each sample; null if all are 1
  /// @param tdErrors the array for `q[action] - y` of each sample
  double apply(
      float[] q,
      int n,
      int actions,
      int[] actionsTaken,
      float[] y,
      float @Nullable [] weights,
      float[] tdErrors,
      float[] gradient) {
    check(n, actions, actionsTaken, y, weights);
    float scale = reduction == Reduction.MEAN ? 1f / n : 1f;
    double sum = 0;
    Arrays.fill(gradient, 0, n * actions, 0);
    for (int i = 0; i < n; i++) {
      int taken = i * actions + actionsTaken[i];
      float weight = weights == null ? 1 : weights[i];
      float d = q[taken] - y[i];
      tdErrors[i] = d;
      sum += weight * cost(d);
      gradient[taken] = weight * slope(d) * scale;
    }
    return reduction == Reduction.MEAN ? sum / n : sum;
  }

  private double cost(double d) {
    return switch (kind) {
      case SQUARED -> d * d;
      case HALF_SQUARED -> d * d / 2;
      case HUBER -> Math.abs(d) <= 1 ? d * d / 2 : Math.abs(d) - 0.5;
    };
  }

  private float slope(float d) {
    return switch (kind) {
      case SQUARED -> 2 * d;
      case HALF_SQUARED -> d;
      case HUBER -> Math.clamp(d, -1f, 1f);
    };
  }

  private static void check(
      int n, int actions, int[] actionsTaken, float[] y, float @Nullable [] weights) {
    Checks.lengthAtLeast("actionsTaken", n, actionsTaken.length);
    Checks.lengthAtLeast("y", n, y.length);
    if (weights != null) {
      Checks.lengthAtLeast("weights", n, weights.length);
    }
    for (int i = 0; i < n; i++) {
      if (actionsTaken[i] < 0 || actionsTaken[i] >= actions) {
        throw new IllegalArgumentException(
            "action of sample %d must be 0 to %d, was %d"
                .formatted(i, actions - 1, actionsTaken[i]));
      }
      if (!Float.isFinite(y[i])) {
        throw new IllegalArgumentException(
            "target of sample %d must be finite, was %s".formatted(i, y[i]));
      }
      if (weights != null && !(weights[i] >= 0 && weights[i] < Float.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "weight of sample %d must be >= 0 and finite, was %s".formatted(i, weights[i]));
      }
    }
  }
}
