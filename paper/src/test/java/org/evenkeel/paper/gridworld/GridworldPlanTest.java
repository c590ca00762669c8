package org.evenkeel.paper.gridworld;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.evenkeel.envs.Gridworld;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.paper.experiment.Scale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What is run at each scale.
class GridworldPlanTest {
  private static List<Trial> trials(Scale scale, int ofEach, long seed) {
    return new GridworldExperiment(scale, ofEach, seed).trials();
  }

  private static SweepSettings settings(Arm arm) {
    return ((Arm.Protocol.Sweep) arm.protocol()).settings();
  }

  private static List<String> labels(List<Arm> arms) {
    return arms.stream().map(Arm::label).toList();
  }

  /// The trials of each folder.
  private static Map<String, Integer> folders(List<Trial> trials) {
    Map<String, Integer> folders = new HashMap<>();
    for (Trial trial : trials) {
      folders.merge(trial.name().substring(0, trial.name().lastIndexOf('/')), 1, Integer::sum);
    }
    return folders;
  }

  @Test
  void thePapersScaleIsThePapers() {
    GridworldPlan plan = GridworldPlan.of(Scale.PAPER, 0);
    assertEquals(20, plan.side());
    assertEquals(
        List.of("DQN", "Averaged-DQN, K=5", "Averaged-DQN, K=10", "Averaged-DQN, K=20"),
        labels(plan.averaged()));
    for (Arm arm : plan.averaged()) {
      assertEquals(40, arm.trials());
      assertEquals(400, arm.world().states());
      assertEquals(SweepSettings.first(settings(arm).algorithm()), settings(arm));
      assertEquals(100, arm.settled());
    }
    assertEquals(
        List.of(
            "DQN",
            "Averaged-DQN, K=5",
            "Ensemble-DQN, K=5",
            "Averaged-DQN, K=10",
            "Ensemble-DQN, K=10"),
        labels(plan.continuing()));
    assertEquals(
        List.of("DQN", "Averaged-DQN, K=10", "Ensemble-DQN, K=10"), labels(plan.terminal()));
    for (List<Arm> contest : List.of(plan.continuing(), plan.terminal())) {
      boolean ends = contest == plan.terminal();
      for (Arm arm : contest) {
        assertEquals(20, arm.trials());
        assertEquals(300, settings(arm).minibatches());
        assertEquals(500, settings(arm).iterations());
        assertEquals(
            ends ? Gridworld.Goal.TERMINAL_AFTER_ACTION : Gridworld.Goal.CONTINUING,
            settings(arm).goal());
        assertEquals(arm.label().startsWith("Ensemble"), arm.ensemble());
      }
    }
    assertEquals(
        List.of("Averaged-DQN, K=10", "recency weights 0.8, K=10", "recency weights 0.5, K=10"),
        labels(plan.weighted()));
    assertEquals(
        List.of("DQN", "Double-DQN", "Averaged-DQN, K=5", "Averaged-DQN, K=10"),
        labels(plan.replay()));
    for (Arm arm : plan.replay()) {
      assertEquals(100_000, arm.clock(99));
      assertEquals(1_000, arm.clock(0));
      assertEquals(10, arm.settled());
      assertFalse(arm.ensemble());
    }
  }

  @Test
  void thePaperHasFourHundredAndFortyTrials() {
    Map<String, Integer> folders = folders(trials(Scale.PAPER, 0, 1));
    assertEquals(18, folders.size());
    folders.forEach(
        (folder, count) ->
            assertEquals(
                folder.matches("gridworld/first-20x20/(dqn|averaged-.*)") ? 40 : 20,
                count,
                folder));
    assertEquals(440, trials(Scale.PAPER, 0, 1).size());
  }

  @Test
  void quickHasFourTrialsOfEach() {
    Map<String, Integer> folders = folders(trials(Scale.QUICK, 0, 1));
    assertEquals(11, folders.size());
    assertEquals(Set.of(4), new HashSet<>(folders.values()));
    GridworldPlan plan = GridworldPlan.of(Scale.QUICK, 0);
    assertEquals(10, plan.side());
    for (Arm arm : plan.arms()) {
      assertEquals(100, arm.world().states());
      if (arm.protocol() instanceof Arm.Protocol.Sweep s) {
        boolean ends = plan.terminal().contains(arm);
        assertEquals(ends ? 150 : 400, s.settings().iterations());
        assertEquals(100, s.settings().minibatches());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Scale.class)
  void theNumberOfTrialsThatIsAskedForIsTheNumberOfEach(Scale scale) {
    for (int ofEach : new int[] {1, 7}) {
      Map<String, Integer> folders = folders(trials(scale, ofEach, 5));
      assertEquals(Set.of(ofEach), new HashSet<>(folders.values()));
      for (Trial trial : trials(scale, ofEach, 5)) {
        int seed = Integer.parseInt(trial.name().replaceAll(".*/seed", ""));
        assertTrue(seed >= 5 && seed < 5 + ofEach, trial.name());
        assertTrue(trial.describe().endsWith(" seed " + seed), trial.describe());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Scale.class)
  void trialsHaveNamesOfTheirOwnAndTheLongestComesFirst(Scale scale) {
    List<Trial> trials = trials(scale, 0, 1);
    Set<String> names = new HashSet<>();
    Set<String> descriptions = new HashSet<>();
    double before = Double.POSITIVE_INFINITY;
    for (Trial trial : trials) {
      assertTrue(trial.name().matches("gridworld/[a-z0-9.-]+/[a-z0-9.-]+/seed\\d+"), trial.name());
      assertTrue(names.add(trial.name()), trial.name());
      assertTrue(descriptions.add(trial.describe()), trial.describe());
      assertFalse(trial.describe().contains("@"), trial.describe());
      assertFalse(trial.describe().contains("\n"));
      assertTrue(trial.work() > 0 && trial.work() <= before, trial.name());
      before = trial.work();
    }
    assertTrue(trials.getFirst().name().contains("ensemble"));
    assertEquals("gridworld", new GridworldExperiment(scale, 0, 1).name());
  }

  /// A trial of fewer trials is the same trial: more of them compute only the new ones.
  @ParameterizedTest
  @EnumSource(Scale.class)
  void moreTrialsContainTheFewer(Scale scale) {
    Set<String> many = new HashSet<>();
    trials(scale, 6, 1).forEach(t -> many.add(t.name() + t.describe()));
    trials(scale, 2, 1).forEach(t -> assertTrue(many.contains(t.name() + t.describe()), t.name()));
  }

  @Test
  void linesOfAFigureHaveColoursOfTheirOwn() {
    for (Scale scale : Scale.values()) {
      GridworldPlan plan = GridworldPlan.of(scale, 0);
      for (List<Arm> arms :
          List.of(
              plan.averaged(),
              plan.continuing(),
              plan.terminal(),
              plan.weighted(),
              plan.replay())) {
        Set<Integer> colours = new HashSet<>();
        arms.forEach(arm -> assertTrue(colours.add(arm.colour()), arm.label()));
      }
    }
  }

  @Test
  void numbersOfTrialsThatAreNoneAreRefused() {
    for (int trials : new int[] {-1, 10_001}) {
      assertEquals(
          "trials must be 1 to 10000, was " + trials,
          assertThrows(
                  IllegalArgumentException.class,
                  () -> new GridworldExperiment(Scale.QUICK, trials, 1))
              .getMessage());
    }
    assertEquals(0, new GridworldExperiment(Scale.QUICK, 0, 1).trialsOfEach());
    assertEquals(10_000, new GridworldExperiment(Scale.QUICK, 10_000, 1).trialsOfEach());
  }
}
