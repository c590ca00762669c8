package org.evenkeel.paper.theory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.evenkeel.envs.Gridworld;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Effect;
import org.evenkeel.lab.report.Figure;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.report.Series;
import org.evenkeel.lab.report.Table;
import org.evenkeel.lab.report.Verdict;
import org.evenkeel.lab.study.StudyResults;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.paper.experiment.Scale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("slow")
class TheoryExperimentTest {
  private static final TheoryExperiment QUICK = new TheoryExperiment(Scale.QUICK, 1);

  /// What three of the claims rest on is exact, and so is half of a fourth.
  private static final Set<String> WITHOUT_TRIALS =
      Set.of(
          "theory-start-forgotten",
          "theory-factor-fourier",
          "theory-factor-bound",
          "theory-chain-order");

  private static final Set<String> REFUTED =
      Set.of("theory-optimality-difference", "theory-correlated-errors", "theory-recurrent-states");

  private static Map<String, Map<String, double[]>> results = Map.of();

  /// The report of all results.
  private static List<Section> report = List.of();

  @BeforeAll
  static void computeOnce() {
    results = new LinkedHashMap<>();
    for (Trial trial : QUICK.trials()) {
      results.put(trial.name(), trial.run(share -> {}));
    }
    report = QUICK.report(StudyResults.of(results));
  }

  private static Map<String, Verdict> verdicts(Map<String, Map<String, double[]>> of) {
    return verdicts(QUICK.report(StudyResults.of(of)));
  }

  private static Map<String, Verdict> verdicts(List<Section> sections) {
    Map<String, Verdict> verdicts = new TreeMap<>();
    for (Claim claim : claims(sections)) {
      verdicts.put(claim.id(), claim.verdict());
    }
    return verdicts;
  }

  private static List<Claim> claims(List<Section> sections) {
    return sections.stream().flatMap(s -> s.claims().stream()).toList();
  }

  private static List<Figure> figures(List<Section> sections) {
    return sections.stream().flatMap(s -> s.figures().stream()).toList();
  }

  @Test
  void theVerdictsOfTheQuickScale() {
    Map<String, Verdict> verdicts = verdicts(report);
    assertEquals(16, verdicts.size());
    verdicts.forEach(
        (id, verdict) ->
            assertEquals(
                REFUTED.contains(id) ? Verdict.CONTRADICTED : Verdict.SUPPORTED, verdict, id));
    assertTrue(verdicts.keySet().containsAll(REFUTED));
  }

  @Test
  void idsAreUniqueAndAllEvidenceIsThere() {
    for (List<Section> sections : List.of(report, QUICK.report(StudyResults.of(Map.of())))) {
      List<String> ids = new ArrayList<>();
      for (Section section : sections) {
        ids.add(section.id());
        section.figures().stream().map(Figure::id).forEach(ids::add);
        section.tables().stream().map(Table::id).forEach(ids::add);
      }
      Set<String> shown = new HashSet<>(ids);
      claims(sections).stream().map(Claim::id).forEach(ids::add);
      assertEquals(ids.size(), new HashSet<>(ids).size(), ids::toString);
      assertTrue(ids.stream().allMatch(id -> id.matches("theory(-[a-z]+)+")), ids::toString);
      for (Claim claim : claims(sections)) {
        assertFalse(claim.shownIn().isEmpty(), claim.id());
        assertTrue(shown.containsAll(claim.shownIn()), claim.id());
        assertFalse(claim.quote().isEmpty() || claim.source().isEmpty() || claim.rule().isEmpty());
      }
    }
  }

  @Test
  void nothingDrawnIsNotANumber() {
    for (Figure figure : figures(report)) {
      assertFalse(figure.series().isEmpty(), figure.id());
      for (Series series : figure.series()) {
        String what = figure.id() + ": " + series.name();
        assertTrue(series.x().length > 0, what);
        for (double[] column : List.of(series.x(), series.y(), series.lower(), series.upper())) {
          assertTrue(Arrays.stream(column).allMatch(Double::isFinite), what);
        }
        for (int i = 0; i < series.lower().length; i++) {
          assertTrue(series.lower()[i] <= series.y()[i] + 1e-12, what);
          assertTrue(series.upper()[i] >= series.y()[i] - 1e-12, what);
        }
      }
    }
  }

  @Test
  void everyEffectIsANumber() {
    for (Claim claim : claims(report)) {
      assertFalse(claim.effects().isEmpty(), claim.id());
      for (Effect effect : claim.effects()) {
        assertTrue(Double.isFinite(effect.value()), claim.id() + ": " + effect);
        assertEquals(
            effect.trials() == 0, Double.isNaN(effect.lower()), claim.id() + ": " + effect);
        assertEquals(effect.test().isEmpty(), Double.isNaN(effect.p()), claim.id() + ": " + effect);
      }
    }
  }

  /// Numbers that are a tenth too large are noticed, by the claim that rests on them and by no other.
  @ParameterizedTest
  @CsvSource({
    "chain-dqn, theory-dqn-variance, CONTRADICTED",
    "chain-ensemble-10, theory-ensemble-variance, CONTRADICTED",
    "chain-averaged-20, theory-averaged-variance, CONTRADICTED",
    "overestimation, theory-overestimation-equality, CONTRADICTED",
    "deviation, theory-variance-source, CONTRADICTED"
  })
  void aSimulationThatIsATenthOffIsNoticed(String group, String claim, Verdict expected) {
    Map<String, Verdict> right = verdicts(report);
    Map<String, Verdict> wrong = verdicts(scaled(group, 1.1));
    assertEquals(expected, wrong.get(claim));
    right.put(claim, expected);
    assertEquals(right, wrong);
  }

  /// A counterexample that the simulation does not confirm proves nothing.
  @ParameterizedTest
  @CsvSource({"correlated, theory-correlated-errors", "path-10, theory-recurrent-states"})
  void aCounterexampleNeedsItsSimulation(String group, String claim) {
    assertEquals(Verdict.NOT_DECIDABLE, verdicts(scaled(group, 1.25)).get(claim));
  }

  @Test
  void overestimationAboveTheBoundIsNoticed() {
    Map<String, Verdict> wrong = verdicts(scaled("overestimation", 2));
    assertEquals(Verdict.CONTRADICTED, wrong.get("theory-overestimation-bound"));
  }

  @Test
  void partsThatDoNotAddUpAreNoticed() {
    Map<String, Map<String, double[]>> changed = new LinkedHashMap<>(results);
    changed.computeIfPresent(
        "theory/decomposition/seed2",
        (name, columns) -> {
          Map<String, double[]> copy = new LinkedHashMap<>(columns);
          copy.put(DecompositionJob.RESIDUAL, new double[] {1e-9});
          return copy;
        });
    assertEquals(Verdict.CONTRADICTED, verdicts(changed).get("theory-decomposition"));
  }

  @Test
  void averagedThatIsWorseOnTheGridIsNoticed() {
    Map<String, Verdict> wrong = verdicts(changed("grid10-continuing-10", "averaged"::equals, 1.5));
    assertEquals(Verdict.CONTRADICTED, wrong.get("theory-gridworld-prediction"));
  }

  /// All that was measured by a group, times a factor; where it was measured stays.
  private static Map<String, Map<String, double[]>> scaled(String group, double factor) {
    Set<String> places = Set.of("runs", "states", "correlation", "distance", "actions", "k");
    return changed(group, column -> !places.contains(column), factor);
  }

  private static Map<String, Map<String, double[]>> changed(
      String group, Predicate<String> columns, double factor) {
    Map<String, Map<String, double[]>> changed = new LinkedHashMap<>();
    int found = 0;
    for (Map.Entry<String, Map<String, double[]>> trial : results.entrySet()) {
      Map<String, double[]> copy = new LinkedHashMap<>(trial.getValue());
      if (trial.getKey().startsWith("theory/" + group + "/")) {
        found++;
        copy.replaceAll(
            (name, values) ->
                columns.test(name) ? Arrays.stream(values).map(v -> v * factor).toArray() : values);
      }
      changed.put(trial.getKey(), copy);
    }
    assertNotEquals(0, found, group);
    return changed;
  }

  @Test
  void withoutTrialsAllThatRestsOnThemIsNotTested() {
    for (Claim claim : claims(QUICK.report(StudyResults.of(Map.of())))) {
      boolean exact = WITHOUT_TRIALS.contains(claim.id());
      assertEquals(exact ? Verdict.SUPPORTED : Verdict.NOT_TESTED, claim.verdict(), claim.id());
      assertEquals(
          !exact, claim.measured().contains("before the trials for this claim were computed"));
    }
    for (Figure figure : figures(QUICK.report(StudyResults.of(Map.of())))) {
      for (Series series : figure.series()) {
        assertFalse(series.name().contains("simulated") && series.x().length > 0, figure.id());
      }
    }
  }

  /// Each kind of trial in turn, all K of it: some claim is not tested, none changes to the opposite, nothing is
  /// thrown.
  @Test
  void eachKindOfTrialMissingLeavesItsClaimsUntested() {
    Set<String> groups = new HashSet<>();
    QUICK.trials().forEach(t -> groups.add(t.name().replaceAll("[-\\d]*/seed\\d+", "")));
    assertEquals(10, groups.size(), groups::toString);
    Map<String, Verdict> whole = verdicts(report);
    for (String group : groups) {
      Map<String, Map<String, double[]>> rest = new LinkedHashMap<>(results);
      rest.keySet().removeIf(name -> name.startsWith(group));
      Map<String, Verdict> verdicts = verdicts(rest);
      assertTrue(verdicts.containsValue(Verdict.NOT_TESTED), group);
      verdicts.forEach(
          (id, verdict) ->
              assertTrue(verdict == Verdict.NOT_TESTED || verdict == whole.get(id), group + id));
    }
  }

  /// With one seed of two the numbers are coarser, and still say the same.
  @Test
  void oneSeedOfTwoIsEnough() {
    Map<String, Map<String, double[]>> half = new LinkedHashMap<>(results);
    half.keySet().removeIf(name -> name.endsWith("/seed2"));
    Map<String, Verdict> whole = verdicts(report);
    verdicts(half)
        .forEach(
            (id, verdict) ->
                assertTrue(verdict == Verdict.NOT_DECIDABLE || verdict == whole.get(id), id));
  }

  @Test
  void theSameSeedGivesTheSameColumnsAndAnotherSeedOthers() {
    for (String group : List.of("overestimation", "chain-averaged-2", "path-5", "decomposition")) {
      Map<String, double[]> first = results.getOrDefault("theory/" + group + "/seed1", Map.of());
      Map<String, double[]> again = trial(QUICK, group).run(share -> {});
      assertEquals(first.keySet(), again.keySet());
      first.forEach((name, values) -> assertArrayEquals(values, again.get(name), name));
      Map<String, double[]> second = results.getOrDefault("theory/" + group + "/seed2", Map.of());
      boolean same = true;
      for (String name : first.keySet()) {
        same &= Arrays.equals(first.get(name), second.get(name));
      }
      assertFalse(same, group);
    }
  }

  private static Trial trial(TheoryExperiment experiment, String group) {
    return experiment.trials().stream()
        .filter(t -> t.name().startsWith("theory/" + group + "/"))
        .findFirst()
        .orElseThrow();
  }

  /// The stream is decided by the group too: DQN and an ensemble of one seed do not share their errors.
  @Test
  void groupsOfOneSeedHaveDifferentStreams() {
    double[] dqn = results.getOrDefault("theory/chain-dqn/seed1", Map.of()).get("uniform");
    TheoryJob same =
        new TheoryJob.Chain(false, 1, TheoryPlan.GAMMA, TheoryPlan.CHAIN_STATES, 2_000);
    double[] renamed = new TheoryTrial("other", same, 1).run(share -> {}).get("uniform");
    assertFalse(Arrays.equals(dqn, renamed));
  }

  @ParameterizedTest
  @EnumSource(Scale.class)
  void trialsHaveNamesOfTheirOwnAndSayAllThatDecidesThem(Scale scale) {
    List<Trial> trials = new TheoryExperiment(scale, 7).trials();
    Set<String> names = new HashSet<>();
    Set<String> descriptions = new HashSet<>();
    for (Trial trial : trials) {
      assertTrue(trial.name().matches("theory/[a-z0-9-]+/seed\\d+"), trial.name());
      assertTrue(names.add(trial.name()), trial.name());
      assertTrue(descriptions.add(trial.describe()), trial.describe());
      assertFalse(trial.describe().contains("\n"));
      assertFalse(trial.describe().contains("@"), "an array has no text: " + trial.describe());
      assertTrue(trial.work() > 0, trial.name());
    }
    assertEquals("theory", new TheoryExperiment(scale, 7).name());
    assertTrue(
        trial(new TheoryExperiment(scale, 7), "chain-averaged-10").describe().contains("k=10"));
  }

  /// It is a part of the checksums of committed results, whatever the components of the records are called.
  @Test
  void theTextOfAJobNeverChanges() {
    assertEquals(
        "Chain[averaged=true, k=10, gamma=0.9, states=[1, 2], runs=5]",
        new TheoryJob.Chain(true, 10, 0.9, List.of(1, 2), 5).text());
    assertEquals(
        "Correlated[k=2, gamma=0.9, states=3, correlations=[0.0, 0.5], runs=5]",
        new TheoryJob.Correlated(2, 0.9, 3, List.of(0.0, 0.5), 5).text());
    assertEquals(
        "Path[k=2, gamma=0.9, states=3, horizon=4, runs=5]",
        new TheoryJob.Path(2, 0.9, 3, 4, 5).text());
    assertEquals(
        "Overestimation[gamma=0.9, epsilon=1.0, actions=[2, 4], runs=5]",
        new TheoryJob.Overestimation(0.9, 1, List.of(2, 4), 5).text());
    assertEquals(
        "Deviation[gap=1.0, sigma=0.5, ks=[1, 5], runs=9]",
        new TheoryJob.Deviation(1, 0.5, List.of(1, 5), 9).text());
    assertEquals(
        "Grid[side=4, goal=CONTINUING, k=5, gamma=0.9]",
        new TheoryJob.Grid(4, Gridworld.Goal.CONTINUING, 5, 0.9).text());
    assertEquals(
        "DecompositionJob[gamma=0.9, epsilon=1.0, states=2, actions=3, iterations=4, runs=5]",
        new DecompositionJob(0.9, 1, 2, 3, 4, 5).text());
  }
}
