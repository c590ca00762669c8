package org.evenkeel.paper.gridworld;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Figure;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.report.Verdict;
import org.evenkeel.lab.study.StudyResults;
import org.evenkeel.paper.experiment.Scale;

/// The fabricated results of the quick scale, on which every claim holds, and what changes of them change in the
/// verdicts.
final class ChangedTrials {
  static final int TRIALS = 12;
  static final GridworldExperiment QUICK = new GridworldExperiment(Scale.QUICK, TRIALS, 3);
  static final String FIRST = "gridworld/first-10x10/";
  static final String TERMINAL = "gridworld/first-10x10-terminal/";
  static final String REPLAY = "gridworld/replay-10x10/";

  private static final Map<String, Map<String, double[]>> RESULTS =
      FabricatedTrials.of(Scale.QUICK, TRIALS, 3, true);

  /// The report of the results as they are.
  static final List<Section> REPORT = QUICK.report(StudyResults.of(RESULTS));

  /// Its verdicts.
  static final Map<String, Verdict> VERDICTS = verdicts(REPORT);

  final Map<String, Map<String, double[]>> trials = new HashMap<>();

  ChangedTrials() {
    RESULTS.forEach((name, columns) -> trials.put(name, new LinkedHashMap<>(columns)));
  }

  /// A trial of an arm, from 0.
  Map<String, double[]> trial(String folder, int i) {
    Map<String, double[]> trial = trials.get(folder + "/seed" + (3 + i));
    assertNotNull(trial, folder);
    return trial;
  }

  /// Two arms have each other's column.
  ChangedTrials exchange(String column, String one, String other) {
    for (int i = 0; i < TRIALS; i++) {
      double[] first = Outcomes.column(trial(one, i), column);
      trial(one, i).put(column, Outcomes.column(trial(other, i), column));
      trial(other, i).put(column, first);
    }
    return this;
  }

  /// An arm has the column of another.
  ChangedTrials copy(String column, String from, String to) {
    for (int i = 0; i < TRIALS; i++) {
      trial(to, i).put(column, Outcomes.column(trial(from, i), column));
    }
    return this;
  }

  ChangedTrials each(String folder, BiConsumer<Arm, Map<String, double[]>> change) {
    for (Arm arm : GridworldPlan.of(Scale.QUICK, TRIALS).arms()) {
      for (int i = 0; arm.folder().startsWith(folder) && i < TRIALS; i++) {
        change.accept(arm, trial(arm.folder(), i));
      }
    }
    return this;
  }

  ChangedTrials without(Predicate<String> names) {
    assertTrue(trials.keySet().removeIf(names));
    return this;
  }

  /// The verdicts that are not what they were.
  Map<String, Verdict> differences() {
    Map<String, Verdict> found = verdicts(QUICK.report(StudyResults.of(trials)));
    found.entrySet().removeAll(VERDICTS.entrySet());
    return found;
  }

  static List<Claim> claims(List<Section> sections) {
    return sections.stream().flatMap(s -> s.claims().stream()).toList();
  }

  static List<Figure> figures(List<Section> sections) {
    return sections.stream().flatMap(s -> s.figures().stream()).toList();
  }

  static Map<String, Verdict> verdicts(List<Section> sections) {
    Map<String, Verdict> verdicts = new TreeMap<>();
    claims(sections).forEach(claim -> verdicts.put(claim.id(), claim.verdict()));
    return verdicts;
  }

  static Map<String, Verdict> both(Map<String, Verdict> one, Map<String, Verdict> other) {
    Map<String, Verdict> both = new TreeMap<>(one);
    both.putAll(other);
    return both;
  }

  static Map<String, Verdict> all(Verdict verdict, String... ids) {
    Map<String, Verdict> all = new TreeMap<>();
    Arrays.stream(ids).forEach(id -> all.put("gridworld-" + id, verdict));
    return all;
  }
}
