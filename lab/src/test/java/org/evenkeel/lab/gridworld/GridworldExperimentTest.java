package org.evenkeel.lab.gridworld;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Effect;
import org.evenkeel.lab.report.Figure;
import org.evenkeel.lab.report.Report;
import org.evenkeel.lab.report.ReportFolder;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.report.Series;
import org.evenkeel.lab.report.Table;
import org.evenkeel.lab.report.Verdict;
import org.evenkeel.lab.reproduce.TheoryExperiment;
import org.evenkeel.lab.study.Scale;
import org.evenkeel.lab.study.Trial;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the report says of fabricated trials: those that obey every claim, and those that do not.
class GridworldExperimentTest {
  private static final int TRIALS = 12;
  private static final GridworldExperiment QUICK = new GridworldExperiment(Scale.QUICK, TRIALS, 3);
  private static final String FIRST = "gridworld/first-10x10/";
  private static final String TERMINAL = "gridworld/first-10x10-terminal/";
  private static final String REPLAY = "gridworld/replay-10x10/";

  private static Map<String, Map<String, double[]>> results = Map.of();
  private static List<Section> report = List.of();
  private static Map<String, Verdict> verdicts = Map.of();

  @BeforeAll
  static void fabricateOnce() {
    results = FabricatedTrials.of(Scale.QUICK, TRIALS, 3, true);
    report = QUICK.report(results);
    verdicts = verdicts(report);
  }

  private static List<Claim> claims(List<Section> sections) {
    return sections.stream().flatMap(s -> s.claims().stream()).toList();
  }

  private static List<Figure> figures(List<Section> sections) {
    return sections.stream().flatMap(s -> s.figures().stream()).toList();
  }

  private static Map<String, Verdict> verdicts(List<Section> sections) {
    Map<String, Verdict> verdicts = new TreeMap<>();
    claims(sections).forEach(claim -> verdicts.put(claim.id(), claim.verdict()));
    return verdicts;
  }

  /// Results to be changed.
  private static final class Changed {
    private final Map<String, Map<String, double[]>> trials = new HashMap<>();

    private Changed() {
      results.forEach((name, columns) -> trials.put(name, new LinkedHashMap<>(columns)));
    }

    private Map<String, double[]> trial(String folder, int i) {
      Map<String, double[]> trial = trials.get(folder + "/seed" + (3 + i));
      assertNotNull(trial, folder);
      return trial;
    }

    /// Two arms have each other's column.
    private Changed exchange(String column, String one, String other) {
      for (int i = 0; i < TRIALS; i++) {
        double[] first = Outcomes.column(trial(one, i), column);
        trial(one, i).put(column, Outcomes.column(trial(other, i), column));
        trial(other, i).put(column, first);
      }
      return this;
    }

    /// An arm has the column of another.
    private Changed copy(String column, String from, String to) {
      for (int i = 0; i < TRIALS; i++) {
        trial(to, i).put(column, Outcomes.column(trial(from, i), column));
      }
      return this;
    }

    private Changed each(String folder, BiConsumer<Arm, Map<String, double[]>> change) {
      for (Arm arm : GridworldPlan.of(Scale.QUICK, TRIALS).arms()) {
        for (int i = 0; arm.folder().startsWith(folder) && i < TRIALS; i++) {
          change.accept(arm, trial(arm.folder(), i));
        }
      }
      return this;
    }

    private Changed without(Predicate<String> names) {
      assertTrue(trials.keySet().removeIf(names));
      return this;
    }

    /// The verdicts that are not what they were.
    private Map<String, Verdict> differences() {
      Map<String, Verdict> found = verdicts(QUICK.report(trials));
      found.entrySet().removeAll(verdicts.entrySet());
      return found;
    }
  }

  private static Map<String, Verdict> all(Verdict verdict, String... ids) {
    Map<String, Verdict> all = new TreeMap<>();
    Arrays.stream(ids).forEach(id -> all.put("gridworld-" + id, verdict));
    return all;
  }

  @Test
  void trialsThatObeyEveryClaimMakeEveryClaimHold() {
    assertEquals(20, verdicts.size());
    verdicts.forEach((id, verdict) -> assertEquals(Verdict.HOLDS, verdict, id));
  }

  @Test
  void curvesThatRiseWithKRefuteTheFirstExperiment() {
    assertEquals(
        all(
            Verdict.DOES_NOT_HOLD,
            "overestimation",
            "overshoot",
            "smoother",
            "faster",
            "recency"), // its plain mean is the same arm
        new Changed()
            .exchange(GridworldTrial.COMBINED, FIRST + "dqn", FIRST + "averaged-10")
            .differences());
  }

  /// The newest network's curve is shown and decides nothing.
  @Test
  void theNewestNetworkDecidesNothing() {
    assertEquals(
        Map.of(),
        new Changed()
            .exchange(GridworldTrial.LATEST, FIRST + "dqn", FIRST + "averaged-10")
            .differences());
  }

  @Test
  void curvesThatAreTheSameLeaveItOpen() {
    assertEquals(
        all(
            Verdict.UNDECIDED,
            "overestimation",
            "overshoot",
            "smoother",
            "faster",
            "terminal-overestimates",
            "recency",
            "replay-overestimation",
            "policies"),
        new Changed()
            .copy(GridworldTrial.COMBINED, FIRST + "averaged-5", FIRST + "averaged-10")
            .copy(GridworldTrial.COMBINED, FIRST + "averaged-5", FIRST + "weighted-10-0.5")
            .copy(GridworldTrial.COMBINED, TERMINAL + "averaged-5", TERMINAL + "ensemble-5")
            .copy(GridworldTrial.COMBINED, REPLAY + "averaged-5", REPLAY + "dqn")
            .copy(GridworldTrial.VALUES, REPLAY + "averaged-5", REPLAY + "dqn")
            .differences());
  }

  @Test
  void anEnsembleBelowAveragedIsNoticed() {
    assertEquals(
        all(Verdict.DOES_NOT_HOLD, "ensemble-overestimates"),
        new Changed()
            .exchange(GridworldTrial.COMBINED, FIRST + "averaged-5", FIRST + "ensemble-5")
            .differences());
    assertEquals(
        all(Verdict.DOES_NOT_HOLD, "terminal-overestimates", "recency"),
        new Changed()
            .exchange(GridworldTrial.COMBINED, TERMINAL + "averaged-5", TERMINAL + "ensemble-5")
            .exchange(GridworldTrial.COMBINED, FIRST + "averaged-10", FIRST + "weighted-10-0.5")
            .differences());
  }

  /// The ensemble's estimates are then not its targets and its errors either.
  @Test
  void anEnsembleWithTheSmallerVarianceIsNoticed() {
    assertEquals(
        all(Verdict.DOES_NOT_HOLD, "ensemble-variance", "theory-order", "errors-and-targets"),
        new Changed()
            .exchange(GridworldTrial.ESTIMATES, FIRST + "averaged-5", FIRST + "ensemble-5")
            .differences());
    assertEquals(
        all(Verdict.DOES_NOT_HOLD, "terminal-variance", "theory-order", "errors-and-targets"),
        new Changed()
            .exchange(GridworldTrial.ESTIMATES, TERMINAL + "averaged-5", TERMINAL + "ensemble-5")
            .differences());
  }

  /// Targets three times as far from their mean are some nine times the variance; half as far, a quarter.
  @Test
  void aVarianceThatIsNotPredictedIsNoticed() {
    assertEquals(
        all(Verdict.DOES_NOT_HOLD, "theory-predicts"),
        new Changed().each(FIRST + "dqn", (arm, trial) -> spread(arm, trial, 3)).differences());
    assertEquals(
        all(Verdict.DOES_NOT_HOLD, "theory-terminal"),
        new Changed().each(TERMINAL + "averaged", (arm, t) -> spread(arm, t, 0.5)).differences());
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
    Changed later =
        new Changed()
            .each(
                TERMINAL + "ensemble",
                (arm, trial) -> {
                  double[] variance = Outcomes.column(trial, GridworldTrial.TIME_VARIANCE);
                  trial.put(
                      GridworldTrial.TIME_COVARIANCE,
                      Arrays.stream(variance).map(v -> -0.3 * v).toArray());
                });
    assertEquals(all(Verdict.DOES_NOT_HOLD, "errors-of-iterations"), later.differences());
  }

  /// The members of one ensemble all have the same errors.
  @Test
  void errorsThatMembersShareAreNoticed() {
    Map<String, Verdict> found =
        new Changed()
            .each(
                FIRST + "ensemble",
                (arm, t) ->
                    t.put(GridworldTrial.MEAN_ERRORS, Outcomes.column(t, GridworldTrial.ERRORS)))
            .differences();
    assertEquals(Verdict.DOES_NOT_HOLD, found.get("gridworld-errors-of-members"));
    found.remove("gridworld-errors-and-targets"); // of other errors
    assertEquals(all(Verdict.DOES_NOT_HOLD, "errors-of-members"), found);
  }

  /// A part of each error is that of the state before; the estimates stay.
  @Test
  void errorsThatNeighboursShareAreNoticed() {
    Changed shared =
        new Changed()
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
    assertEquals(all(Verdict.DOES_NOT_HOLD, "errors-of-states"), shared.differences());
  }

  /// The target is less where the error is more.
  @Test
  void errorsAgainstTheirTargetsAreNoticed() {
    Changed against =
        new Changed()
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
    assertEquals(all(Verdict.DOES_NOT_HOLD, "errors-and-targets"), against.differences());
  }

  /// A bias that grows with the value is larger near the goal; one that grows with its root is larger there too, but
  /// a smaller share of it.
  @Test
  void theBiasMustBeLargerFarAwayByBothMeasures() {
    assertEquals(
        all(Verdict.DOES_NOT_HOLD, "uneven-bias"),
        new Changed().each(FIRST, (arm, trial) -> bias(arm, trial, 2)).differences());
    assertEquals(
        all(Verdict.UNDECIDED, "uneven-bias"),
        new Changed().each(FIRST, (arm, trial) -> bias(arm, trial, 0.5)).differences());
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
        all(Verdict.DOES_NOT_HOLD, "double", "replay-overestimation"),
        new Changed()
            .exchange(GridworldTrial.COMBINED, REPLAY + "dqn", REPLAY + "double")
            .differences());
  }

  @Test
  void betterPoliciesWithoutAveragingAreNoticed() {
    assertEquals(
        all(Verdict.DOES_NOT_HOLD, "policies"),
        new Changed()
            .exchange(GridworldTrial.VALUES, REPLAY + "dqn", REPLAY + "averaged-5")
            .differences());
  }

  @Test
  void everyEffectAndEveryPointIsANumber() {
    for (Claim claim : claims(report)) {
      assertFalse(claim.effects().isEmpty(), claim.id());
      for (Effect effect : claim.effects()) {
        String what = claim.id() + ": " + effect;
        assertTrue(Double.isFinite(effect.value()), what);
        boolean exact = effect.trials() == 0;
        assertEquals(exact, Double.isNaN(effect.lower()), what);
        assertEquals(exact ? 0 : TRIALS, effect.trials(), what);
        assertEquals(effect.test().isEmpty(), Double.isNaN(effect.p()), what);
        assertTrue(exact || (effect.lower() <= effect.value() && effect.value() <= effect.upper()));
      }
    }
    for (Figure figure : figures(report)) {
      assertFalse(figure.series().isEmpty(), figure.id());
      for (Series series : figure.series()) {
        String what = figure.id() + ": " + series.name();
        assertTrue(series.x().length > 0, what);
        for (double[] column : List.of(series.x(), series.y(), series.lower(), series.upper())) {
          assertTrue(Arrays.stream(column).allMatch(Double::isFinite), what);
        }
        assertTrue(!figure.y().logarithmic() || Arrays.stream(series.y()).allMatch(y -> y > 0));
      }
    }
    for (Table table : report.stream().flatMap(s -> s.tables().stream()).toList()) {
      assertFalse(table.rows().isEmpty(), table.id());
      table.rows().forEach(row -> assertEquals(table.columns().size(), row.size(), table.id()));
    }
  }

  @Test
  void idsAreUniqueTogetherWithTheTheorysAndAllEvidenceIsThere() {
    List<Section> theory = new TheoryExperiment(Scale.QUICK, 1).report(Map.of());
    for (List<Section> gridworld : List.of(report, QUICK.report(Map.of()))) {
      List<Section> both = Stream.concat(theory.stream(), gridworld.stream()).toList();
      Set<String> shown = new HashSet<>();
      both.forEach(s -> s.figures().forEach(f -> assertTrue(shown.add(f.id()), f.id())));
      both.forEach(s -> s.tables().forEach(t -> assertTrue(shown.add(t.id()), t.id())));
      Set<String> ids = new HashSet<>();
      both.forEach(s -> assertTrue(ids.add("section " + s.id()), s.id()));
      for (Claim claim : claims(both)) {
        assertTrue(ids.add(claim.id()), claim.id());
        assertFalse(claim.evidence().isEmpty(), claim.id());
        assertTrue(shown.containsAll(claim.evidence()), claim.id());
        assertFalse(claim.source().isEmpty() || claim.rule().isEmpty(), claim.id());
      }
      assertEquals(36, claims(both).size());
    }
  }

  @Test
  void aFolderTakesTheReportsOfBothExperiments(@TempDir Path folder) throws IOException {
    List<Section> both = new ArrayList<>(new TheoryExperiment(Scale.QUICK, 1).report(Map.of()));
    both.addAll(report);
    String page = write(folder, both);
    for (Claim claim : claims(report)) {
      assertTrue(page.contains("claim-" + claim.id()), claim.id());
    }
    for (Figure figure : figures(report)) {
      assertTrue(Files.size(folder.resolve("figures/" + figure.id() + ".svg")) > 1_000);
    }
    assertFalse(page.contains("NaN"));
  }

  private static String write(Path folder, List<Section> sections) throws IOException {
    Report whole = new Report("Title", "Lead.", "command", Map.of("java", "25"), sections);
    return Files.readString(ReportFolder.write(folder, whole));
  }

  @Test
  void withoutTrialsEverythingIsOpen(@TempDir Path folder) throws IOException {
    List<Section> none = QUICK.report(Map.of());
    assertEquals(verdicts.keySet(), verdicts(none).keySet());
    verdicts(none).forEach((id, verdict) -> assertEquals(Verdict.UNDECIDED, verdict, id));
    assertFalse(write(folder, none).contains("NaN"));
  }

  @Test
  void oneTrialOfEachDecidesNothing(@TempDir Path folder) throws IOException {
    Changed one = new Changed().without(name -> !name.endsWith("/seed4"));
    List<Section> sections = QUICK.report(one.trials);
    verdicts(sections).forEach((id, verdict) -> assertEquals(Verdict.UNDECIDED, verdict, id));
    assertFalse(write(folder, sections).contains("NaN"));
  }

  /// Half of the trials say the same or leave it open, and so does one algorithm less in all protocols.
  @Test
  void missingTrialsChangeNoVerdictToAnother(@TempDir Path folder) throws IOException {
    List<Predicate<String>> missing =
        List.of(
            name -> name.matches(".*/seed\\d*[13579]"),
            name -> name.contains("/dqn/"),
            name -> name.contains("/averaged-5/"),
            name -> name.contains("/ensemble-5/") || name.contains("/averaged-10/"),
            name -> name.contains("/double/") || name.contains("/weighted-10-0.5/"),
            name -> name.hashCode() % 3 == 0);
    for (Predicate<String> names : missing) {
      List<Section> sections = QUICK.report(new Changed().without(names).trials);
      verdicts(sections)
          .forEach((id, v) -> assertTrue(v == Verdict.UNDECIDED || v == verdicts.get(id), id));
    }
    Changed fewer = new Changed().without(missing.get(3));
    assertFalse(write(folder, QUICK.report(fewer.trials)).contains("NaN"));
    assertEquals(
        all(
            Verdict.UNDECIDED,
            "overestimation",
            "overshoot",
            "smoother",
            "faster",
            "uneven-bias",
            "recency",
            "ensemble-overestimates",
            "ensemble-variance",
            "terminal-overestimates",
            "terminal-variance",
            "errors-of-members",
            "theory-order"),
        fewer.differences());
  }

  /// The paper's scale with two trials of each. What they vary by is all the same here, so the theory is not met.
  @Test
  void thePapersScaleIsReported(@TempDir Path folder) throws IOException {
    GridworldExperiment paper = new GridworldExperiment(Scale.PAPER, 2, 1);
    Map<String, Map<String, double[]>> made = FabricatedTrials.of(Scale.PAPER, 2, 1, false);
    Set<String> names = new HashSet<>();
    paper.trials().forEach((Trial t) -> names.add(t.name()));
    assertEquals(made.keySet(), names);
    List<Section> sections = paper.report(made);
    assertEquals(verdicts.keySet(), verdicts(sections).keySet());
    assertEquals(3, effects(sections, "overestimation"));
    assertEquals(2, effects(sections, "ensemble-variance"));
    assertEquals(2, effects(sections, "recency"));
    assertEquals(6, effects(sections, "theory-order"));
    assertTrue(write(folder, sections).contains("The world is the paper"));
  }

  private static int effects(List<Section> sections, String claim) {
    return claims(sections).stream()
        .filter(c -> c.id().equals("gridworld-" + claim))
        .mapToInt(c -> c.effects().size())
        .sum();
  }
}
