package org.evenkeel.paper.gridworld;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.envs.Gridworld;
import org.evenkeel.lab.study.StudyResults;
import org.evenkeel.lab.study.TrialRunner;
import org.evenkeel.paper.StrictObserver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Networks that are really trained, for a moment, from the study to what is read out of it.
class GridworldTrialTest {
  private static Arm arm(Algorithm algorithm) {
    SweepSettings settings = SweepSettings.first(algorithm).side(3).iterations(60).minibatches(20);
    return new Arm("gridworld/" + algorithm.k(), "arm", 0, 3, new Arm.Protocol.Sweep(settings));
  }

  @Test
  void aStudysTrialsHaveAllThatIsReadOutOfThem(@TempDir Path folder) throws Exception {
    for (Algorithm algorithm :
        List.of(Algorithm.dqn(), Algorithm.averaged(3), Algorithm.ensemble(2))) {
      Arm arm = arm(algorithm);
      StudyResults results = new TrialRunner(folder, 1, new StrictObserver()).run(arm.all(5));
      Outcomes outcomes = arm.outcomes(5, results);
      assertEquals(3, outcomes.trials().size());
      ErrorStatistics errors = new ErrorStatistics(outcomes);
      for (double[] numbers :
          List.of(
              outcomes.overestimation(),
              outcomes.overestimation(GridworldTrial.LATEST),
              outcomes.roughness(GridworldTrial.COMBINED),
              outcomes.variance(),
              outcomes.variance(),
              errors.predictedVariance(),
              errors.predictedWithoutCorrelation(),
              outcomes.biasByDistance(outcomes.trials().getFirst()),
              outcomes.curve().lower())) {
        assertTrue(Arrays.stream(numbers).allMatch(Double::isFinite));
      }
      assertTrue(Arrays.stream(outcomes.variance()).allMatch(v -> v > 0));
      assertTrue(Math.abs(errors.lagCorrelation().value()) <= 1);
      if (arm.knowsTargets()) {
        assertTrue(Math.abs(errors.targetCorrelation().value()) <= 1);
      }
      if (arm.ensemble()) {
        assertTrue(Math.abs(errors.memberCorrelation().value()) <= 1);
      }
      columnsAgree(outcomes);
    }
  }

  /// The last sample is of the last iteration.
  private static void columnsAgree(Outcomes outcomes) {
    boolean ensemble = outcomes.arm().ensemble();
    for (Map<String, double[]> trial : outcomes.trials()) {
      assertEquals(ensemble, trial.containsKey(GridworldTrial.MEAN_ERRORS));
      double[] values = Outcomes.column(trial, GridworldTrial.VALUES);
      double[] means = Outcomes.column(trial, GridworldTrial.COMBINED);
      assertEquals(60, means.length);
      assertEquals(Arrays.stream(values).average().orElseThrow(), means[59], 1e-6);
      double[] estimates = Outcomes.column(trial, GridworldTrial.ESTIMATES);
      assertEquals(10 * 9, estimates.length);
      assertEquals(10 * 9, Outcomes.column(trial, GridworldTrial.ERRORS).length);
      double[] latest = Outcomes.column(trial, GridworldTrial.LATEST);
      assertEquals(ensemble || outcomes.arm().k() == 1, Math.abs(latest[59] - means[59]) < 1e-6);
    }
  }

  /// A network that has all the time to fit its targets has next to no errors, although the targets themselves
  /// still grow by 0.9 and more from one iteration to the next.
  @Test
  void errorsAreThoseAgainstTheTargetsOfTheSameIteration() {
    for (Algorithm algorithm : List.of(Algorithm.dqn(), Algorithm.ensemble(2))) {
      SweepSettings settings =
          SweepSettings.first(algorithm).side(2).iterations(4).minibatches(2_000);
      SettledErrors errors = new SweepTrial(settings, 1).run(i -> {}).errors();
      assertArrayEquals(new float[4], errors.errors(), 0.02f);
      assertArrayEquals(new float[4], errors.meanErrors(), 0.02f);
      // 1 + 0.9 + 0.81 + 0.729 in the goal after four iterations.
      assertEquals(3.439, errors.estimates()[3], 0.05);
    }
  }

  @Test
  void theDescriptionHasAllThatDecidesATrial() {
    SweepSettings first = SweepSettings.first(Algorithm.dqn());
    Set<String> seen = new HashSet<>();
    for (SweepSettings settings :
        List.of(
            first,
            first.side(19),
            first.iterations(999),
            first.minibatches(99),
            first.goal(Gridworld.Goal.TERMINAL_AFTER_ACTION),
            SweepSettings.first(Algorithm.averaged(2)),
            SweepSettings.first(Algorithm.ensemble(2)),
            SweepSettings.first(Algorithm.weightedAveraged(2, 0.5)))) {
      String description = new GridworldTrial("group", settings, 1).describe();
      assertTrue(seen.add(description), description);
      assertFalse(description.contains("@"), description);
      assertTrue(seen.add(new GridworldTrial("group", settings, 2).describe()));
    }
    assertEquals("group/seed2", new GridworldTrial("group", first, 2).name());
  }
}
