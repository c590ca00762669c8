package org.evenkeel.lab.statistics;

import java.util.Arrays;
import java.util.List;
import org.hipparchus.distribution.continuous.NormalDistribution;

/// Are the values of one algorithm larger than those of another, on several tasks together? A Mann-Whitney
/// test with the tasks as strata and its exact permutation distribution.
///
/// The statistic is the number of pairs of values of the same task in which a is larger, ties counting half:
/// the sum of the Mann-Whitney U of the tasks. If the algorithm has no effect, every way to deal the values of a
/// task to the two algorithms is equally likely, on each task by itself; that gives the p-value, and no
/// distribution is assumed. The scales of the tasks do not matter. With few values the smallest possible p-value
/// may be above 0.05, and then nothing can be decided: two samples of 3 on one task have at least 0.1.
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

  /// The comparison of two algorithms, task by task.
  ///
  /// @param a the values of the first on each task
  /// @param b those of the second on the same tasks
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

  /// The share of the pairs of values of one task in which a is larger, ties counting half: an effect size, 1/2 for
  /// none.
  public double share() {
    return share;
  }

  /// How likely a share at least this far from 1/2 is, if the two do not differ.
  public double pTwoSided() {
    return p;
  }

  /// The p-value if every value of the one were above every value of the other: with so many values none is smaller.
  public double smallestP() {
    return smallestP;
  }

  /// The share above 1/2 that a two-sided test at some level finds with some probability: about, by the normal
  /// distribution that the statistic has when the two do not differ. It may be above 1: then only a share of nearly 1
  /// is found, if [#smallestP] allows it.
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

  /// One task with its ranks, doubled so that those of ties are whole numbers too.
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

    /// How likely each doubled U is. The values are dealt one by one; the next goes to a with the share that a
    /// still wants of those left.
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
