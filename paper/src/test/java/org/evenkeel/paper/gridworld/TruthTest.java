package org.evenkeel.paper.gridworld;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.evenkeel.envs.Gridworld;
import org.evenkeel.paper.theory.ErrorCovariance;
import org.evenkeel.paper.theory.FixedPolicy;
import org.evenkeel.paper.theory.GeneralVariance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// The paper's world, and one of 2x2 cells that is done by hand. There, with a discount of 1/2, the optimal values
/// of the states 0 to 3 are 1/2, 1, 1, 2 if the goal goes on, 1/2, 1, 1, 0 if entering it ends the episode, and 1/4,
/// 1/2, 1/2, 1 if the action in it does.
class TruthTest {
  private static final int UP = 0;
  private static final int DOWN = 2;

  private static Truth small(Gridworld.Goal goal) {
    return Truth.of(new Gridworld(2, goal), 0.5);
  }

  /// Q* with another favourite in one state.
  private static double[] withFavourite(Truth truth, int state, int action) {
    double[] q = truth.values().clone();
    q[state * Gridworld.ACTIONS + action] = truth.best(state) + 1;
    return q;
  }

  @ParameterizedTest
  @CsvSource({
    "CONTINUING, 1.73866, 1.92907, 0.18248, 10",
    "TERMINAL_ON_ENTERING, 0.19053, 0.21156, 0.02028, 0",
    "TERMINAL_AFTER_ACTION, 0.17398, 0.19291, 0.01825, 1"
  })
  void theNumbersOfThePapersWorld(
      Gridworld.Goal goal, double mean, double meanOfBest, double start, double atTheGoal) {
    Truth truth = Truth.of(new Gridworld(20, goal), 0.9);
    assertEquals(mean, truth.mean(), 1e-5);
    double sum = 0;
    for (int s = 0; s < 400; s++) {
      sum += truth.best(s);
    }
    assertEquals(meanOfBest, sum / 400, 1e-5);
    assertEquals(start, truth.best(0), 1e-5);
    assertEquals(atTheGoal, truth.best(399), 1e-10);
    assertEquals(38, truth.longest());
  }

  @ParameterizedTest
  @CsvSource({"CONTINUING, 0.8125", "TERMINAL_ON_ENTERING, 0.375", "TERMINAL_AFTER_ACTION, 0.4375"})
  void theMeanIsOverAllPairs(Gridworld.Goal goal, double mean) {
    assertEquals(mean, small(goal).mean(), 1e-11);
  }

  @ParameterizedTest
  @EnumSource(Gridworld.Goal.class)
  void theOptimalValuesLackNothing(Gridworld.Goal goal) {
    for (Truth truth : new Truth[] {small(goal), Truth.of(new Gridworld(7, goal), 0.9)}) {
      assertEquals(1, truth.optimalShare(truth.values()));
      assertEquals(0, truth.shortfall(truth.values()));
      double[] shifted = Arrays.stream(truth.values()).map(v -> 3 * v - 100).toArray();
      assertEquals(1, truth.optimalShare(shifted));
      assertEquals(0, truth.shortfall(shifted));
    }
  }

  /// State 3 alone gets something: its one reward, on the way out.
  @Test
  void theWorstValuesLackAlmostAll() {
    Truth truth = small(Gridworld.Goal.CONTINUING);
    double[] worst = Arrays.stream(truth.values()).map(v -> -v).toArray();
    assertEquals(0, truth.optimalShare(worst));
    assertEquals(1 - 1 / 4.5, truth.shortfall(worst), 1e-12);
  }

  /// Staying in state 1 for ever costs its own value and that of state 0, which leads there.
  @ParameterizedTest
  @CsvSource({
    "CONTINUING, 1.5, 4.5",
    "TERMINAL_ON_ENTERING, 1.5, 2.5",
    "TERMINAL_AFTER_ACTION, 0.75, 2.25"
  })
  void aMistakeInOneStateCostsAllThatComeThere(Gridworld.Goal goal, double lost, double possible) {
    Truth truth = small(goal);
    double[] q = withFavourite(truth, 1, UP);
    assertEquals(0.75, truth.optimalShare(q));
    assertEquals(lost / possible, truth.shortfall(q), 1e-12);
  }

  /// Leaving the goal and coming back gives every other reward: 4/3, and 2/3, 2/3, 1/3 for the others.
  @Test
  void leavingTheGoalCostsEveryOtherReward() {
    Truth truth = small(Gridworld.Goal.CONTINUING);
    double[] q = withFavourite(truth, 3, DOWN);
    assertEquals(0.75, truth.optimalShare(q));
    assertEquals(1 - 3 / 4.5, truth.shortfall(q), 1e-12);
  }

  /// Where the episode is over nothing is done, so nothing can be wrong.
  @Test
  void aGoalThatEndsTheEpisodeTakesAnyAction() {
    for (Gridworld.Goal goal :
        new Gridworld.Goal[] {
          Gridworld.Goal.TERMINAL_ON_ENTERING, Gridworld.Goal.TERMINAL_AFTER_ACTION
        }) {
      Truth truth = small(goal);
      double[] q = withFavourite(truth, 3, DOWN);
      assertEquals(1, truth.optimalShare(q));
      assertEquals(0, truth.shortfall(q));
    }
  }

  @Test
  void ofEqualActionsTheFirstAndRoundingDoesNotCount() {
    assertEquals(0, Truth.greedy(new double[] {1, 1, 1, 1}, 0));
    assertEquals(0, Truth.greedy(new double[] {1, 1 + 1e-12, 0, 1}, 0));
    assertEquals(2, Truth.greedy(new double[] {1, 1, 1.001, 1}, 0));
    assertEquals(3, Truth.greedy(new double[] {9, 0, 0, 0, -4, -3, -2, -1}, 1));
  }

  /// Up to the edge, then right; in the goal up again, which stays.
  @Test
  void thePolicyIsTheMatrixMadeByHand() {
    Truth truth = Truth.of(new Gridworld(3, Gridworld.Goal.CONTINUING), 0.9);
    int[] next = {1, 2, 5, 4, 5, 8, 7, 8, 8};
    same(matrix(next, 9), truth.policy());
  }

  @Test
  void whereTheEpisodeEndsTheRowIsEmpty() {
    Truth entering = Truth.of(new Gridworld(3, Gridworld.Goal.TERMINAL_ON_ENTERING), 0.9);
    same(matrix(new int[] {1, 2, 5, 4, 5, -1, 7, -1, -1}, 6), entering.policy());
    Truth after = Truth.of(new Gridworld(3, Gridworld.Goal.TERMINAL_AFTER_ACTION), 0.9);
    same(matrix(new int[] {1, 2, 5, 4, 5, 8, 7, 8, -1}, 8), after.policy());
  }

  private static FixedPolicy matrix(int[] next, int transitions) {
    double[] p = new double[next.length * next.length];
    for (int s = 0; s < next.length; s++) {
      if (next[s] >= 0) {
        p[s * next.length + next[s]] = 1;
      }
    }
    assertEquals(transitions, Arrays.stream(next).filter(n -> n >= 0).count());
    return new FixedPolicy(0.9, p);
  }

  /// The same number of transitions, and an error in any one state spreads in the same way.
  private static void same(FixedPolicy expected, FixedPolicy actual) {
    assertEquals(expected.gamma(), actual.gamma());
    assertEquals(expected.states(), actual.states());
    assertEquals(expected.transitions(), actual.transitions());
    for (int s = 0; s < expected.states(); s++) {
      double[] variances = new double[expected.states()];
      variances[s] = 1;
      ErrorCovariance errors = ErrorCovariance.independent(variances);
      assertArrayEquals(
          GeneralVariance.of(expected, errors, 1, 1).dqn(),
          GeneralVariance.of(actual, errors, 1, 1).dqn(),
          "an error in state " + s);
    }
  }

  @Test
  void statesOfADistanceAreAveraged() {
    Truth truth = small(Gridworld.Goal.CONTINUING);
    assertEquals(2, truth.longest());
    assertArrayEquals(new double[] {8, 3, 1}, truth.byDistance(new double[] {1, 2, 4, 8}));
    Truth larger = Truth.of(new Gridworld(3, Gridworld.Goal.CONTINUING), 0.5);
    assertArrayEquals(
        new double[] {8, 6, 4, 2, 0}, larger.byDistance(new double[] {0, 1, 2, 3, 4, 5, 6, 7, 8}));
  }
}
