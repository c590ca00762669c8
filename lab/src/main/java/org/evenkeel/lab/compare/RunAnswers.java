package org.evenkeel.lab.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.evenkeel.core.internal.Counted;
import org.evenkeel.lab.compare.RunComparisons.Pair;
import org.evenkeel.lab.config.Look;
import org.evenkeel.lab.report.Numbers;
import org.evenkeel.lab.run.MetricsRows.Measure;
import org.evenkeel.lab.statistics.MultipleComparisons;
import org.evenkeel.lab.statistics.Sample;
import org.evenkeel.lab.statistics.WelchTest;

/// States which group of runs is best, in sentences computed from the numbers: for each environment, for each algorithm
/// among its settings, and overall.
final class RunAnswers {
  private static final double LEVEL = 0.05;

  private RunAnswers() {}

  /// Returns the paragraphs about an environment, none if there is nothing to compare.
  static List<String> of(EnvironmentRuns runs) {
    List<RunGroup> groups = runs.measured();
    Map<String, List<RunGroup>> byAlgorithm = new LinkedHashMap<>();
    for (RunGroup group : groups) {
      byAlgorithm
          .computeIfAbsent(Look.of(group.training().algorithm()).label(), _ -> new ArrayList<>())
          .add(group);
    }
    List<String> paragraphs = new ArrayList<>();
    if (byAlgorithm.size() > 1) {
      byAlgorithm.forEach(
          (algorithm, own) -> {
            if (own.size() > 1) {
              paragraphs.add(best("For %s on %s".formatted(algorithm, runs.environment()), own));
            }
          });
    }
    if (groups.size() > 1) {
      paragraphs.add(best("On " + runs.environment(), groups));
    }
    return paragraphs;
  }

  private static String best(String where, List<RunGroup> groups) {
    List<RunGroup> order = new ArrayList<>(groups);
    order.sort(Comparator.comparingDouble((RunGroup group) -> last(group).mean()).reversed());
    RunGroup best = order.getFirst();
    List<Pair> pairs =
        RunComparisons.pairs(groups).stream()
            .filter(pair -> pair.a().equals(best) || pair.b().equals(best))
            .map(pair -> pair.a().equals(best) ? pair : new Pair(pair.b(), pair.a(), pair.step()))
            .sorted(Comparator.comparingDouble((Pair pair) -> pair.second().mean()).reversed())
            .toList();
    StringBuilder text = new StringBuilder();
    text.append(
        "%s, %s has the highest mean return at the end: %s over %s."
            .formatted(
                where,
                best.label(),
                Numbers.meanAndDeviation(last(best).values()),
                Counted.of(best.runs().size(), "run")));
    double[] p = corrected(pairs);
    List<String> worse = new ArrayList<>();
    List<String> open = new ArrayList<>();
    for (int i = 0; i < pairs.size(); i++) {
      (p[i] <= LEVEL ? worse : open).add(compared(pairs.get(i), p[i]));
    }
    if (!worse.isEmpty()) {
      text.append(" It is better than ").append(String.join(", ", worse)).append('.');
    }
    if (!open.isEmpty()) {
      text.append(" These runs do not distinguish it from ")
          .append(String.join(", ", open))
          .append('.');
    }
    return text.toString();
  }

  private static Sample last(RunGroup group) {
    return group.at(group.lastStep(), Measure.RETURN);
  }

  /// Returns a text such as `dqn (difference 12.00 [3.00, 21.00], p 0.0100)`.
  private static String compared(Pair pair, double p) {
    if (!testable(pair)) {
      String why =
          pair.enough()
              ? "all runs of each group are equal"
              : "fewer than " + RunTables.FEWEST + " runs";
      return "%s (difference %s, %s)"
          .formatted(
              pair.b().label(), Numbers.brief(pair.first().mean() - pair.second().mean()), why);
    }
    WelchTest test = WelchTest.of(pair.first(), pair.second());
    return "%s (difference %s, p %s)"
        .formatted(pair.b().label(), Numbers.estimate(test.difference(0.95)), Numbers.p(p));
  }

  private static boolean testable(Pair pair) {
    return pair.enough() && pair.varies();
  }

  /// Returns the p-values of the comparisons with the best group, corrected by Holm; 1 if there is no test.
  private static double[] corrected(List<Pair> pairs) {
    List<OptionalDouble> raw = new ArrayList<>();
    for (Pair pair : pairs) {
      raw.add(
          testable(pair)
              ? OptionalDouble.of(WelchTest.of(pair.first(), pair.second()).pTwoSided())
              : OptionalDouble.empty());
    }
    double[] there = raw.stream().flatMapToDouble(OptionalDouble::stream).toArray();
    double[] holm = there.length == 0 ? there : MultipleComparisons.holm(there);
    double[] all = new double[pairs.size()];
    int next = 0;
    for (int i = 0; i < all.length; i++) {
      all[i] = raw.get(i).isPresent() ? holm[next++] : 1;
    }
    return all;
  }
}
