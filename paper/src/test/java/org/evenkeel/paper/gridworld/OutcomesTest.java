package org.evenkeel.paper.gridworld;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.envs.Gridworld;
import org.evenkeel.lab.report.Series;
import org.evenkeel.lab.study.StudyResults;
import org.evenkeel.paper.theory.ErrorCovariance;
import org.junit.jupiter.api.Test;

/// What is read out of trials that are written down here, in a world of 3x3 cells. Twenty iterations, of which the
/// last four are the end.
class OutcomesTest {
  private static final int ITERATIONS = 20;
  private static final int STATES = 9;
  private static final Arm ARM =
      new Arm(
          "gridworld/small/averaged-5",
          "small",
          3,
          2,
          new Arm.Protocol.Sweep(
              SweepSettings.first(Algorithm.averaged(5)).side(3).iterations(ITERATIONS)));
  private static final Truth TRUTH = Truth.of(new Gridworld(3, Gridworld.Goal.CONTINUING), 0.9);
  private static final double MEAN = TRUTH.mean();

  private static Outcomes outcomes(List<Map<String, double[]>> trials) {
    return new Outcomes(ARM, TRUTH, trials);
  }

  @SafeVarargs
  @SuppressWarnings("varargs")
  private static Outcomes outcomes(Map<String, double[]>... trials) {
    return outcomes(List.of(trials));
  }

  /// A trial whose curve is `E[Q*] + above`.
  private static Map<String, double[]> curve(double... above) {
    assertEquals(ITERATIONS, above.length);
    return Map.of(
        GridworldTrial.COMBINED, Arrays.stream(above).map(a -> MEAN + a).toArray(),
        GridworldTrial.LATEST, Arrays.stream(above).map(a -> MEAN + 10 * a).toArray());
  }

  /// The same number throughout, and at the end these.
  private static double[] endingIn(double before, double... end) {
    double[] all = new double[ITERATIONS];
    Arrays.fill(all, before);
    System.arraycopy(end, 0, all, ITERATIONS - end.length, end.length);
    return all;
  }

  @Test
  void overestimationIsTheMeanOfTheEnd() {
    Outcomes two = outcomes(curve(endingIn(99, 1, 2, 3, 6)), curve(endingIn(-99, -1, -1, -1, -1)));
    assertArrayEquals(new double[] {3, -1}, two.overestimation(), 1e-12);
    assertArrayEquals(new double[] {30, -10}, two.overestimation(GridworldTrial.LATEST), 1e-12);
  }

  @Test
  void overshootIsTheHighestPointOfAll() {
    double[] early = endingIn(0);
    early[2] = 7;
    Outcomes two = outcomes(curve(early), curve(endingIn(-3, -2, -1)));
    assertArrayEquals(new double[] {7, -1}, two.overshoot(), 1e-12);
  }

  /// Of four values three steps: 1, -2 and 2, squares 1, 4 and 4. The step into the end does not count.
  @Test
  void roughnessIsOfTheStepsWithinTheEnd() {
    Outcomes two = outcomes(curve(endingIn(50, 0, 1, -1, 1)), curve(endingIn(8)));
    assertArrayEquals(
        new double[] {Math.sqrt(3), 0}, two.roughness(GridworldTrial.COMBINED), 1e-12);
    assertArrayEquals(
        new double[] {10 * Math.sqrt(3), 0}, two.roughness(GridworldTrial.LATEST), 1e-11);
  }

  @Test
  void anEndOfOneMeasurementHasNoSteps() {
    Arm shortest =
        new Arm(
            "f",
            "one",
            0,
            1,
            new Arm.Protocol.Sweep(SweepSettings.first(Algorithm.dqn()).side(3).iterations(4)));
    Map<String, double[]> trial = Map.of(GridworldTrial.COMBINED, new double[] {1, 2, 3, 5});
    Outcomes one = new Outcomes(shortest, TRUTH, List.of(trial));
    assertEquals(1, shortest.settled());
    assertArrayEquals(new double[] {0}, one.roughness(GridworldTrial.COMBINED));
    assertArrayEquals(new double[] {5 - MEAN}, one.overestimation());
  }

  @Test
  void theClimbEndsAtTheFirstPointNearEnough() {
    double far = -0.06 * MEAN;
    double near = -0.04 * MEAN;
    double[] third = endingIn(far);
    third[2] = near;
    Outcomes trials =
        outcomes(
            curve(endingIn(near)), curve(third), curve(endingIn(far, 1)), curve(endingIn(far)));
    assertArrayEquals(new double[] {1, 3, 20, 20}, trials.climb());
  }

  @Test
  void settlingIsTheLastPointTooFarAwayOnEitherSide() {
    double far = 0.06 * MEAN;
    double near = 0.04 * MEAN;
    double[] third = endingIn(near);
    third[2] = far;
    Outcomes trials =
        outcomes(
            curve(endingIn(-near)),
            curve(third),
            curve(endingIn(-far, near)),
            curve(endingIn(0, far)));
    assertArrayEquals(new double[] {1, 4, 20, 20}, trials.settling());
  }

  @Test
  void theCurveHasTheMeanAndOneDeviationToEachSide() {
    Series band =
        outcomes(curve(endingIn(0, 1)), curve(endingIn(2, 1)), curve(endingIn(4, 1))).curve();
    assertEquals("small", band.name());
    assertEquals(3, band.colour());
    assertEquals(ITERATIONS, band.x().length);
    assertEquals(1, band.x()[0]);
    assertEquals(20, band.x()[19]);
    assertEquals(MEAN + 2, band.y()[0], 1e-12);
    assertEquals(MEAN, band.lower()[0], 1e-12);
    assertEquals(MEAN + 4, band.upper()[0], 1e-12);
    assertEquals(MEAN + 1, band.lower()[19], 1e-12);
    assertEquals(MEAN + 1, band.upper()[19], 1e-12);
  }

  @Test
  void oneTrialIsALineAndNoneIsNothing() {
    Series line = outcomes(curve(endingIn(5))).curve();
    assertEquals(ITERATIONS, line.x().length);
    assertEquals(MEAN + 5, line.y()[7]);
    assertEquals(0, line.lower().length);
    assertEquals(0, outcomes().curve().x().length);
    assertFalse(outcomes(curve(endingIn(5))).enough());
    assertTrue(outcomes(curve(endingIn(5)), curve(endingIn(5))).enough());
  }

  /// The goal alone 8 too high in one action; two states next to it 1 and 3 too high in all.
  @Test
  void biasIsTheMeanOverActionsAndStatesOfADistance() {
    double[] q = TRUTH.values().clone();
    q[8 * Gridworld.ACTIONS + 1] += 8;
    for (int a = 0; a < Gridworld.ACTIONS; a++) {
      q[7 * Gridworld.ACTIONS + a] += 1;
      q[5 * Gridworld.ACTIONS + a] += 3;
    }
    Map<String, double[]> trial = Map.of(GridworldTrial.VALUES, q);
    assertArrayEquals(new double[] {2, 2, 0, 0, 0}, outcomes(trial).biasByDistance(trial), 1e-12);
  }

  private static List<Map<String, double[]>> noise(int trials, int samples) {
    RandomStream random = new RandomStream(5);
    Map<String, double[]>[] made = newTrials(trials);
    for (int t = 0; t < trials; t++) {
      double[] estimates = new double[samples * STATES];
      for (int i = 0; i < estimates.length; i++) {
        estimates[i] = 100 + i + (1 + i % STATES) * random.nextGaussian();
      }
      made[t] = Map.of(GridworldTrial.ESTIMATES, estimates, GridworldTrial.ERRORS, estimates);
    }
    return List.of(made);
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static Map<String, double[]>[] newTrials(int n) {
    return new Map[n];
  }

  /// Samples of the same iteration are compared between trials, never with those of another iteration.
  @Test
  void theVarianceIsBetweenTrialsAtTheSameIteration() {
    List<Map<String, double[]>> trials = noise(4, 3);
    double[] expected = new double[STATES];
    for (int s = 0; s < STATES; s++) {
      for (int sample = 0; sample < 3; sample++) {
        int at = sample * STATES + s;
        double mean = 0;
        for (Map<String, double[]> trial : trials) {
          mean += Outcomes.column(trial, GridworldTrial.ESTIMATES)[at];
        }
        mean /= 4;
        double squares = 0;
        for (Map<String, double[]> trial : trials) {
          double d = Outcomes.column(trial, GridworldTrial.ESTIMATES)[at] - mean;
          squares += d * d;
        }
        expected[s] += squares / 3 / 3;
      }
    }
    Outcomes all = outcomes(trials);
    assertArrayEquals(expected, all.variance(), 1e-9);
    assertEquals(4, all.spread().trials());
    assertEquals(Arrays.stream(expected).average().orElseThrow(), all.meanVariance(), 1e-9);
  }

  /// Each pseudo-value by hand: all trials, and all but one.
  @Test
  void theLogarithmOfTheVarianceIsJackknifed() {
    List<Map<String, double[]>> trials = noise(4, 3);
    double[] pseudo = outcomes(trials).spread().logarithms();
    double whole = StrictMath.log(outcomes(trials).meanVariance());
    for (int t = 0; t < 4; t++) {
      List<Map<String, double[]>> others = new ArrayList<>(trials);
      others.remove(t);
      double without = StrictMath.log(outcomes(others).meanVariance());
      assertEquals(4 * whole - 3 * without, pseudo[t], 1e-12);
    }
    assertTrue(pseudo[0] != pseudo[1]);
  }

  @Test
  void thousandsOfTrialsAreJackknifedInSeconds() {
    assertTimeoutPreemptively(
        Duration.ofSeconds(10),
        () -> assertEquals(20_000, outcomes(noise(20_000, 3)).spread().logarithms().length));
  }

  /// Two trials, one sample: each is half of the difference away from the mean.
  @Test
  void theVarianceOfTwoTrialsByHand() {
    double[] low = new double[STATES];
    double[] high = new double[STATES];
    high[4] = 6;
    Outcomes two =
        outcomes(Map.of(GridworldTrial.ESTIMATES, low), Map.of(GridworldTrial.ESTIMATES, high));
    double[] expected = new double[STATES];
    expected[4] = 18;
    assertArrayEquals(expected, two.variance());
    assertEquals(2, two.meanVariance());
  }

  @Test
  void samplesOfAllTrialsInOrder() {
    List<Map<String, double[]>> trials = noise(3, 2);
    double[][] samples = outcomes(trials).samples(GridworldTrial.ERRORS);
    assertEquals(6, samples.length);
    for (int i = 0; i < 6; i++) {
      double[] all = Outcomes.column(trials.get(i / 2), GridworldTrial.ERRORS);
      int from = i % 2 * STATES;
      assertArrayEquals(Arrays.copyOfRange(all, from, from + STATES), samples[i]);
    }
    ErrorCovariance errors = outcomes(trials).errors();
    assertEquals(STATES, errors.states());
    double mean = Arrays.stream(samples).mapToDouble(s -> s[2]).average().orElseThrow();
    double squares = Arrays.stream(samples).mapToDouble(s -> (s[2] - mean) * (s[2] - mean)).sum();
    assertEquals(squares / 5, errors.variance(2), 1e-9);
  }

  @Test
  void aMissingColumnIsNamed() {
    assertEquals(
        "a trial has no column 'meanCombined'",
        assertThrows(IllegalStateException.class, () -> outcomes(Map.of()).overestimation())
            .getMessage());
  }

  @Test
  void anArmFindsItsOwnFinishedTrials() {
    Arm three = new Arm(ARM.folder(), ARM.label(), ARM.colour(), 3, ARM.protocol());
    Map<String, double[]> first = curve(endingIn(1));
    Map<String, double[]> last = curve(endingIn(2));
    Map<String, double[]> other = curve(endingIn(3));
    Outcomes found =
        three.outcomes(
            7,
            StudyResults.of(
                Map.of(
                    ARM.folder() + "/seed7",
                    first,
                    ARM.folder() + "/seed9",
                    last,
                    ARM.folder() + "/seed10",
                    other,
                    "gridworld/small/dqn/seed8",
                    other)));
    assertEquals(List.of(first, last), found.trials());
    assertEquals(MEAN, found.truth().mean());
  }
}
