package org.evenkeel.paper.theory;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.internal.Checks;
import org.hipparchus.special.Erf;

/// A model of the variance of DQN's scores (appendix A), in the case described in section 4.1: the targets are correct,
/// y = Q*, and yet the greedy action of Q = y + Z differs from that of y.
///
/// Appendix A itself shows a learning curve and computes nothing. The score of a trial drops now and then and recovers,
/// and those drops are the variance between trials. This is the smallest model with that behaviour. There is one decision
/// between two actions whose values differ by `gap`. K networks with correct targets and independent errors of standard
/// deviation `sigma` are averaged (K = 1 is DQN) and act greedily. An evaluation that deviates scores `gap` less. Each
/// evaluation has new errors, so if p is the probability of deviating, the variance of the score is p (1 - p) gap^2, both
/// between trials at one time and within one trial over time.
///
/// @param gap the difference between the values of the two actions
/// @param sigma the standard deviation of an error
/// @param k the number of averaged networks
/// @param law the distribution of the errors
public record PolicyDeviation(double gap, double sigma, int k, ErrorLaw law) {
  /// Checks the numbers.
  public PolicyDeviation {
    if (!(gap >= 0) || Double.isInfinite(gap)) {
      throw new IllegalArgumentException("gap must be a finite number >= 0, was " + gap);
    }
    Checks.positive("sigma", sigma);
    Checks.atLeast("k", 1, k);
  }

  /// Returns the probability p that the greedy action is the worse one.
  public double probability() {
    return switch (law) {
      // The difference of two means of K errors is normal with variance 2 sigma^2 / K.
      case NORMAL -> 0.5 * Erf.erfc(gap * Math.sqrt(k) / (2 * sigma));
      // The difference is a sum of 2 K uniform numbers: moved to [0, 1], their sum must stay below
      // K (1 - gap / (2 epsilon)).
      case UNIFORM -> sumOfUniformsBelow(2 * k, k * (1 - gap / (2 * Math.sqrt(3) * sigma)));
    };
  }

  /// Returns the average cost of the deviations: p gap.
  public double meanDrop() {
    return probability() * gap;
  }

  /// Returns the variance of the score, between trials as within one: p (1 - p) gap^2.
  public double scoreVariance() {
    double p = probability();
    return p * (1 - p) * gap * gap;
  }

  /// The variance of the score over many trials at their last evaluation, its variance over the evaluations of one
  /// trial, and the share of all evaluations that deviated.
  public record Spread(Measurement betweenTrials, Measurement withinTrial, Measurement deviated) {}

  /// Simulates a number of trials with a number of evaluations each.
  public Spread measured(int trials, int evaluations, long seed) {
    Checks.atLeast("trials", 2, trials);
    Checks.atLeast("evaluations", 2, evaluations);
    RandomStream random = new RandomStream(seed);
    double[] z = new double[2 * k];
    double[] finals = new double[trials];
    double[] first = new double[evaluations];
    double[] shares = new double[trials];
    for (int trial = 0; trial < trials; trial++) {
      int deviations = 0;
      for (int e = 0; e < evaluations; e++) {
        boolean deviates = deviates(random, z);
        deviations += deviates ? 1 : 0;
        finals[trial] = deviates ? -gap : 0;
        if (trial == 0) {
          first[e] = finals[trial];
        }
      }
      shares[trial] = (double) deviations / evaluations;
    }
    return new Spread(
        Measurement.ofVariance(finals), Measurement.ofVariance(first), Measurement.ofMean(shares));
  }

  private boolean deviates(RandomStream random, double[] z) {
    law.fill(random, z, 2 * k);
    double better = 0;
    double worse = 0;
    for (int i = 0; i < k; i++) {
      better += z[i];
      worse += z[k + i];
    }
    return sigma * (worse - better) / k > gap;
  }

  /// Returns P[U_1 + ... + U_n < x] = (1/n!) sum_{j <= x} (-1)^j C(n, j) (x - j)^n (Irwin 1927, Hall 1927), computed in
  /// exact arithmetic because the terms cancel.
  private static double sumOfUniformsBelow(int n, double x) {
    BigDecimal sum = BigDecimal.ZERO;
    BigInteger binomial = BigInteger.ONE;
    BigInteger factorial = BigInteger.ONE;
    BigDecimal exactX = new BigDecimal(x);
    for (int j = 0; j < x; j++) {
      BigDecimal power = exactX.subtract(BigDecimal.valueOf(j)).pow(n);
      BigDecimal term = new BigDecimal(binomial).multiply(power);
      sum = j % 2 == 0 ? sum.add(term) : sum.subtract(term);
      binomial = binomial.multiply(BigInteger.valueOf(n - j)).divide(BigInteger.valueOf(j + 1L));
    }
    for (int i = 2; i <= n; i++) {
      factorial = factorial.multiply(BigInteger.valueOf(i));
    }
    return sum.divide(new BigDecimal(factorial), MathContext.DECIMAL128).doubleValue();
  }
}
