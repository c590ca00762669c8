package org.evenkeel.lab.statistics;

import java.util.Arrays;
import org.evenkeel.core.internal.Checks;

/// Smooths noisy curves. Each result has as many values as were given and depends only on earlier ones. All steps have
/// the same weight, however far apart they are.
public final class Smoothing {
  private Smoothing() {}

  /// Smooths exponentially, `s = weight * s + (1 - weight) * value`, starting with the first value, which therefore
  /// keeps a large weight for long.
  public static double[] exponential(double[] values, double weight) {
    Checks.fraction("weight", weight);
    double[] smoothed = InputChecks.copyOf("values", values);
    for (int i = 1; i < smoothed.length; i++) {
      smoothed[i] = weight * smoothed[i - 1] + (1 - weight) * smoothed[i];
    }
    return smoothed;
  }

  /// Smooths exponentially, starting with 0, and divides by the sum of the weights, `1 - weight^(i + 1)`. This is the
  /// bias correction of Adam (Kingma and Ba 2015, section 3), and the smoothing of TensorBoard.
  public static double[] debiased(double[] values, double weight) {
    Checks.fraction("weight", weight);
    double[] smoothed = InputChecks.copyOf("values", values);
    double biased = 0;
    double power = 1;
    for (int i = 0; i < smoothed.length; i++) {
      biased = weight * biased + (1 - weight) * smoothed[i];
      power *= weight;
      smoothed[i] = biased / (1 - power);
    }
    return smoothed;
  }

  /// Returns the mean of the last `window` values, or of fewer at the start.
  public static double[] movingAverage(double[] values, int window) {
    Checks.atLeast("window", 1, window);
    double[] given = InputChecks.copyOf("values", values);
    double[] smoothed = new double[given.length];
    for (int i = 0; i < given.length; i++) {
      // Summed again each time, since a running sum would accumulate rounding errors.
      int from = Math.max(0, i - window + 1);
      smoothed[i] = Arrays.stream(given, from, i + 1).sum() / (i + 1 - from);
    }
    return smoothed;
  }
}
