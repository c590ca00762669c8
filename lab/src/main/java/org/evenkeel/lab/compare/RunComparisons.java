package org.evenkeel.lab.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.OptionalDouble;
import org.evenkeel.lab.report.Numbers;
import org.evenkeel.lab.report.Table;
import org.evenkeel.lab.run.MetricsRows.Measure;
import org.evenkeel.lab.statistics.Estimate;
import org.evenkeel.lab.statistics.MannWhitney;
import org.evenkeel.lab.statistics.MultipleComparisons;
import org.evenkeel.lab.statistics.ProbabilityOfImprovement;
import org.evenkeel.lab.statistics.Sample;
import org.evenkeel.lab.statistics.Scores;
import org.evenkeel.lab.statistics.WelchTest;

/// Compares all pairs of groups of an environment, by their returns at the last step that both have.
final class RunComparisons {
  private RunComparisons() {}

  /// Two groups, compared at a step.
  record Pair(RunGroup a, RunGroup b, long step) {
    Sample first() {
      return a.at(step, Measure.RETURN);
    }

    Sample second() {
      return b.at(step, Measure.RETURN);
    }

    boolean enough() {
      return a.runs().size() >= RunTables.FEWEST && b.runs().size() >= RunTables.FEWEST;
    }

    /// Returns whether either sample varies; otherwise Welch's test does not apply.
    boolean varies() {
      return first().variance() > 0 || second().variance() > 0;
    }

    String name() {
      return a.label() + " − " + b.label();
    }
  }

  /// Returns all pairs with a step in common. The second group of a pair is always the later one.
  static List<Pair> pairs(List<RunGroup> groups) {
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < groups.size(); i++) {
      for (int j = i + 1; j < groups.size(); j++) {
        NavigableSet<Long> common = groups.get(i).steps(Measure.RETURN);
        common.retainAll(groups.get(j).steps(Measure.RETURN));
        if (!common.isEmpty()) {
          pairs.add(new Pair(groups.get(i), groups.get(j), common.last()));
        }
      }
    }
    return pairs;
  }

  /// Returns a table with a row for each pair.
  static Table table(EnvironmentRuns runs, List<Pair> pairs) {
    List<String> welch =
        corrected(
            pairs.stream()
                .map(
                    pair ->
                        pair.enough() && pair.varies()
                            ? OptionalDouble.of(
                                WelchTest.of(pair.first(), pair.second()).pTwoSided())
                            : OptionalDouble.empty())
                .toList());
    List<String> mannWhitney =
        corrected(
            pairs.stream()
                .map(
                    pair ->
                        pair.enough()
                            ? OptionalDouble.of(MannWhitney.of(pair.first(), pair.second()).p())
                            : OptionalDouble.empty())
                .toList());
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < pairs.size(); i++) {
      Pair pair = pairs.get(i);
      rows.add(
          List.of(
              pair.name(),
              Numbers.count(pair.step()),
              difference(pair),
              welch.get(i),
              mannWhitney.get(i),
              pair.enough() ? Numbers.estimate(improvement(pair)) : Numbers.NONE));
    }
    return new Table(
        runs.id() + "-comparison",
        "Groups compared on " + runs.environment(),
        "Returns in the last evaluation that all runs of both groups have. The 95% interval of the difference is"
            + " Welch's; that of the probability that a run of the first group has a higher return than one of the"
            + " second is from a stratified bootstrap. p-values are two-sided and corrected by Holm for the number of"
            + " pairs in this table. Tests need at least "
            + RunTables.FEWEST
            + " runs in each group; Welch's test also needs one group that varies.",
        List.of(
            "groups",
            "at step",
            "difference [95%]",
            "Welch p",
            "Mann-Whitney p",
            "probability of improvement [95%]"),
        rows);
  }

  private static String difference(Pair pair) {
    return pair.enough() && pair.varies()
        ? Numbers.estimate(WelchTest.of(pair.first(), pair.second()).difference(0.95))
        : Numbers.brief(pair.first().mean() - pair.second().mean());
  }

  private static Estimate improvement(Pair pair) {
    return RunTables.BOOTSTRAP.estimate(
        Scores.ofOneTask(pair.first().values()),
        Scores.ofOneTask(pair.second().values()),
        ProbabilityOfImprovement::of);
  }

  /// Returns the available p-values, corrected for their number.
  private static List<String> corrected(List<OptionalDouble> raw) {
    double[] there =
        raw.stream().filter(OptionalDouble::isPresent).mapToDouble(p -> p.orElse(1)).toArray();
    double[] holm = there.length == 0 ? there : MultipleComparisons.holm(there);
    List<String> shown = new ArrayList<>();
    int next = 0;
    for (OptionalDouble p : raw) {
      shown.add(p.isPresent() ? Numbers.p(holm[next++]) : Numbers.NONE);
    }
    return shown;
  }
}
