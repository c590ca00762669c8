package org.evenkeel.lab.statistics;

import org.evenkeel.core.internal.Checks;
import org.hipparchus.distribution.continuous.TDistribution;

/// Welch's t-test (1947): do two samples come from distributions with the same mean, whatever their
/// variances? Colas et al. (2019), "A Hitchhiker's Guide to Statistical Comparisons of Reinforcement
/// Learning Algorithms", recommend it for runs of two algorithms.
///
/// With `e` the variance of a sample divided by its size,
/// `t = (mean a - mean b) / sqrt(ea + eb)` has
/// `(ea + eb)^2 / (ea^2 / (na - 1) + eb^2 / (nb - 1))` degrees of freedom.
public final class WelchTest {
  private final double difference;
  private final double standardError;
  private final double degreesOfFreedom;
  private final double effectSize;

  private WelchTest(Sample a, Sample b) {
    double ea = a.variance() / a.size();
    double eb = b.variance() / b.size();
    if (ea + eb == 0) {
      throw new IllegalArgumentException(
          "one of two samples must vary, but their values were always %s and %s"
              .formatted(a.mean(), b.mean()));
    }
    difference = a.mean() - b.mean();
    standardError = Math.sqrt(ea + eb);
    // Fractions instead of squares of the errors, since those of tiny values would underflow to 0.
    double shareA = ea / (ea + eb);
    double shareB = eb / (ea + eb);
    degreesOfFreedom = 1 / (shareA * shareA / (a.size() - 1) + shareB * shareB / (b.size() - 1));
    effectSize = difference / Math.sqrt((a.variance() + b.variance()) / 2);
  }

  /// Tests two samples of at least two values each.
  ///
  /// @throws IllegalArgumentException if neither sample varies, since there is nothing to test
  public static WelchTest of(Sample a, Sample b) {
    Checks.atLeast("the size of sample a", 2, a.size());
    Checks.atLeast("the size of sample b", 2, b.size());
    return new WelchTest(a, b);
  }

  /// Returns the difference of the means in standard errors, positive if a is larger.
  public double t() {
    return difference / standardError;
  }

  /// Returns the degrees of freedom, in general not a whole number.
  public double degreesOfFreedom() {
    return degreesOfFreedom;
  }

  /// Returns the probability of a t at least this far from 0 if the means are equal.
  public double pTwoSided() {
    // From the lower tail, where a small p keeps its precision.
    return 2 * new TDistribution(degreesOfFreedom).cumulativeProbability(-Math.abs(t()));
  }

  /// Returns the probability of a t at least this large if the means are equal: small if a is larger than b.
  public double pGreater() {
    return new TDistribution(degreesOfFreedom).cumulativeProbability(-t());
  }

  /// Returns the difference of the means, a - b, with its interval.
  public Estimate difference(double level) {
    return Estimate.around(difference, Sample.quantile(degreesOfFreedom, level) * standardError);
  }

  /// Returns the difference of the means in standard deviations: Cohen's d with the square root of the mean of the two
  /// variances, which does not assume that they are equal (d* in Delacre et al. 2021).
  public double effectSize() {
    return effectSize;
  }
}
