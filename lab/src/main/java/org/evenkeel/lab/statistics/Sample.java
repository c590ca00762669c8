package org.evenkeel.lab.statistics;

import org.evenkeel.core.internal.Checks;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.stat.StatUtils;

/// Independent measurements of one quantity, such as the scores of some runs on a task.
public final class Sample {
  /// The accuracy of a quantile, which Hipparchus finds by search: about the best that doubles allow.
  private static final double QUANTILE_ACCURACY = 1e-14;

  private final double[] values;

  private Sample(double[] values) {
    this.values = values;
  }

  /// Creates a sample of finite values, at least one.
  public static Sample of(double... values) {
    return new Sample(InputChecks.copyOf("values", values));
  }

  /// Returns the number of values.
  public int size() {
    return values.length;
  }

  /// Returns a copy of the values in their order.
  public double[] values() {
    return values.clone();
  }

  /// Returns the mean of the values.
  public double mean() {
    return StatUtils.mean(values);
  }

  /// Returns the unbiased estimate of the variance: the sum of squares is divided by n - 1. Exactly 0 if all values are
  /// equal.
  public double variance() {
    Checks.atLeast("the size of a sample with a variance", 2, values.length);
    return StatUtils.variance(values);
  }

  /// Returns the square root of [#variance]: the sum of squares is divided by n - 1.
  public double standardDeviation() {
    return Math.sqrt(variance());
  }

  /// Returns the standard deviation of these values as a complete population: the sum of squares is divided by n.
  public double populationDeviation() {
    return Math.sqrt(StatUtils.populationVariance(values));
  }

  /// Returns the standard error of the mean: the standard deviation divided by the square root of n.
  public double standardError() {
    return standardDeviation() / Math.sqrt(values.length);
  }

  /// Returns the mean with Student's t interval: exact for normal values, and nearly so for large samples.
  public Estimate meanWithTInterval(double level) {
    return Estimate.around(mean(), quantile(values.length - 1, level) * standardError());
  }

  /// Returns the number of standard errors by which the interval of this level extends to each side.
  static double quantile(double degreesOfFreedom, double level) {
    InputChecks.level(level);
    TDistribution t = new TDistribution(degreesOfFreedom, QUANTILE_ACCURACY);
    return -t.inverseCumulativeProbability((1 - level) / 2);
  }
}
