package org.evenkeel.paper.gridworld;

import static org.evenkeel.paper.gridworld.ChangedTrials.FIRST;
import static org.evenkeel.paper.gridworld.ChangedTrials.REPLAY;
import static org.evenkeel.paper.gridworld.ChangedTrials.REPORT;
import static org.evenkeel.paper.gridworld.ChangedTrials.TERMINAL;
import static org.evenkeel.paper.gridworld.ChangedTrials.TRIALS;
import static org.evenkeel.paper.gridworld.ChangedTrials.VERDICTS;
import static org.evenkeel.paper.gridworld.ChangedTrials.all;
import static org.evenkeel.paper.gridworld.ChangedTrials.both;
import static org.evenkeel.paper.gridworld.ChangedTrials.claims;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.evenkeel.envs.Gridworld;
import org.evenkeel.lab.report.Effect;
import org.evenkeel.lab.report.Verdict;
import org.evenkeel.paper.experiment.Scale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The verdicts on fabricated trials: those that obey every claim, and those that disobey one.
@Tag("slow")
class GridworldVerdictsTest {
  @Test
  void trialsThatObeyEveryClaimMakeEveryClaimHold() {
    assertEquals(20, VERDICTS.size());
    VERDICTS.forEach((id, verdict) -> assertEquals(Verdict.SUPPORTED, verdict, id));
  }

  @Test
  void curvesThatRiseWithKRefuteTheFirstExperiment() {
    assertEquals(
        all(
            Verdict.CONTRADICTED,
            "overestimation",
            "overshoot",
            "smoother",
            "faster",
            "recency"), // its plain mean is the same arm
        new ChangedTrials()
            .exchange(GridworldTrial.COMBINED, FIRST + "dqn", FIRST + "averaged-10")
            .differences());
  }

  /// The newest network's curve is shown and decides nothing.
  @Test
  void theNewestNetworkDecidesNothing() {
    assertEquals(
        Map.of(),
        new ChangedTrials()
            .exchange(GridworldTrial.LATEST, FIRST + "dqn", FIRST + "averaged-10")
            .differences());
  }

  @Test
  void curvesThatAreTheSameLeaveItOpen() {
    assertEquals(
        both(
            all(Verdict.IN_PART, "overestimation", "overshoot", "smoother", "faster"),
            all(
                Verdict.NOT_DECIDABLE,
                "terminal-overestimates",
                "recency",
                "replay-overestimation",
                "policies")),
        new ChangedTrials()
            .copy(GridworldTrial.COMBINED, FIRST + "averaged-5", FIRST + "averaged-10")
            .copy(GridworldTrial.COMBINED, FIRST + "averaged-5", FIRST + "weighted-10-0.5")
            .copy(GridworldTrial.COMBINED, TERMINAL + "averaged-5", TERMINAL + "ensemble-5")
            .copy(GridworldTrial.COMBINED, REPLAY + "averaged-5", REPLAY + "dqn")
            .copy(GridworldTrial.VALUES, REPLAY + "averaged-5", REPLAY + "dqn")
            .differences());
  }

  @Test
  void anEnsembleBelowAveragedIsNoticed() {
    Map<String, Verdict> found =
        new ChangedTrials()
            .exchange(GridworldTrial.COMBINED, FIRST + "averaged-5", FIRST + "ensemble-5")
            .differences();
    found.remove("gridworld-faster"); // which has the same averaged-5
    assertEquals(all(Verdict.CONTRADICTED, "ensemble-overestimates"), found);
    assertEquals(
        all(Verdict.CONTRADICTED, "terminal-overestimates", "recency"),
        new ChangedTrials()
            .exchange(GridworldTrial.COMBINED, TERMINAL + "averaged-5", TERMINAL + "ensemble-5")
            .exchange(GridworldTrial.COMBINED, FIRST + "averaged-10", FIRST + "weighted-10-0.5")
            .differences());
  }

  /// The ensemble's estimates are then not its targets and its errors either.
  @Test
  void anEnsembleWithTheSmallerVarianceIsNoticed() {
    assertEquals(
        both(
            all(Verdict.CONTRADICTED, "ensemble-variance", "theory-order"),
            all(Verdict.IN_PART, "errors-and-targets")),
        new ChangedTrials()
            .exchange(GridworldTrial.ESTIMATES, FIRST + "averaged-5", FIRST + "ensemble-5")
            .differences());
    assertEquals(
        both(
            all(Verdict.CONTRADICTED, "terminal-variance", "theory-order", "theory-terminal"),
            all(Verdict.IN_PART, "errors-and-targets")),
        new ChangedTrials()
            .exchange(GridworldTrial.ESTIMATES, TERMINAL + "averaged-5", TERMINAL + "ensemble-5")
            .differences());
  }

  /// Targets three times as far from their mean are some nine times the variance; half as far, a quarter.
  @Test
  void aVarianceThatIsNotPredictedIsNoticed() {
    assertEquals(
        all(Verdict.IN_PART, "theory-predicts"),
        new ChangedTrials()
            .each(FIRST + "dqn", (arm, trial) -> spread(arm, trial, 3))
            .differences());
    assertEquals(
        all(Verdict.IN_PART, "theory-terminal"),
        new ChangedTrials()
            .each(TERMINAL + "averaged", (arm, t) -> spread(arm, t, 0.5))
            .differences());
  }

  private static void spread(Arm arm, Map<String, double[]> trial, double factor) {
    Truth truth = Truth.of(arm.world(), 0.9);
    double[] estimates = Outcomes.column(trial, GridworldTrial.ESTIMATES).clone();
    double[] errors =
        Outcomes.column(trial, arm.ensemble() ? GridworldTrial.MEAN_ERRORS : GridworldTrial.ERRORS);
    boolean known = arm.ensemble() || arm.k() == 1;
    for (int i = 0; i < estimates.length; i++) {
      // The targets are spread, the errors stay.
      double z = known ? errors[i] : 0;
      double best = truth.best(i % truth.world().states());
      estimates[i] = best + factor * (estimates[i] - best - z) + z;
    }
    trial.put(GridworldTrial.ESTIMATES, estimates);
  }

  @Test
  void errorsThatGoOnInTimeAreNoticed() {
    ChangedTrials later =
        new ChangedTrials()
            .each(
                TERMINAL + "ensemble",
                (arm, trial) -> {
                  double[] variance = Outcomes.column(trial, GridworldTrial.TIME_VARIANCE);
                  trial.put(
                      GridworldTrial.TIME_COVARIANCE,
                      Arrays.stream(variance).map(v -> -0.3 * v).toArray());
                });
    assertEquals(all(Verdict.IN_PART, "errors-of-iterations"), later.differences());
  }

  /// The members of one ensemble all have the same errors.
  @Test
  void errorsThatMembersShareAreNoticed() {
    Map<String, Verdict> found =
        new ChangedTrials()
            .each(
                FIRST + "ensemble",
                (arm, t) ->
                    t.put(GridworldTrial.MEAN_ERRORS, Outcomes.column(t, GridworldTrial.ERRORS)))
            .differences();
    assertEquals(Verdict.CONTRADICTED, found.get("gridworld-errors-of-members"));
    found.remove("gridworld-errors-and-targets"); // of other errors
    assertEquals(
        both(
            all(Verdict.CONTRADICTED, "errors-of-members"),
            all(Verdict.IN_PART, "theory-predicts")),
        found);
  }

  /// A part of each error is that of the state before; the estimates stay.
  @Test
  void errorsThatNeighboursShareAreNoticed() {
    ChangedTrials shared =
        new ChangedTrials()
            .each(
                TERMINAL + "averaged",
                (arm, trial) -> {
                  double[] errors = Outcomes.column(trial, GridworldTrial.ERRORS);
                  double[] mixed = errors.clone();
                  for (int i = 1; i < mixed.length; i++) {
                    mixed[i] = (errors[i] + errors[i - 1]) / Math.sqrt(2);
                  }
                  trial.put(GridworldTrial.ERRORS, mixed);
                });
    assertEquals(all(Verdict.IN_PART, "errors-of-states"), shared.differences());
  }

  /// The target is less where the error is more.
  @Test
  void errorsAgainstTheirTargetsAreNoticed() {
    ChangedTrials against =
        new ChangedTrials()
            .each(
                TERMINAL + "dqn",
                (arm, trial) -> {
                  double[] errors = Outcomes.column(trial, GridworldTrial.ERRORS);
                  double[] estimates = Outcomes.column(trial, GridworldTrial.ESTIMATES).clone();
                  for (int i = 0; i < estimates.length; i++) {
                    estimates[i] -= 0.4 * errors[i];
                  }
                  trial.put(GridworldTrial.ESTIMATES, estimates);
                });
    assertEquals(all(Verdict.IN_PART, "errors-and-targets"), against.differences());
  }

  /// A bias that grows with the value is larger near the goal; one that grows with its root is larger there too, but
  /// a smaller share of it.
  @Test
  void theBiasMustBeLargerFarAwayByBothMeasures() {
    assertEquals(
        all(Verdict.CONTRADICTED, "uneven-bias"),
        new ChangedTrials().each(FIRST, (arm, trial) -> bias(arm, trial, 2)).differences());
    assertEquals(
        all(Verdict.CONTRADICTED, "uneven-bias"),
        new ChangedTrials().each(FIRST, (arm, trial) -> bias(arm, trial, 0.5)).differences());
  }

  /// The bias is a slope times 1 + distance, so from the nearest four distances to the farthest four, 15 farther away,
  /// it grows by 15 slopes. As a share of the mean of Q* at each distance it is computed plainly.
  @Test
  void theBiasIsThatOfTheOuterQuarters() {
    Truth truth = Truth.of(GridworldPlan.of(Scale.QUICK, 1).averaged().getFirst().world(), 0.9);
    double slope = 0;
    for (int i = 0; i < TRIALS; i++) {
      double[] values =
          Outcomes.column(new ChangedTrials().trial(FIRST + "dqn", i), GridworldTrial.VALUES);
      slope += (values[0] - truth.values()[0]) / 19 / TRIALS;
    }
    double share = 0;
    for (int d = 0; d < 4; d++) {
      share += ((16 + d) / meanAt(truth, 15 + d) - (1 + d) / meanAt(truth, d)) / 4;
    }
    List<Effect> effects =
        claims(REPORT).stream()
            .filter(c -> c.id().equals("gridworld-uneven-bias"))
            .findFirst()
            .orElseThrow()
            .effects();
    assertEquals(15 * slope, effects.get(0).value(), 1e-9);
    assertEquals(share * slope, effects.get(2).value(), 1e-9);
  }

  private static double meanAt(Truth truth, int distance) {
    double sum = 0;
    int pairs = 0;
    for (int pair = 0; pair < truth.values().length; pair++) {
      if (truth.world().distance(pair / Gridworld.ACTIONS) == distance) {
        sum += truth.values()[pair];
        pairs++;
      }
    }
    return sum / pairs;
  }

  private static void bias(Arm arm, Map<String, double[]> trial, double power) {
    double[] optimal = Truth.of(arm.world(), 0.9).values();
    double[] values = Outcomes.column(trial, GridworldTrial.VALUES).clone();
    double noise = values[0] - optimal[0];
    for (int i = 0; i < values.length; i++) {
      values[i] = optimal[i] + noise * StrictMath.pow(optimal[i], power);
    }
    trial.put(GridworldTrial.VALUES, values);
  }

  @Test
  void doubleDqnAboveTheOptimumIsNoticed() {
    assertEquals(
        all(Verdict.CONTRADICTED, "double", "replay-overestimation"),
        new ChangedTrials()
            .exchange(GridworldTrial.COMBINED, REPLAY + "dqn", REPLAY + "double")
            .differences());
  }

  /// Trials that differ much from each other, on both sides of where a verdict turns.
  @Test
  void intervalsThatAreTooWideLeaveItOpen() {
    int[] trial = {0};
    ChangedTrials wide =
        new ChangedTrials()
            .each(
                REPLAY + "double",
                (arm, t) -> {
                  double shift = trial[0]++ % 2 == 0 ? -0.5 : 0.5;
                  double[] curve = Outcomes.column(t, GridworldTrial.COMBINED);
                  t.put(
                      GridworldTrial.COMBINED, Arrays.stream(curve).map(v -> v + shift).toArray());
                })
            .each(
                FIRST + "dqn",
                (arm, t) -> {
                  double lag = trial[0]++ % 2 == 0 ? -0.3 : 0.3;
                  double[] variance = Outcomes.column(t, GridworldTrial.TIME_VARIANCE);
                  t.put(
                      GridworldTrial.TIME_COVARIANCE,
                      Arrays.stream(variance).map(v -> lag * v).toArray());
                  spread(arm, t, lag < 0 ? 1 : 2);
                });
    assertEquals(
        both(
            all(Verdict.NOT_DECIDABLE, "double"),
            all(Verdict.IN_PART, "errors-of-iterations", "theory-predicts")),
        wide.differences());
  }

  @Test
  void betterPoliciesWithoutAveragingAreNoticed() {
    assertEquals(
        all(Verdict.CONTRADICTED, "policies"),
        new ChangedTrials()
            .exchange(GridworldTrial.VALUES, REPLAY + "dqn", REPLAY + "averaged-5")
            .differences());
  }
}
