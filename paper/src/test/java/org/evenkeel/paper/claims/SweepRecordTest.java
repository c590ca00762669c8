package org.evenkeel.paper.claims;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.envs.Gridworld;
import org.evenkeel.lab.experiment.Experiment;
import org.evenkeel.lab.experiment.GivenOptions;
import org.evenkeel.lab.study.StudyResults;
import org.evenkeel.paper.experiment.Scale;
import org.evenkeel.paper.gridworld.SweepSettings;
import org.evenkeel.paper.gridworld.SweepTrial;
import org.evenkeel.paper.gridworld.Truth;
import org.junit.jupiter.api.Test;

/// What a trial records, compared with numbers computed directly from its tables.
final class SweepRecordTest {
  private static final Window WINDOW = new Window(30, 40);

  private static SweepSettings settings(Algorithm algorithm) {
    return SweepSettings.second(algorithm).side(4).minibatches(20).iterations(40);
  }

  private static Map<String, double[]> trial(Algorithm algorithm) {
    return new ValueProcess.Networks(settings(algorithm))
        .run(3, List.of(WINDOW, new Window(10, 20)), share -> {});
  }

  @Test
  void aWindowKeepsFiveIterationsTheLastOfThemAtItsEnd() {
    int kept = 0;
    for (int i = 0; i < 60; i++) {
      if (WINDOW.sample(i) >= 0) {
        assertEquals(kept++, WINDOW.sample(i));
      }
    }
    assertEquals(5, kept);
    assertEquals(4, WINDOW.sample(39));
    assertEquals(new Window(20, 30), WINDOW.previous());
    assertEquals(new Window(350, 400), Window.before(400));
    assertEquals(new Window(49, 65), Window.before(65));
    assertThrows(IllegalArgumentException.class, () -> new Window(3, 7));
  }

  @Test
  void theThreePartsOfTheErrorAddUpToTheErrorOfTheNewestNetwork() {
    for (Algorithm algorithm :
        List.of(Algorithm.dqn(), Algorithm.averaged(3), Algorithm.ensemble(2))) {
      Truth truth = Truth.of(new Gridworld(4, Gridworld.Goal.CONTINUING), 0.9);
      double[] newest = new double[40];
      new SweepTrial(settings(algorithm), 3)
          .observe(
              (i, tables, combined, targets) -> {
                for (int pair = 0; pair < targets.length; pair++) {
                  newest[i] += (tables[0][pair] - truth.values()[pair]) / targets.length;
                }
              });
      Map<String, double[]> columns = trial(algorithm);
      for (int i = 0; i < 40; i++) {
        double sum =
            columns.get(SweepRecord.ERROR)[i]
                + columns.get(SweepRecord.OVERESTIMATION)[i]
                + columns.get(SweepRecord.OPTIMALITY)[i];
        assertEquals(newest[i], sum, 1e-6);
      }
      assertEquals(algorithm.learners() > 1, columns.containsKey(SweepRecord.MEAN_ERRORS));
    }
  }

  @Test
  void biasErrorsAndValuesAreThoseOfTheTables() {
    Algorithm algorithm = Algorithm.averaged(2);
    Truth truth = Truth.of(new Gridworld(4, Gridworld.Goal.CONTINUING), 0.9);
    Map<String, double[]> columns = trial(algorithm);
    double[] values = columns.get(SweepRecord.VALUES);
    assertEquals(2 * 5 * 16, values.length);
    double[] ofFirst = SweepRecord.ofWindow(values, 0, 2);
    new SweepTrial(settings(algorithm), 3)
        .observe(
            (i, tables, combined, targets) -> {
              double bias = 0;
              double absolute = 0;
              for (int pair = 0; pair < combined.length; pair++) {
                bias += (combined[pair] - truth.values()[pair]) / combined.length;
                absolute += Math.abs(combined[pair] - truth.values()[pair]) / combined.length;
              }
              assertEquals(bias, columns.get(SweepRecord.BIAS)[i], 1e-9);
              assertEquals(absolute, columns.get(SweepRecord.ABSOLUTE)[i], 1e-9);
              double[] wide = new double[combined.length];
              for (int pair = 0; pair < wide.length; pair++) {
                wide[pair] = combined[pair];
              }
              assertEquals(1 - truth.optimalShare(wide), columns.get(SweepRecord.WRONG)[i], 1e-9);
              if (i == 39) {
                for (int s = 0; s < 16; s++) {
                  assertEquals(
                      combined[s * 4 + Truth.greedy(truth.values(), s)], ofFirst[4 * 16 + s]);
                }
                for (int pair = 0; pair < combined.length; pair++) {
                  assertEquals(
                      (double) tables[0][pair] - targets[pair],
                      columns.get(SweepRecord.ERRORS)[4 * 64 + pair]);
                }
              }
            });
  }

  /// The plan of the paper's scale is that of docs/claims.md.
  @Test
  void thePlanIsTheOneThatWasFixed() {
    ClaimsPlan plan = ClaimsPlan.of(Scale.PAPER);
    assertArrayEquals(
        new int[] {400, 400, 550, 800, 1_300},
        plan.averaged().stream().mapToInt(a -> a.process().iterations()).toArray());
    assertTrue(plan.averaged().stream().allMatch(a -> a.trials() == 100));
    assertArrayEquals(
        new int[] {40, 40, 40, 20}, plan.ensembles().stream().mapToInt(ClaimArm::trials).toArray());
    assertTrue(plan.ensembles().stream().allMatch(a -> a.process().iterations() == 400));
    assertEquals(new Window(350, 400), plan.averaged().get(4).windows().get(1));
    assertEquals(new Window(60, 80), plan.ensembles().get(2).windows().get(2));
    assertEquals(3, ClaimsPlan.slowPeriod(5));
    assertEquals(6, ClaimsPlan.slowPeriod(10));
    ClaimTrial first = plan.averaged().getFirst().all(10_001).getFirst();
    assertEquals("claims/networks-20x20/dqn/seed10001", first.name());
    assertEquals(
        10_001,
        ((ClaimTrial) new ClaimsExperiment(Scale.PAPER, ClaimsPart.ALL, 1).trials().getFirst())
            .seed());
  }

  /// Every choice differs from the first, has its own folder, and can be read in every way.
  @Test
  void everyOpenChoiceIsATrialOfItsOwn() {
    List<Specification> choices = Specification.all(Scale.PAPER);
    assertEquals(24, choices.size());
    assertEquals(24, choices.stream().map(c -> c.averaged().folder()).distinct().count());
    assertEquals(24, choices.stream().map(c -> c.ensemble().process()).distinct().count());
    for (Specification choice : choices) {
      for (ClaimArm arm : List.of(choice.averaged(), choice.ensemble())) {
        assertEquals(12, arm.trials());
        for (Window window : arm.windows()) {
          assertTrue(window.end() <= arm.process().iterations(), choice.name());
        }
      }
    }
  }

  /// The parts together have the trials of the whole, and each has its folder, which a user may name again.
  @Test
  void thePartsAddUpToTheWhole() {
    ClaimsKind kind = new ClaimsKind();
    int sum = 0;
    for (String part : List.of("networks", "controls", "choices")) {
      Experiment one = kind.of(new GivenOptions(Map.of("part", part), 1));
      sum += one.trials().size();
      assertEquals("reproduce-claims-quick-" + part, kind.folder(one).getFileName().toString());
      assertEquals(one, kind.of(new GivenOptions(one.options(), 1)));
      assertFalse(one.report(StudyResults.of(Map.of())).isEmpty());
    }
    Experiment all = kind.of(new GivenOptions(Map.of(), 1));
    assertEquals(sum, all.trials().size());
    assertEquals("reproduce-claims-quick", kind.folder(all).getFileName().toString());
    assertEquals(
        "unknown part 'control': did you mean 'controls'?",
        assertThrows(
                IllegalArgumentException.class,
                () -> kind.of(new GivenOptions(Map.of("part", "control"), 1)))
            .getMessage());
    assertEquals(
        "unknown part 'x': choose all, networks, controls or choices",
        assertThrows(
                IllegalArgumentException.class,
                () -> kind.of(new GivenOptions(Map.of("part", "x"), 1)))
            .getMessage());
  }
}
