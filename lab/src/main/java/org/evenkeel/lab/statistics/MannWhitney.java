package org.evenkeel.lab.statistics;

import java.util.Arrays;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.hipparchus.stat.ranking.NaNStrategy;
import org.hipparchus.stat.ranking.NaturalRanking;
import org.hipparchus.stat.ranking.TiesStrategy;

/// The test of Mann and Whitney (1947): is a value from one sample as likely to be larger as smaller than one from
/// another? It does not require a normal distribution. All p-values are two-sided.
///
/// U counts the pairs in which a is larger, with ties counting half. If both samples come from one distribution, U has
/// the mean `m = na nb / 2` and, with n = na + nb and groups of t equal values, the variance
/// `na nb / 12 * (n + 1 - sum(t^3 - t) / (n (n - 1)))`. The methods, and the choice among them, are those of SciPy's
/// `mannwhitneyu`.
public final class MannWhitney {
  /// The largest size of a small sample, as in SciPy: the p-value is exact if one sample is small and there are no
  /// ties.
  private static final int SMALL = 8;

  /// The method by which a p-value is computed.
  public enum Method {
    /// The exact distribution of U. It requires that there are no ties; the time grows with the square of the number of
    /// pairs.
    EXACT,
    /// The normal distribution, with the variance corrected for ties.
    NORMAL,
    /// The same as [#NORMAL], with U moved half a pair towards its mean, since U is discrete.
    NORMAL_CONTINUITY
  }

  private final int sizeA;
  private final int sizeB;
  private final double u;

  /// The sum of t^3 - t over the groups of t equal values.
  private final double ties;

  private MannWhitney(Sample a, Sample b) {
    sizeA = a.size();
    sizeB = b.size();
    double[] all = Arrays.copyOf(a.values(), sizeA + sizeB);
    System.arraycopy(b.values(), 0, all, sizeA, sizeB);
    double[] ranks = new NaturalRanking(NaNStrategy.FAILED, TiesStrategy.AVERAGE).rank(all);
    u = Arrays.stream(ranks, 0, sizeA).sum() - sizeA * (sizeA + 1.0) / 2;
    ties = ties(all);
  }

  /// Tests two samples.
  public static MannWhitney of(Sample a, Sample b) {
    return new MannWhitney(a, b);
  }

  private static double ties(double[] all) {
    Arrays.sort(all);
    double sum = 0;
    int first = 0;
    for (int i = 1; i <= all.length; i++) {
      if (i == all.length || all[i] != all[first]) {
        double t = i - first;
        sum += t * t * t - t;
        first = i;
      }
    }
    return sum;
  }

  /// Returns the number of pairs in which a is larger, with ties counting half.
  public double u() {
    return u;
  }

  /// Returns the fraction of pairs in which a is larger, with ties counting half: an effect size, 1/2 for none.
  public double shareOfPairs() {
    return u / ((double) sizeA * sizeB);
  }

  /// Returns the method that [#p()] uses: exact for a small sample without ties, otherwise normal with continuity
  /// correction.
  public Method method() {
    return ties == 0 && Math.min(sizeA, sizeB) <= SMALL ? Method.EXACT : Method.NORMAL_CONTINUITY;
  }

  /// Returns the two-sided p-value by the appropriate method.
  public double p() {
    return p(method());
  }

  /// Returns the two-sided p-value by a given method.
  public double p(Method method) {
    return switch (method) {
      case EXACT -> exact();
      case NORMAL -> normal(0);
      case NORMAL_CONTINUITY -> normal(0.5);
    };
  }

  private double normal(double continuity) {
    double n = sizeA + sizeB;
    double pairs = (double) sizeA * sizeB;
    double variance = pairs / 12 * (n + 1 - ties / (n * (n - 1)));
    if (variance <= 0) {
      return 1; // all values are equal
    }
    double z = (Math.abs(u - pairs / 2) - continuity) / Math.sqrt(variance);
    return Math.min(1, 2 * new NormalDistribution().cumulativeProbability(-z));
  }

  private double exact() {
    if (ties != 0) {
      throw new IllegalArgumentException(
          "the exact p-value requires samples without ties, but some values are equal");
    }
    double[] probabilities = distribution(Math.min(sizeA, sizeB), Math.max(sizeA, sizeB));
    int pairs = probabilities.length - 1;
    int far = (int) Math.min(u, pairs - u); // U is symmetric about pairs / 2
    double tail = 0;
    for (int i = 0; i <= far; i++) {
      tail += probabilities[i];
    }
    return Math.min(1, 2 * tail);
  }

  /// Returns the probability of each U for samples of `small` and `large` values from one distribution. The largest
  /// value of all is in the first sample with probability `s / (s + l)`, and then exceeds all l of the other; the rest
  /// is the same problem with one value less. All terms are positive, so there is no cancellation.
  static double[] distribution(int small, int large) {
    double[][] before = new double[small + 1][];
    for (int s = 0; s <= small; s++) {
      before[s] = new double[] {1};
    }
    for (int l = 1; l <= large; l++) {
      double[][] now = new double[small + 1][];
      now[0] = new double[] {1};
      for (int s = 1; s <= small; s++) {
        now[s] = new double[s * l + 1];
        double first = (double) s / (s + l);
        double second = (double) l / (s + l);
        for (int i = 0; i < now[s - 1].length; i++) {
          now[s][i + l] += now[s - 1][i] * first;
        }
        for (int i = 0; i < before[s].length; i++) {
          now[s][i] += before[s][i] * second;
        }
      }
      before = now;
    }
    return before[small];
  }
}
