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

/// Groups of the same name on several environments, compared by what needs no common scale of the returns.
final class AcrossEnvironments {
  private static final String ID = "across-environments";

  private AcrossEnvironments() {}

  /// Nothing, unless two groups can be compared on at least two environments and on all that there are.
  ///
  /// @param labels of the groups in their order, the same for all environments
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
            "The probability that a run of the first group has a higher return than one of the second, mean"
                + " over the environments, with its 95% stratified bootstrap interval.",
            List.of("groups", "probability of improvement [95%]"),
            rows);
    return Optional.of(
        new Section(
            ID,
            "All environments together",
            "Groups of the same name that have as many runs on every environment, %d of them at least."
                    .formatted(RunTables.FEWEST)
                + " The returns of different environments have different scales, and no scores to normalize"
                + " them by are taken for granted here: so there is no interquartile mean over all, no"
                + " optimality gap and no performance profile, but only what counts the better of two runs.",
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

  /// Samples of one size, each of them a task.
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
