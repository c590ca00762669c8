package org.evenkeel.lab.statistics;

import org.evenkeel.core.internal.Checks;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.stat.StatUtils;

/// Independent measurements of one thing: the scores of some runs on a task, for instance.
public final class Sample {
  /// Hipparchus finds a quantile by search; this is as near as doubles let it come.
  private static final double QUANTILE_ACCURACY = 1e-14;

  private final double[] values;

  private Sample(double[] values) {
    this.values = values;
  }

  /// A sample of finite values, at least one.
  public static Sample of(double... values) {
    return new Sample(InputChecks.copyOf("values", values));
  }

  /// How many values there are.
  public int size() {
    return values.length;
  }

  /// The values in their order, copied.
  public double[] values() {
    return values.clone();
  }

  /// The mean of the values.
  public double mean() {
    return StatUtils.mean(values);
  }

  /// The variance of what was sampled from: the sum of squares is divided by n - 1. Exactly 0 if all
  /// values are equal.
  public double variance() {
    Checks.atLeast("the size of a sample with a variance", 2, values.length);
    return StatUtils.variance(values);
  }

  /// The standard deviation of what was sampled from: the sum of squares is divided by n - 1.
  public double standardDeviation() {
    return Math.sqrt(variance());
  }

  /// The standard deviation of these values taken as all there are: the sum of squares is divided by n.
  public double populationDeviation() {
    return Math.sqrt(StatUtils.populationVariance(values));
  }

  /// The standard error of the mean: the standard deviation divided by the root of n.
  public double standardError() {
    return standardDeviation() / Math.sqrt(values.length);
  }

  /// The mean with Student's t interval: right for normal values, and nearly so for many values.
  public Estimate meanWithTInterval(double level) {
    return Estimate.around(mean(), quantile(values.length - 1, level) * standardError());
  }

  /// How many standard errors the interval of this level reaches to each side.
  static double quantile(double degreesOfFreedom, double level) {
    InputChecks.level(level);
    TDistribution t = new TDistribution(degreesOfFreedom, QUANTILE_ACCURACY);
    return -t.inverseCumulativeProbability((1 - level) / 2);
  }
}
