package org.evenkeel.paper.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.evenkeel.envs.Gridworld.Goal;
import org.evenkeel.paper.theory.GeneralVariance.Variances;
import org.junit.jupiter.api.Test;

class WorldsTest {
  private static final double GAMMA = 0.9;
  private static final double NEAR = 1e-12;

  private static Variances variances(FixedPolicy policy, int k) {
    ErrorCovariance errors = ErrorCovariance.independent(Worlds.ones(policy.states()));
    return GeneralVariance.of(policy, errors, k, 1);
  }

  /// Cells of the upper edge have one way, so with a terminal goal each is the start of a chain.
  @Test
  void aTerminalGoalEndsAChain() {
    int side = 4;
    Variances v = variances(Worlds.gridworld(side, Goal.TERMINAL_AFTER_ACTION, GAMMA), 3);
    for (int d = 0; d < side; d++) {
      int cell = side * side - 1 - d * side;
      ChainMdp chain = ChainMdp.equal(GAMMA, d + 1, 1);
      assertEquals(chain.dqn(), v.dqn()[cell], NEAR, "distance " + d);
      assertEquals(chain.averaged(3), v.averaged()[cell], NEAR, "distance " + d);
    }
  }

  @Test
  void aContinuingGoalIsALoopAtTheEndOfAPath() {
    int side = 4;
    Variances v = variances(Worlds.gridworld(side, Goal.CONTINUING, GAMMA), 3);
    Variances path = variances(Worlds.pathToLoop(GAMMA, side), 3);
    assertEquals(SelfLoop.averaged(GAMMA, 3, 1), v.averaged()[side * side - 1], NEAR);
    for (int d = 0; d < side; d++) {
      assertEquals(path.averaged()[d], v.averaged()[side * side - 1 - d], NEAR, "distance " + d);
    }
  }

  /// Two by two cells: the start goes half the time through each neighbour, and both see the goal's error.
  @Test
  void tiesAreShared() {
    Variances v = variances(Worlds.gridworld(2, Goal.TERMINAL_AFTER_ACTION, GAMMA), 1);
    double g2 = GAMMA * GAMMA;
    assertEquals(1 + g2 * (0.5 + g2), v.dqn()[0], NEAR);
  }
}
