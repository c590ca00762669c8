package org.evenkeel.paper.theory;

import java.util.Arrays;
import org.evenkeel.core.internal.Checks;

/// The M-state unidirectional MDP of section 5 (figure 3) with a fixed policy and no rewards, and the variance
/// of its estimates at s_0, in closed form.
///
/// Errors of different states and iterations are uncorrelated; the error of state s has variance sigma_s^2. The
/// terminal state s_{M-1} also has an error: its target is 0, and its value is Z. The formulas hold once the
/// initial networks are forgotten: from iteration M on for DQN and Ensemble, from iteration K M on for Averaged.
///
/// Q^A and Q^E are averages of K networks; Q^DQN is one network. [#averagedNetwork] and [#ensembleMember]
/// refer to one network of the other two.
public final class ChainMdp {
  private final double gamma;
  private final double[] sigma2;

  /// Creates a chain whose state s_m has error variance `sigma2[m]`.
  public ChainMdp(double gamma, double... sigma2) {
    Checks.probability("gamma", gamma);
    Checks.lengthAtLeast("sigma2", 1, sigma2.length);
    this.gamma = gamma;
    this.sigma2 = ErrorCovariance.checkedVariances(sigma2);
  }

  /// Returns a chain with the same error variance in every state.
  public static ChainMdp equal(double gamma, int states, double sigma2) {
    Checks.atLeast("states", 1, states);
    double[] all = new double[states];
    Arrays.fill(all, sigma2);
    return new ChainMdp(gamma, all);
  }

  /// Returns the number M of states, including the terminal one.
  public int states() {
    return sigma2.length;
  }

  /// Returns the discount.
  public double gamma() {
    return gamma;
  }

  /// Returns the error variance of state s_m.
  public double sigma2(int m) {
    return sigma2[m];
  }

  /// Returns Var[Q^DQN(s_0)] = sum_m gamma^2m sigma_m^2 (section 5.1).
  public double dqn() {
    return weighted(1, 0);
  }

  /// Returns Var[Q^E(s_0)] = Var[Q^DQN(s_0)] / K (section 5.2, appendix B).
  public double ensemble(int k) {
    Checks.atLeast("k", 1, k);
    return dqn() / k;
  }

  /// Returns the variance of one member of the ensemble at s_0. Its own error is not averaged, but its target is.
  public double ensembleMember(int k) {
    Checks.atLeast("k", 1, k);
    return sigma2[0] + (dqn() - sigma2[0]) / k;
  }

  /// Returns Var[Q^A(s_0)] = sum_m D_{K,m} gamma^2m sigma_m^2 (section 5.3, appendix C).
  public double averaged(int k) {
    return weighted(k, 0);
  }

  /// Returns the variance of the newest network of Averaged-DQN at s_0, the one that acts during training:
  /// sigma_0^2 + gamma^2 Var[Q^A(s_1)]. It is never below sigma_0^2, however large K is.
  public double averagedNetwork(int k) {
    return sigma2[0] + gamma * gamma * weighted(k, 1);
  }

  /// Returns the weight of the initial networks in Q^A(s_0) after a number of iterations. It is computed by the
  /// recursion without errors, from K networks that are 1 everywhere, and is 0 from iteration K M on.
  public double startWeight(int k, int iterations) {
    Checks.atLeast("k", 1, k);
    Checks.atLeast("iterations", 0, iterations);
    double[] next = new double[iterations + k]; // beyond the terminal state there is no value
    for (int m = sigma2.length - 1; m >= 0; m--) {
      double[] q = new double[iterations + k]; // iteration i is q[k - 1 + i]
      Arrays.fill(q, 0, k, 1);
      for (int i = k; i < q.length; i++) {
        q[i] = gamma * mean(next, i - k, i);
      }
      next = q;
    }
    return mean(next, iterations, iterations + k);
  }

  private static double mean(double[] values, int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += values[i];
    }
    return sum / (to - from);
  }

  /// Returns this chain in the form for [GeneralVariance]: each state leads to the next, and the last one ends.
  public FixedPolicy asFixedPolicy() {
    int states = sigma2.length;
    double[] p = new double[states * states];
    for (int m = 0; m + 1 < states; m++) {
      p[m * states + m + 1] = 1;
    }
    return new FixedPolicy(gamma, p);
  }

  /// Returns the variance of the average of K networks at state s_from. D_{1,m} is 1, so K = 1 gives DQN.
  private double weighted(int k, int from) {
    Checks.atLeast("k", 1, k);
    if (from == sigma2.length) {
      return 0;
    }
    double[] d = AveragingFactor.upTo(k, sigma2.length - from);
    double sum = 0;
    double discount = 1;
    for (int m = 0; m < d.length; m++) {
      sum += d[m] * discount * sigma2[from + m];
      discount *= gamma * gamma;
    }
    return sum;
  }
}
