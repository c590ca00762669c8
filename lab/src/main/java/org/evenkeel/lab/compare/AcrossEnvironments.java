package org.evenkeel.lab.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.evenkeel.lab.compare.RunComparisons.Pair;
import org.evenkeel.lab.report.Numbers;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.report.Table;
import org.evenkeel.lab.statistics.ProbabilityOfImprovement;
import org.evenkeel.lab.statistics.Sample;
import org.evenkeel.lab.statistics.Scores;

/// Compares groups with the same name over several environments, in ways that need no common scale of returns.
final class AcrossEnvironments {
  private static final String ID = "across-environments";

  private AcrossEnvironments() {}

  /// Returns no section unless at least two groups can be compared, on at least two environments and on all of them.
  ///
  /// @param labels the groups in order, the same for all environments
  static Optional<Section> section(List<EnvironmentRuns> environments, List<String> labels) {
    Map<String, List<Pair>> byName = new LinkedHashMap<>();
    for (EnvironmentRuns runs : environments) {
      List<RunGroup> groups = new ArrayList<>(runs.measured());
      groups.sort(Comparator.comparing(group -> labels.indexOf(group.label())));
      for (Pair pair : RunComparisons.pairs(groups)) {
        if (pair.enough()) {
          byName.computeIfAbsent(pair.name(), name -> new ArrayList<>()).add(pair);
        }
      }
    }
    byName
        .values()
        .removeIf(pairs -> pairs.size() < environments.size() || !sameNumbersOfRuns(pairs));
    if (environments.size() < 2 || byName.isEmpty()) {
      return Optional.empty();
    }
    List<List<String>> rows =
        byName.entrySet().stream()
            .map(e -> List.of(e.getKey(), improvement(e.getValue())))
            .toList();
    Table table =
        new Table(
            ID + "-comparison",
            "Groups compared over %d environments".formatted(environments.size()),
            "The probability that a run of the first group has a higher return than one of the second, averaged"
                + " over the environments, with its 95% stratified bootstrap interval.",
            List.of("groups", "probability of improvement [95%]"),
            rows);
    return Optional.of(
        new Section(
            ID,
            "All environments combined",
            "These are the groups that have the same name and the same number of runs, at least %d, on every environment."
                    .formatted(RunTables.FEWEST)
                + " Returns of different environments are on different scales, and no reference scores for normalizing them"
                + " are assumed. Therefore this section has no interquartile mean, optimality gap or performance profile;"
                + " it only counts which of two runs is better.",
            List.of(),
            List.of(),
            List.of(table)));
  }

  private static boolean sameNumbersOfRuns(List<Pair> pairs) {
    Pair first = pairs.getFirst();
    return pairs.stream()
        .allMatch(
            p ->
                p.a().runs().size() == first.a().runs().size()
                    && p.b().runs().size() == first.b().runs().size());
  }

  private static String improvement(List<Pair> pairs) {
    return Numbers.estimate(
        RunTables.BOOTSTRAP.estimate(
            scores(pairs.stream().map(Pair::first).toList()),
            scores(pairs.stream().map(Pair::second).toList()),
            ProbabilityOfImprovement::of));
  }

  /// Returns samples of equal size as scores, one task for each.
  private static Scores scores(List<Sample> tasks) {
    double[][] runsByTasks = new double[tasks.getFirst().size()][tasks.size()];
    for (int task = 0; task < tasks.size(); task++) {
      double[] values = tasks.get(task).values();
      for (int run = 0; run < values.length; run++) {
        runsByTasks[run][task] = values[run];
      }
    }
    return Scores.of(runsByTasks);
  }
}
