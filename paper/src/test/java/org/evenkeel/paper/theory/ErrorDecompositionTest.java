package org.evenkeel.paper.theory;

import static org.evenkeel.paper.theory.Oracle.assertMeasured;
import static org.evenkeel.paper.theory.Oracle.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.evenkeel.core.data.RandomStream;
import org.junit.jupiter.api.Test;

class ErrorDecompositionTest {
  /// State 0: action 0 stays and gives 1, action 1 goes to state 1 and gives 0. State 1: action 0 ends and gives 8,
  /// action 1 stays and gives 0. gamma 1/2. Q* by hand: state 1 has 8 and 4, state 0 has 1 + 4/2 = 3 and 8/2 = 4.
  private final TabularMdp mdp =
      new TabularMdp(2, 0.5, new double[] {1, 0, 8, 0}, new double[] {1, 0, 0, 1, 0, 0, 0, 1});

  private final double[] optimal = {3, 4, 8, 4};

  @Test
  void theOptimalValuesByHand() {
    assertArrayEquals(optimal, mdp.optimalValues());
    assertArrayEquals(optimal, mdp.targets(optimal));
  }

  /// The previous network was fitted to the targets (2, 4, 8, 2) and made them (5, 4, 8, 6).
  @Test
  void theThreeErrorsByHand() {
    double[] previousQ = {5, 4, 8, 6};
    double[] previousY = {2, 4, 8, 2};
    double[] q = {3.25, 4.5, 7, 4};
    ErrorDecomposition errors =
        ErrorDecomposition.ofDqn(mdp, q, previousQ, previousY, mdp.optimalValues());
    // y = (1 + 5/2, 8/2, 8, 8/2), yTrue = (1 + 4/2, 8/2, 8, 8/2)
    assertArrayEquals(new double[] {-0.25, 0.5, -1, 0}, errors.targetApproximation());
    assertArrayEquals(new double[] {0.5, 0, 0, 0}, errors.overestimation());
    assertArrayEquals(new double[] {0, 0, 0, 0}, errors.optimality());
    assertArrayEquals(new double[] {0.25, 0.5, -1, 0}, errors.total());
    assertFalse(errors.deviates(mdp, 0));
  }

  @Test
  void theThreeErrorsAlwaysAddUp() {
    RandomStream random = new RandomStream(5);
    for (int repeat = 0; repeat < 50; repeat++) {
      int states = 2 + random.nextInt(5);
      int actions = 1 + random.nextInt(4);
      TabularMdp any = random(random, states, actions);
      double[] previousY = table(random, states * actions);
      double[] previousQ = table(random, states * actions);
      double[] q = table(random, states * actions);
      double[] best = any.optimalValues();
      ErrorDecomposition errors = ErrorDecomposition.ofDqn(any, q, previousQ, previousY, best);
      for (int i = 0; i < q.length; i++) {
        double sum =
            errors.targetApproximation()[i] + errors.overestimation()[i] + errors.optimality()[i];
        assertEquals(q[i] - best[i], sum, 1e-12);
        assertEquals(errors.total()[i], sum, 1e-12);
        assertEquals(q[i] - any.targets(previousQ)[i], errors.targetApproximation()[i]);
      }
    }
  }

  @Test
  void aTableWithoutApproximationHasOnlyTheOptimalityDifference() {
    double[] y = mdp.targets(new double[4]);
    ErrorDecomposition errors = ErrorDecomposition.ofDqn(mdp, mdp.targets(y), y, y, optimal);
    assertArrayEquals(new double[4], errors.targetApproximation());
    assertArrayEquals(new double[4], errors.overestimation());
    assertArrayEquals(errors.total(), errors.optimality());
    assertTrue(errors.optimality()[0] < 0);
  }

  /// Section 4.1: the targets are right, and yet the greedy action of state 0 is another one.
  @Test
  void anErrorMayChangeThePolicyThoughTheTargetsAreRight() {
    double[] q = {4.5, 4, 8, 4};
    ErrorDecomposition errors = ErrorDecomposition.ofDqn(mdp, q, optimal, optimal, optimal);
    assertArrayEquals(new double[] {1.5, 0, 0, 0}, errors.targetApproximation());
    assertTrue(errors.deviates(mdp, 0));
    assertFalse(errors.deviates(mdp, 1));
  }

  /// Section 4.2: all values equal and uniform errors; the mean overestimation is the bound.
  @Test
  void theMeanOverestimationErrorIsTheBoundWhenAllValuesAreEqual() {
    int actions = 4;
    TabularMdp flat = new TabularMdp(actions, 0.9, new double[actions], new double[] {1, 1, 1, 1});
    RandomStream random = new RandomStream(6);
    double[] samples = new double[20_000];
    double[] y = new double[actions];
    for (int i = 0; i < samples.length; i++) {
      double[] previousQ = new double[actions];
      for (int a = 0; a < actions; a++) {
        previousQ[a] = 0.5 * (2 * random.nextDouble() - 1);
      }
      samples[i] = ErrorDecomposition.ofDqn(flat, y, previousQ, y, y).overestimation()[0];
    }
    assertMeasured(
        Overestimation.bound(0.9, 0.5, actions), Measurement.ofMean(samples), "overestimation");
  }

  /// The paper's Gridworld: 20 x 20, reward 1 in the corner, no end. V*(s) = gamma^distance / (1 - gamma).
  @Test
  void theOptimalValuesOfTheGridworld() {
    int n = 20;
    int states = n * n;
    double[] rewards = new double[states * 4];
    double[] p = new double[states * 4 * states];
    Arrays.fill(rewards, (states - 1) * 4, states * 4, 1);
    int[][] moves = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    for (int s = 0; s < states; s++) {
      for (int a = 0; a < 4; a++) {
        int x = Math.clamp(s % n + moves[a][0], 0, n - 1);
        int y = Math.clamp(s / n + moves[a][1], 0, n - 1);
        p[(s * 4 + a) * states + y * n + x] = 1;
      }
    }
    TabularMdp world = new TabularMdp(4, 0.9, rewards, p);
    double[] q = world.optimalValues();
    assertEquals(1.7386620409605862, Arrays.stream(q).average().orElseThrow(), 1e-12);
    for (int s = 0; s < states; s++) {
      int distance = 2 * (n - 1) - s % n - s / n;
      double v = q[s * 4 + world.greedy(q, s)];
      assertEquals(10 * StrictMath.pow(0.9, distance), v, 1e-12);
    }
  }

  @Test
  void badTablesAreRefusedInASentence() {
    double[] two = new double[2];
    assertRefused(
        "y must have length 2, was 3", () -> new ErrorDecomposition(two, new double[3], two, two));
    assertRefused("q must have length >= 1, was 0", () -> decomposition(new double[0]));
    assertRefused(
        "q[1] must be a finite number, was NaN", () -> decomposition(new double[] {0, Double.NaN}));
    assertRefused("q must have length 4, was 2", () -> mdp.targets(two));
    assertRefused(
        "the MDP's table must have length 2, was 4", () -> decomposition(two).deviates(mdp, 0));
  }

  private static ErrorDecomposition decomposition(double[] all) {
    return new ErrorDecomposition(all, all, all, all);
  }

  @Test
  void badMdpsAreRefusedInASentence() {
    double[] one = {1};
    assertRefused("actions must be >= 1, was 0", () -> new TabularMdp(0, 0.9, one, one));
    assertRefused("gamma must be in [0, 1), was 1.0", () -> new TabularMdp(1, 1, one, one));
    assertRefused("rewards must have length >= 2, was 1", () -> new TabularMdp(2, 0.9, one, one));
    assertRefused(
        "rewards must have 2 entries for each state, was 3 in total",
        () -> new TabularMdp(2, 0.9, new double[3], one));
    assertRefused(
        "transitions must have length 1, was 2", () -> new TabularMdp(1, 0.9, one, new double[2]));
    assertRefused(
        "transition from state 0, action 0 to 0 must be in [0, 1], was 1.5",
        () -> new TabularMdp(1, 0.9, one, new double[] {1.5}));
    assertRefused(
        "the transitions from state 1, action 0 must sum to at most 1, was 1.25",
        () -> new TabularMdp(1, 0.9, new double[2], new double[] {0, 1, 0.5, 0.75}));
    assertRefused(
        "reward of state 0, action 0 must be a finite number, was Infinity",
        () -> new TabularMdp(1, 0.9, new double[] {Double.POSITIVE_INFINITY}, one));
  }

  private static TabularMdp random(RandomStream random, int states, int actions) {
    double[] p = new double[states * actions * states];
    for (int i = 0; i < p.length; i++) {
      p[i] = random.nextDouble() / states;
    }
    return new TabularMdp(actions, 0.9, table(random, states * actions), p);
  }

  private static double[] table(RandomStream random, int length) {
    double[] all = new double[length];
    for (int i = 0; i < length; i++) {
      all[i] = 4 * random.nextDouble() - 2;
    }
    return all;
  }
}
