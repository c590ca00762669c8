package org.evenkeel.lab.statistics;

import java.util.Arrays;
import java.util.List;
import org.hipparchus.distribution.continuous.NormalDistribution;

/// Tests whether the values of one algorithm are larger than those of another, over several tasks. It is a Mann-Whitney
/// test with the tasks as strata and an exact permutation distribution.
///
/// The statistic is the number of pairs of values of the same task in which a is larger, with ties counting half: the
/// sum of the Mann-Whitney U over the tasks. If the algorithm has no effect, every assignment of the values of a task
/// to the two algorithms is equally likely, independently for each task. This gives the p-value without assuming any
/// distribution. The scales of the tasks do not matter. With few values the smallest possible p-value may be above
/// 0.05, and then nothing can be decided: with two samples of 3 on one task it is at least 0.1.
public final class StratifiedRanks {
  private final double share;
  private final double p;
  private final double smallestP;
  private final double standardError;

  private StratifiedRanks(double share, double p, double smallestP, double standardError) {
    this.share = share;
    this.p = p;
    this.smallestP = smallestP;
    this.standardError = standardError;
  }

  /// Compares two algorithms, task by task.
  ///
  /// @param a the values of the first on each task
  /// @param b the values of the second on the same tasks
  public static StratifiedRanks of(List<Sample> a, List<Sample> b) {
    if (a.isEmpty() || a.size() != b.size()) {
      throw new IllegalArgumentException(
          "both must have the same tasks, at least one, had %d and %d"
              .formatted(a.size(), b.size()));
    }
    double[] distribution = {1};
    int found = 0;
    int pairs = 0;
    double variance = 0;
    for (int task = 0; task < a.size(); task++) {
      Task one = new Task(a.get(task).values(), b.get(task).values());
      found += one.twiceU();
      pairs += one.pairs;
      variance += one.pairs * (one.ranks.length + 1) / 12.0;
      distribution = sum(distribution, one.distribution());
    }
    int far = Math.abs(found - pairs);
    double p = 0;
    for (int twiceU = 0; twiceU < distribution.length; twiceU++) {
      p += Math.abs(twiceU - pairs) >= far ? distribution[twiceU] : 0;
    }
    return new StratifiedRanks(
        found / (2.0 * pairs),
        Math.min(1, p),
        Math.min(1, distribution[0] + distribution[distribution.length - 1]),
        Math.sqrt(variance) / pairs);
  }

  /// Returns the fraction of pairs of values of one task in which a is larger, with ties counting half: an effect size,
  /// 1/2 for none.
  public double share() {
    return share;
  }

  /// Returns the probability of a fraction at least this far from 1/2 if the two do not differ.
  public double pTwoSided() {
    return p;
  }

  /// Returns the p-value if every value of one were above every value of the other, the smallest possible for these
  /// sample sizes.
  public double smallestP() {
    return smallestP;
  }

  /// Returns the fraction above 1/2 that a two-sided test at some level detects with some probability. It is
  /// approximate: it uses the normal approximation of the statistic when the two do not differ. It may be above 1; then
  /// only a fraction of nearly 1 is detected, if [#smallestP] allows it.
  ///
  /// @param confidence 1 minus the level of the test
  /// @param power the probability, above 1/2
  public double detectableShare(double confidence, double power) {
    NormalDistribution normal = new NormalDistribution();
    double reach =
        normal.inverseCumulativeProbability((1 + confidence) / 2)
            + normal.inverseCumulativeProbability(power);
    return 0.5 + reach * standardError;
  }

  private static double[] sum(double[] x, double[] y) {
    double[] sum = new double[x.length + y.length - 1];
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < y.length; j++) {
        sum[i + j] += x[i] * y[j];
      }
    }
    return sum;
  }

  /// One task with its ranks, doubled so that those of ties are whole numbers as well.
  private static final class Task {
    private final int size;
    private final int pairs;
    private final int[] ranks;

    Task(double[] a, double[] b) {
      size = a.length;
      pairs = a.length * b.length;
      double[] all = Arrays.copyOf(a, a.length + b.length);
      System.arraycopy(b, 0, all, a.length, b.length);
      ranks = new int[all.length];
      for (int i = 0; i < all.length; i++) {
        ranks[i] = 1;
        for (double other : all) {
          ranks[i] += other < all[i] ? 2 : other == all[i] ? 1 : 0;
        }
      }
    }

    int twiceU() {
      return Arrays.stream(ranks, 0, size).sum() - size * (size + 1);
    }

    /// Returns the probability of each doubled U. The values are assigned one by one; the probability that the next one
    /// goes to a is the fraction of the remaining values that a still needs.
    double[] distribution() {
      int most = Arrays.stream(ranks).sum();
      double[][] now = new double[size + 1][most + 1]; // [values a has][sum of their ranks]
      now[0][0] = 1;
      for (int dealt = 0; dealt < ranks.length; dealt++) {
        double[][] next = new double[size + 1][most + 1];
        for (int had = 0; had <= size; had++) {
          double toA = (size - had) / (double) (ranks.length - dealt);
          for (int s = 0; s <= most; s++) {
            if (now[had][s] > 0) {
              next[had][s] += now[had][s] * (1 - toA);
              if (had < size) {
                next[had + 1][s + ranks[dealt]] += now[had][s] * toA;
              }
            }
          }
        }
        now = next;
      }
      int least = size * (size + 1);
      return Arrays.copyOfRange(now[size], least, least + 2 * pairs + 1);
    }
  }
}
