package org.evenkeel.paper.theory;

import static org.evenkeel.paper.theory.Oracle.assertRefused;
import static org.evenkeel.paper.theory.Oracle.assertRelative;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.evenkeel.paper.theory.Oracle.Row;
import org.junit.jupiter.api.Test;

class SelfLoopTest {
  @Test
  void everyRowOfTheTableIsTheClosedForm() {
    for (Row row : Oracle.rows("self_loop_variance.csv", 18)) {
      double gamma = row.number("gamma");
      int k = row.integer("k");
      row.agrees("var_dqn", SelfLoop.dqn(gamma, 1));
      row.agrees("var_ensemble", SelfLoop.ensemble(gamma, k, 1));
      row.agrees("var_averaged", SelfLoop.averaged(gamma, k, 1));
      row.agrees("averaged_over_ensemble", k * (1 + gamma) / (k + gamma));
      row.agrees("var_averaged_one_network", SelfLoop.averagedNetwork(gamma, k, 1));
    }
  }

  /// The lemma of the proof: the autocovariances r_1, ..., r_K of Q_i are all gamma V. From the impulse response
  /// h of the recursion itself, r_j = sum_t h_t h_{t+j}.
  @Test
  void theAutocovariancesWithinTheWindowAreAllEqual() {
    double gamma = 0.8;
    int k = 5;
    double[] h = new double[3000];
    h[0] = 1;
    for (int t = 1; t < h.length; t++) {
      for (int i = 1; i <= Math.min(k, t); i++) {
        h[t] += gamma / k * h[t - i];
      }
    }
    double v = SelfLoop.averaged(gamma, k, 1);
    assertRelative(1 + gamma * gamma * v, autocovariance(h, 0), "r_0");
    for (int j = 1; j <= k; j++) {
      assertRelative(gamma * v, autocovariance(h, j), "r_" + j);
    }
    assertTrue(autocovariance(h, k + 1) < 0.99 * gamma * v);
  }

  private static double autocovariance(double[] h, int lag) {
    double sum = 0;
    for (int t = 0; t + lag < h.length; t++) {
      sum += h[t] * h[t + lag];
    }
    return sum;
  }

  @Test
  void averagedIsWorseThanEnsembleHere() {
    assertTrue(SelfLoop.averaged(0.9, 10, 1) > 1.7 * SelfLoop.ensemble(0.9, 10, 1));
    assertEquals(SelfLoop.averaged(0.9, 1, 1), SelfLoop.ensemble(0.9, 1, 1), 1e-14);
    assertEquals(3 * SelfLoop.averaged(0.9, 4, 1), SelfLoop.averaged(0.9, 4, 3), 1e-14);
    assertRelative(
        2 + 0.81 * SelfLoop.ensemble(0.9, 4, 2), SelfLoop.ensembleMember(0.9, 4, 2), "member");
  }

  @Test
  void badNumbersAreRefusedInASentence() {
    assertRefused("gamma must be in [0, 1), was 1.0", () -> SelfLoop.averaged(1, 2, 1));
    assertRefused("k must be >= 1, was 0", () -> SelfLoop.ensemble(0.9, 0, 1));
    assertRefused("gamma must be in [0, 1), was -0.1", () -> SelfLoop.dqn(-0.1, 1));
    assertRefused("k must be >= 1, was -1", () -> SelfLoop.averagedNetwork(0.9, -1, 1));
    assertRefused("k must be >= 1, was -1", () -> SelfLoop.ensembleMember(0.9, -1, 1));
    assertRefused(
        "the error variance of state 0 must be a finite number >= 0, was -1.0",
        () -> SelfLoop.averaged(0.9, 2, -1));
  }
}
