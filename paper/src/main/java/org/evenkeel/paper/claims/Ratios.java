package org.evenkeel.paper.claims;

import org.evenkeel.lab.report.Effect;
import org.evenkeel.lab.report.Finding;
import org.evenkeel.lab.statistics.Estimate;
import org.evenkeel.lab.statistics.Sample;
import org.evenkeel.paper.gridworld.VarianceRatios;

/// Ratios of means and of variances, and intervals of means, with a joint confidence of 95 % for several of them.
final class Ratios {
  private Ratios() {}

  private static double level(int together) {
    return 1 - Finding.LEVEL / together;
  }

  /// Returns the mean of a number over the trials.
  static Effect mean(String name, double[] values, int together) {
    if (values.length < 2) {
      return Effect.sampled(name, Double.NaN, Double.NaN, Double.NaN, values.length);
    }
    Estimate e = Sample.of(values).meanWithTInterval(level(together));
    return Effect.sampled(name, e.value(), e.low(), e.high(), values.length);
  }

  /// Returns the ratio of two positive means. The delta method adds the squares of the relative half-widths of their
  /// intervals (Student's t).
  static Effect ofMeans(String name, double[] above, double[] below, int together) {
    return ofMeans(name, above, below, together, Math.min(above.length, below.length));
  }

  /// Returns the ratio of a measured mean to a predicted one, of which there are as many simulated trials as wanted.
  static Effect toPrediction(String name, double[] measured, double[] predicted, int together) {
    return ofMeans(name, measured, predicted, together, measured.length);
  }

  private static Effect ofMeans(String name, double[] above, double[] below, int together, int n) {
    if (above.length < 2 || below.length < 2) {
      return Effect.sampled(name, Double.NaN, Double.NaN, Double.NaN, n);
    }
    Estimate a = Sample.of(above).meanWithTInterval(level(together));
    Estimate b = Sample.of(below).meanWithTInterval(level(together));
    double ratio = a.value() / b.value();
    if (!(a.value() > 0 && b.value() > 0)) {
      return Effect.sampled(name, ratio, Double.NaN, Double.NaN, n);
    }
    double width =
        Math.hypot((a.high() - a.low()) / 2 / a.value(), (b.high() - b.low()) / 2 / b.value());
    double factor = StrictMath.exp(width);
    return Effect.sampled(name, ratio, ratio / factor, ratio * factor, n);
  }

  /// Returns the ratio of two variances between trials, times a number.
  static Effect ofVariances(
      String name,
      ArmReadings above,
      ArmReadings below,
      double times,
      ClaimReading reading,
      int together) {
    int n = Math.min(above.trials().size(), below.trials().size());
    if (n < 2) {
      return Effect.sampled(name, Double.NaN, Double.NaN, Double.NaN, n);
    }
    Effect ratio =
        VarianceRatios.of(name, above.variance(reading), below.variance(reading), together);
    return Effect.sampled(
        name, times * ratio.value(), times * ratio.lower(), times * ratio.upper(), n);
  }
}
