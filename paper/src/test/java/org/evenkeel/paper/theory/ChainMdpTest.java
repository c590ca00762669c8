package org.evenkeel.paper.theory;

import static org.evenkeel.paper.theory.Oracle.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.evenkeel.paper.theory.Oracle.Row;
import org.junit.jupiter.api.Test;

class ChainMdpTest {
  @Test
  void everyRowOfTheChainTableAgrees() {
    for (Row row : Oracle.rows("chain_variance.csv", 98)) {
      ChainMdp chain = ChainMdp.equal(row.number("gamma"), row.integer("states"), 1);
      agrees(row, chain);
      int k = row.integer("k");
      row.agrees("ensemble_over_averaged", chain.ensemble(k) / chain.averaged(k));
    }
  }

  @Test
  void everyRowWithUnevenVariancesAgrees() {
    for (Row row : Oracle.rows("chain_variance_uneven.csv", 4)) {
      ChainMdp chain = new ChainMdp(row.number("gamma"), row.numbers("sigma2_of_s0_to_last"));
      assertEquals(row.integer("states"), chain.states());
      agrees(row, chain);
    }
  }

  private static void agrees(Row row, ChainMdp chain) {
    int k = row.integer("k");
    row.agrees("var_dqn", chain.dqn());
    row.agrees("var_ensemble", chain.ensemble(k));
    row.agrees("var_averaged", chain.averaged(k));
    row.agrees("var_ensemble_one_member", chain.ensembleMember(k));
    row.agrees("var_averaged_one_network", chain.averagedNetwork(k));
  }

  /// gamma 1/2, variances 1, 2, 4 and K = 2, where D is 1/2, 3/8, 5/16.
  @Test
  void threeStatesByHand() {
    ChainMdp chain = new ChainMdp(0.5, 1, 2, 4);
    assertEquals(1 + 2 / 4.0 + 4 / 16.0, chain.dqn());
    assertEquals(1.75 / 2, chain.ensemble(2));
    assertEquals(1 / 2.0 + 3 / 8.0 * 2 / 4 + 5 / 16.0 * 4 / 16, chain.averaged(2));
    assertEquals(1 + 0.75 / 2, chain.ensembleMember(2));
    assertEquals(1 + 0.25 * (2 / 2.0 + 3 / 8.0 * 4 / 4), chain.averagedNetwork(2));
  }

  @Test
  void withOneStateAveragedIsNoBetterThanEnsembleAndWithTwoItIs() {
    for (int k = 2; k <= 20; k++) {
      ChainMdp one = ChainMdp.equal(0.9, 1, 1);
      assertEquals(one.ensemble(k), one.averaged(k));
      assertEquals(1, one.averagedNetwork(k));
      ChainMdp two = ChainMdp.equal(0.9, 2, 1);
      assertTrue(two.averaged(k) < two.ensemble(k));
    }
  }

  @Test
  void withOneNetworkAllThreeAreDqn() {
    ChainMdp chain = new ChainMdp(0.9, 1, 3, 2);
    assertEquals(chain.dqn(), chain.ensemble(1));
    assertEquals(chain.dqn(), chain.averaged(1));
    assertEquals(chain.dqn(), chain.averagedNetwork(1), 1e-15);
    assertEquals(chain.dqn(), chain.ensembleMember(1));
  }

  /// A chain that cut the bootstrap before the terminal state would be one state shorter.
  @Test
  void theTerminalStatesErrorCounts() {
    ChainMdp silentEnd = new ChainMdp(0.9, 1, 1, 1, 0);
    assertEquals(ChainMdp.equal(0.9, 3, 1).dqn(), silentEnd.dqn());
    assertTrue(ChainMdp.equal(0.9, 4, 1).dqn() > silentEnd.dqn() + 0.5);
  }

  @Test
  void oneNetworkOfAveragedIsNeverBelowItsOwnError() {
    assertTrue(ChainMdp.equal(0.9, 20, 1).averagedNetwork(20) > 1);
    assertTrue(ChainMdp.equal(0.9, 20, 1).averagedNetwork(500) > 1);
  }

  /// Two states, K = 2, gamma 1/2: s_1 is 0 from iteration 1 on, so s_0 is 1/2, then 1/4, then 0.
  @Test
  void theStartsWeightByHand() {
    ChainMdp two = ChainMdp.equal(0.5, 2, 1);
    double[] weights = {1, 0.75, 0.375, 0.125, 0, 0};
    for (int i = 0; i < weights.length; i++) {
      assertEquals(weights[i], two.startWeight(2, i), "iteration " + i);
    }
  }

  @Test
  void theStartsWeightIsThatOfTheSimulation() {
    ChainMdp silent = ChainMdp.equal(0.9, 4, 0);
    ChainSimulation simulation = new ChainSimulation(silent, 3, ErrorLaw.NORMAL, 2, 1);
    for (int i = 1; i < 14; i++) {
      double simulated = simulation.averaged(1, i, 1).mean().value();
      assertEquals(simulated, silent.startWeight(3, i), 1e-15, "iteration " + i);
    }
    assertTrue(silent.startWeight(3, 11) > 0);
    assertEquals(0, silent.startWeight(3, 12));
  }

  @Test
  void badNumbersAreRefusedInASentence() {
    ChainMdp chain = ChainMdp.equal(1, 3, 1);
    assertRefused("gamma must be in [0, 1], was 1.5", () -> new ChainMdp(1.5, 1));
    assertRefused("gamma must be in [0, 1], was NaN", () -> new ChainMdp(Double.NaN, 1));
    assertRefused("sigma2 must have length >= 1, was 0", () -> new ChainMdp(0.9));
    assertRefused(
        "the error variance of state 1 must be a finite number >= 0, was -2.0",
        () -> new ChainMdp(0.9, 1, -2));
    assertRefused("states must be >= 1, was 0", () -> ChainMdp.equal(0.9, 0, 1));
    assertRefused("k must be >= 1, was 0", () -> chain.ensemble(0));
    assertRefused("k must be >= 1, was 0", () -> chain.ensembleMember(0));
    assertRefused("k must be >= 1, was -3", () -> chain.averaged(-3));
    assertRefused("k must be >= 1, was 0", () -> chain.averagedNetwork(0));
    assertRefused("gamma must be in [0, 1), was 1.0", chain::asFixedPolicy);
  }
}
