package org.evenkeel.paper.claims;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.evenkeel.envs.Gridworld;
import org.evenkeel.lab.statistics.Sample;
import org.evenkeel.paper.gridworld.Truth;
import org.evenkeel.paper.theory.TabularMdp;
import org.junit.jupiter.api.Test;

/// Tabular Q-iteration with injected errors.
final class InjectedSweepTest {
  private static final Gridworld WORLD = new Gridworld(4, Gridworld.Goal.CONTINUING);
  private static final Truth TRUTH = Truth.of(WORLD, 0.9);

  /// The same world as transition probabilities, for the target rule of the theory.
  private static TabularMdp mdp(Gridworld world) {
    int pairs = world.states() * Gridworld.ACTIONS;
    double[] rewards = new double[pairs];
    double[] transitions = new double[pairs * world.states()];
    for (int pair = 0; pair < pairs; pair++) {
      int state = pair / Gridworld.ACTIONS;
      int action = pair % Gridworld.ACTIONS;
      if (!world.over(state)) {
        rewards[pair] = world.outcome(state, action).reward();
        if (!world.outcome(state, action).terminated()) {
          transitions[pair * world.states() + world.next(state, action)] = 1;
        }
      }
    }
    return new TabularMdp(Gridworld.ACTIONS, 0.9, rewards, transitions);
  }

  @Test
  void theTargetsAreThoseOfTheTheoryWithEveryGoal() {
    for (Gridworld.Goal goal : Gridworld.Goal.values()) {
      Gridworld world = new Gridworld(3, goal);
      double[] q = new double[world.states() * Gridworld.ACTIONS];
      Arrays.setAll(q, i -> StrictMath.sin(i));
      double[] y = new double[q.length];
      new GridTargets(world, 0.9).of(q, y);
      assertArrayEquals(mdp(world).targets(q), y, 1e-15);
    }
  }

  @Test
  void withoutErrorsEveryKConvergesToTheOptimalValues() {
    for (int k : new int[] {1, 3}) {
      float[] last = new float[TRUTH.values().length];
      new InjectedSweep(WORLD, 0.9, k, 900, new InjectedErrors.Independent(0))
          .run(1, (i, tables, combined, y) -> System.arraycopy(combined, 0, last, 0, last.length));
      for (int pair = 0; pair < last.length; pair++) {
        assertEquals(TRUTH.values()[pair], last[pair], 1e-5);
      }
    }
  }

  /// The output of K = 3 is the mean of the last three tables, and each table is its target plus its errors.
  @Test
  void theOutputIsTheMeanOfTheLastTables() {
    List<float[]> tables = new ArrayList<>();
    new InjectedSweep(WORLD, 0.9, 3, 20, new InjectedErrors.Independent(0.1))
        .run(
            7,
            (i, newest, combined, y) -> {
              tables.add(newest[0].clone());
              if (i >= 2) {
                for (int pair = 0; pair < combined.length; pair++) {
                  double mean =
                      (tables.get(i)[pair] + tables.get(i - 1)[pair] + tables.get(i - 2)[pair])
                          / 3.0;
                  assertEquals(mean, combined[pair], 1e-6);
                }
              }
            });
    assertEquals(20, tables.size());
  }

  private static ArmReadings arm(int k, InjectedErrors errors, int trials, long seed) {
    Window window = Window.before(300);
    ValueProcess process =
        new ValueProcess.Injected(4, Gridworld.Goal.CONTINUING, 0.9, k, 300, errors);
    List<Map<String, double[]>> columns = new ArrayList<>();
    List<Window> windows = List.of(window, window, window);
    for (int i = 0; i < trials; i++) {
      columns.add(process.run(seed + i, windows, share -> {}));
    }
    return new ArmReadings(
        new ClaimArm("a/b", "arm", 0, k, trials, process, windows), columns, trials);
  }

  /// Each assumption is met by independent errors, and noticed when it is broken: the numbers are those that were
  /// injected, to three standard errors of the trials.
  @Test
  void everyBrokenAssumptionIsNoticedAndNoOther() {
    double sigma = 0.05;
    Map<ErrorAssumption, InjectedErrors> broken =
        Map.of(
            ErrorAssumption.MEAN, new InjectedErrors.Shifted(sigma, 0.2 * sigma),
            ErrorAssumption.ITERATIONS, new InjectedErrors.Lasting(sigma, 0.3),
            ErrorAssumption.PERSISTENCE, new InjectedErrors.Persistent(sigma, 0.1));
    Map<ErrorAssumption, Double> injected =
        Map.of(
            ErrorAssumption.MEAN, 0.2 / Math.sqrt(1.04), // in root mean squares
            ErrorAssumption.ITERATIONS, 0.3,
            ErrorAssumption.PERSISTENCE, 0.1);
    ArmReadings ideal = arm(1, new InjectedErrors.Independent(sigma), 30, 1);
    for (ErrorAssumption assumption : ErrorAssumption.values()) {
      near(0, Sample.of(assumption.of(ideal)));
      ArmReadings arm = arm(1, broken.get(assumption), 30, 100);
      near(injected.get(assumption), Sample.of(assumption.of(arm)));
    }
    assertEquals(sigma * sigma, Sample.of(ideal.errorVariance()).mean(), 0.02 * sigma * sigma);
    near(1, Sample.of(ideal.tiedDifference()));
  }

  private static void near(double expected, Sample sample) {
    assertEquals(expected, sample.mean(), 3.5 * sample.standardError());
    assertTrue(sample.standardError() < 0.015, "too few trials: " + sample.standardError());
  }

  /// Errors drawn from recorded fields predict the process that they were recorded from.
  @Test
  void recordedErrorsPredictTheirOwnProcess() {
    for (int k : new int[] {1, 3}) {
      ArmReadings measured = arm(k, new InjectedErrors.Independent(0.05), 40, 1);
      ArmReadings predicted =
          Prediction.of(measured, new InjectedErrors.Resampled(measured.errorFields()), 1_000);
      var ratio =
          Ratios.toPrediction(
              "ratio",
              measured.overestimation(ClaimReading.SETTLED),
              predicted.overestimation(ClaimReading.SETTLED),
              1);
      assertTrue(ratio.lower() > 0.8 && ratio.upper() < 1.25, ratio.toString());
      assertTrue(ratio.lower() < 1 && ratio.upper() > 1, ratio.toString());
    }
  }

  /// The mean of K members has an error with 1/K of the variance, which is how an ensemble is simulated.
  @Test
  void anEnsembleAndAveragingOverestimateAlikeIfEveryAssumptionHolds() {
    double sigma = 0.05;
    double averaged =
        Sample.of(
                arm(3, new InjectedErrors.Independent(sigma), 40, 1)
                    .overestimation(ClaimReading.SETTLED))
            .mean();
    double ensemble =
        Sample.of(
                arm(1, new InjectedErrors.Independent(sigma / Math.sqrt(3)), 40, 1)
                    .overestimation(ClaimReading.SETTLED))
            .mean();
    double dqn =
        Sample.of(
                arm(1, new InjectedErrors.Independent(sigma), 40, 1)
                    .overestimation(ClaimReading.SETTLED))
            .mean();
    assertEquals(1, ensemble / averaged, 0.1);
    assertTrue(dqn > 1.4 * ensemble, dqn + " " + ensemble); // about sqrt(3)
  }
}
