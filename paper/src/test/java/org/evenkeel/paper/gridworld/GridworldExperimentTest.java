package org.evenkeel.paper.gridworld;

import static org.evenkeel.paper.gridworld.ChangedTrials.QUICK;
import static org.evenkeel.paper.gridworld.ChangedTrials.REPORT;
import static org.evenkeel.paper.gridworld.ChangedTrials.TRIALS;
import static org.evenkeel.paper.gridworld.ChangedTrials.VERDICTS;
import static org.evenkeel.paper.gridworld.ChangedTrials.all;
import static org.evenkeel.paper.gridworld.ChangedTrials.both;
import static org.evenkeel.paper.gridworld.ChangedTrials.claims;
import static org.evenkeel.paper.gridworld.ChangedTrials.figures;
import static org.evenkeel.paper.gridworld.ChangedTrials.verdicts;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
import org.evenkeel.lab.study.StudyResults;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.paper.experiment.Scale;
import org.evenkeel.paper.theory.TheoryExperiment;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The report as a whole: numbers, ids, files, missing trials, the paper's scale.
@Tag("slow")
class GridworldExperimentTest {
  @Test
  void everyEffectAndEveryPointIsANumber() {
    for (Claim claim : claims(REPORT)) {
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
    for (Figure figure : figures(REPORT)) {
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
    for (Table table : REPORT.stream().flatMap(s -> s.tables().stream()).toList()) {
      assertFalse(table.rows().isEmpty(), table.id());
      table.rows().forEach(row -> assertEquals(table.columns().size(), row.size(), table.id()));
    }
  }

  @Test
  void idsAreUniqueTogetherWithTheTheorysAndAllEvidenceIsThere() {
    List<Section> theory = new TheoryExperiment(Scale.QUICK, 1).report(StudyResults.of(Map.of()));
    for (List<Section> gridworld : List.of(REPORT, QUICK.report(StudyResults.of(Map.of())))) {
      List<Section> both = Stream.concat(theory.stream(), gridworld.stream()).toList();
      Set<String> shown = new HashSet<>();
      both.forEach(s -> s.figures().forEach(f -> assertTrue(shown.add(f.id()), f.id())));
      both.forEach(s -> s.tables().forEach(t -> assertTrue(shown.add(t.id()), t.id())));
      Set<String> ids = new HashSet<>();
      both.forEach(s -> assertTrue(ids.add("section " + s.id()), s.id()));
      for (Claim claim : claims(both)) {
        assertTrue(ids.add(claim.id()), claim.id());
        assertFalse(claim.shownIn().isEmpty(), claim.id());
        assertTrue(shown.containsAll(claim.shownIn()), claim.id());
        assertFalse(claim.source().isEmpty() || claim.rule().isEmpty(), claim.id());
      }
      assertEquals(36, claims(both).size());
    }
  }

  @Test
  void aFolderTakesTheReportsOfBothExperiments(@TempDir Path folder) throws IOException {
    List<Section> both =
        new ArrayList<>(new TheoryExperiment(Scale.QUICK, 1).report(StudyResults.of(Map.of())));
    both.addAll(REPORT);
    String page = write(folder, both);
    for (Claim claim : claims(REPORT)) {
      assertTrue(page.contains("claim-" + claim.id()), claim.id());
    }
    for (Figure figure : figures(REPORT)) {
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
    List<Section> none = QUICK.report(StudyResults.of(Map.of()));
    assertEquals(VERDICTS.keySet(), verdicts(none).keySet());
    verdicts(none).forEach((id, verdict) -> assertEquals(Verdict.NOT_TESTED, verdict, id));
    assertFalse(write(folder, none).contains("NaN"));
  }

  @Test
  void oneTrialOfEachDecidesNothing(@TempDir Path folder) throws IOException {
    ChangedTrials one = new ChangedTrials().without(name -> !name.endsWith("/seed4"));
    List<Section> sections = QUICK.report(StudyResults.of(one.trials));
    verdicts(sections).forEach((id, verdict) -> assertEquals(Verdict.NOT_DECIDABLE, verdict, id));
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
      List<Section> sections =
          QUICK.report(StudyResults.of(new ChangedTrials().without(names).trials));
      verdicts(sections)
          .forEach(
              (id, v) ->
                  assertTrue(
                      v == Verdict.NOT_DECIDABLE
                          || v == Verdict.NOT_TESTED
                          || v == VERDICTS.get(id),
                      id));
    }
    ChangedTrials fewer = new ChangedTrials().without(missing.get(3));
    assertFalse(write(folder, QUICK.report(StudyResults.of(fewer.trials))).contains("NaN"));
    assertEquals(
        both(
            all(
                Verdict.NOT_TESTED,
                "ensemble-overestimates",
                "ensemble-variance",
                "errors-of-members",
                "recency",
                "terminal-overestimates",
                "terminal-variance",
                "theory-order"),
            all(
                Verdict.NOT_DECIDABLE,
                "overestimation",
                "overshoot",
                "smoother",
                "faster",
                "uneven-bias",
                "errors-of-states",
                "errors-of-iterations",
                "errors-and-targets",
                "theory-predicts",
                "theory-terminal")),
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
    List<Section> sections = paper.report(StudyResults.of(made));
    assertEquals(VERDICTS.keySet(), verdicts(sections).keySet());
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
