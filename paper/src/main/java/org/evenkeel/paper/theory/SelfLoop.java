package org.evenkeel.paper.theory;

import org.evenkeel.core.internal.Checks;

/// Closed forms for one state that loops to itself, the simplest recurrent MDP: Q_i = Z_i + gamma (mean of the last K
/// values). They are not in the paper; the proof is in `docs/theory.md`.
///
/// Here the order of section 5 is reversed: Averaged has (K (1 + gamma)) / (K + gamma) times the variance of Ensemble,
/// because its K networks are affected by each other's errors and those of an ensemble are not.
public final class SelfLoop {
  private SelfLoop() {}

  /// Returns the variance of DQN: sigma^2 / (1 - gamma^2).
  public static double dqn(double gamma, double sigma2) {
    return ensemble(gamma, 1, sigma2);
  }

  /// Returns Var[Q^E] = sigma^2 / (K (1 - gamma) (1 + gamma)).
  public static double ensemble(double gamma, int k, double sigma2) {
    check(gamma, k, sigma2);
    return sigma2 / (k * (1 - gamma) * (1 + gamma));
  }

  /// Returns the variance of one member of the ensemble: sigma^2 + gamma^2 Var[Q^E].
  public static double ensembleMember(double gamma, int k, double sigma2) {
    return sigma2 + gamma * gamma * ensemble(gamma, k, sigma2);
  }

  /// Returns Var[Q^A] = sigma^2 / ((1 - gamma) (K + gamma)).
  public static double averaged(double gamma, int k, double sigma2) {
    check(gamma, k, sigma2);
    return sigma2 / ((1 - gamma) * (k + gamma));
  }

  /// Returns the variance of the newest network of Averaged-DQN: sigma^2 + gamma^2 Var[Q^A].
  public static double averagedNetwork(double gamma, int k, double sigma2) {
    return sigma2 + gamma * gamma * averaged(gamma, k, sigma2);
  }

  private static void check(double gamma, int k, double sigma2) {
    Checks.fraction("gamma", gamma);
    Checks.atLeast("k", 1, k);
    ErrorCovariance.checkedVariances(sigma2);
  }
}
