package org.evenkeel.paper.theory;

import java.util.Arrays;
import org.evenkeel.core.internal.Checks;

/// The stationary variance of the estimates in any MDP with a fixed policy, for any covariance of the errors of
/// one iteration. This is the general setting of section 5, before the paper specializes to the chain.
///
///     Q_i = Z_i + gamma P A_{i-1},     A_i = (1/K) sum_{k=0..K-1} Q_{i-k}
///
/// **Method.** The usual way is a discrete Lyapunov equation of size K S for the last K values of Q together. For the
/// Gridworld's 400 states and K = 20 that is a dense matrix of 8000 x 8000, 512 MB, and its solution takes about
/// 10^13 operations. Instead, the recursion is applied to the errors themselves: Q_i = sum_j H_j Z_{i-j} with
/// H_0 = I and H_j = gamma P (mean of the last K H). With covariance B B^T this gives
///
///     Var[Q(s)] = sum_j |row s of H_j B|^2,     Var[Q^A(s)] = sum_j |row s of (mean of the last K H) B|^2.
///
/// The H_j B obey the same recursion, need only the entries of P above 0, and the columns of B are independent of each
/// other. The cost is (terms) x (rank of the covariance) x (transitions above 0 + 4 S).
///
/// **Termination.** P does not enlarge the largest entry of a column, so K iterations shrink it by at least gamma. If
/// the last K had no entry above e, all remaining terms add at most K e^2 / (1 - gamma^2) to each variance. The sum ends
/// when that is below 10^-18 of the largest variance (relative to a state's own variance it may be more). A chain ends by
/// itself: its H_j are 0 from j = K M on. For a recurrent MDP the number of terms is about 10 (K + 1) / (1 - gamma).
public final class GeneralVariance {
  /// The number of columns computed together: enough for vector instructions, few enough for the cache.
  private static final int WIDTH = 32;

  private static final double NEGLIGIBLE = 1e-18;

  private GeneralVariance() {}

  /// The variance at each state of DQN's network, of Ensemble's and Averaged's output (averages of K networks),
  /// and of one network of each of these two.
  @SuppressWarnings("ArrayRecordComponent") // a result with a single owner
  public record Variances(
      double[] dqn,
      double[] ensemble,
      double[] ensembleMember,
      double[] averaged,
      double[] averagedNetwork) {}

  /// Computes the variances with K networks. The result is bit-identical for any number of threads.
  public static Variances of(FixedPolicy policy, ErrorCovariance errors, int k, int threads) {
    Checks.atLeast("k", 1, k);
    if (errors.states() != policy.states()) {
      throw new IllegalArgumentException(
          "the errors must have as many states as the policy, was %d with %d states"
              .formatted(errors.states(), policy.states()));
    }
    double[] dqn = sums(policy, errors, 1, threads)[0];
    double[][] averaged = k == 1 ? new double[][] {dqn, dqn} : sums(policy, errors, k, threads);
    double[] ensemble = new double[dqn.length];
    double[] member = new double[dqn.length];
    for (int s = 0; s < dqn.length; s++) {
      // The mean of K members with uncorrelated errors is DQN with errors of 1/K the covariance.
      ensemble[s] = dqn[s] / k;
      member[s] = errors.variance(s) + (dqn[s] - errors.variance(s)) / k;
    }
    return new Variances(dqn.clone(), ensemble, member, averaged[1].clone(), averaged[0].clone());
  }

  /// Returns, for each state, the sum of the squares of H_j B, and of their means over the last K.
  private static double[][] sums(FixedPolicy policy, ErrorCovariance errors, int k, int threads) {
    int blocks = (errors.rank() + WIDTH - 1) / WIDTH;
    double[][][] parts = new double[blocks][][];
    Blocks.run(threads, blocks, b -> parts[b] = blockSums(policy, errors, k, b * WIDTH));
    double[][] sums = new double[2][policy.states()];
    for (double[][] part : parts) {
      addRows(part[0], 1, sums[0]);
      addRows(part[1], 1.0 / ((double) k * k), sums[1]);
    }
    return sums;
  }

  /// Returns, for some columns of B and entry by entry, the sums of the squares of H_j B, and of the sums over the last
  /// K.
  private static double[][] blockSums(
      FixedPolicy policy, ErrorCovariance errors, int k, int firstColumn) {
    int width = Math.min(WIDTH, errors.rank() - firstColumn);
    int size = policy.states() * width;
    double[][] last = new double[k][size];
    double[] next = new double[size];
    double[] window = new double[size];
    double[][] squares = new double[2][size];
    for (int i = 0; i < size; i++) {
      last[0][i] = errors.root(i / width, firstColumn + i % width);
    }
    double[] oldest = new double[size];
    for (int slot = 0; ; ) {
      exchange(oldest, last[slot], window, squares);
      if (slot == k - 1) {
        if (restIsNegligible(policy.gamma(), width, last, squares[0])) {
          return squares;
        }
        // Adding and subtracting accumulates rounding errors, so the sum is recomputed once per
        // round.
        Arrays.fill(window, 0);
        for (double[] h : last) {
          add(h, window);
        }
      }
      policy.multiply(policy.gamma() / k, window, width, next);
      slot = (slot + 1) % k;
      oldest = last[slot];
      last[slot] = next;
      next = oldest;
    }
  }

  /// Removes the oldest H from the window, adds the newest, and adds the squares of the newest and of the window.
  private static void exchange(
      double[] oldest, double[] newest, double[] window, double[][] squares) {
    double[] ofNewest = squares[0];
    double[] ofWindow = squares[1];
    for (int i = 0; i < window.length; i++) {
      double h = newest[i];
      double w = window[i] - oldest[i] + h;
      window[i] = w;
      ofNewest[i] += h * h;
      ofWindow[i] += w * w;
    }
  }

  private static boolean restIsNegligible(
      double gamma, int width, double[][] last, double[] squares) {
    double peak = 0;
    for (double[] h : last) {
      for (double value : h) {
        peak = Math.max(peak, Math.abs(value));
      }
    }
    double largest = 0;
    for (int from = 0; from < squares.length; from += width) {
      double variance = 0;
      for (int i = from; i < from + width; i++) {
        variance += squares[i];
      }
      largest = Math.max(largest, variance);
    }
    double rest = width * last.length * peak * peak / ((1 - gamma) * (1 + gamma));
    return rest <= NEGLIGIBLE * largest;
  }

  private static void add(double[] from, double[] to) {
    for (int i = 0; i < to.length; i++) {
      to[i] += from[i];
    }
  }

  /// Adds the scaled sum of each row of the table to its state's sum.
  private static void addRows(double[] table, double scale, double[] sums) {
    int width = table.length / sums.length;
    for (int s = 0; s < sums.length; s++) {
      double row = 0;
      for (int c = 0; c < width; c++) {
        row += table[s * width + c];
      }
      sums[s] += scale * row;
    }
  }
}
