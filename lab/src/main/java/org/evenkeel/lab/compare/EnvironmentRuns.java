package org.evenkeel.lab.compare;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.evenkeel.core.internal.Counted;
import org.evenkeel.core.train.EvaluationPlan;
import org.evenkeel.core.train.Training;
import org.evenkeel.lab.config.GroupLabels;
import org.evenkeel.lab.report.Numbers;
import org.evenkeel.lab.report.Table;
import org.evenkeel.lab.run.ReadRun;

/// The runs of one environment in groups, with an introduction to the numbers.
///
/// @param environment its name
/// @param id its name in a form that can be used for a file
/// @param groups the groups, in the order in which their first runs were given
/// @param copies sentences about runs that were given twice
/// @param differences rows of a table of the settings that differ between groups
record EnvironmentRuns(
    String environment,
    String id,
    List<RunGroup> groups,
    List<String> copies,
    List<List<String>> differences) {

  /// Groups the runs of one environment. A run that is given twice counts once, since the same seed again is not
  /// another trial.
  static EnvironmentRuns of(String environment, String id, List<ReadRun> runs) {
    Map<Training, Map<Long, ReadRun>> trainings = new LinkedHashMap<>();
    List<String> copies = new ArrayList<>();
    for (ReadRun run : runs) {
      Map<Long, ReadRun> seeds =
          trainings.computeIfAbsent(run.config().training(), t -> new LinkedHashMap<>());
      ReadRun other = seeds.get(run.seed());
      boolean longer = other != null && run.rows().lastStep() > other.rows().lastStep();
      if (other == null || longer) {
        seeds.put(run.seed(), run);
      }
      if (other != null) {
        copies.add(
            "'%s' is the same run as '%s', including seed %d, and is left out."
                .formatted(
                    longer ? other.folder() : run.folder(),
                    longer ? run.folder() : other.folder(),
                    run.seed()));
      }
    }
    GroupLabels names = new GroupLabels(List.copyOf(trainings.keySet()));
    List<String> labels = names.labels();
    List<RunGroup> groups = new ArrayList<>();
    trainings.forEach(
        (training, seeds) -> {
          List<ReadRun> evaluated =
              seeds.values().stream().filter(run -> run.rows().evaluated()).toList();
          List<ReadRun> without =
              seeds.values().stream().filter(run -> !run.rows().evaluated()).toList();
          groups.add(new RunGroup(labels.get(groups.size()), training, evaluated, without));
        });
    return new EnvironmentRuns(environment, id, groups, copies, names.differences());
  }

  /// Returns the groups that have numbers to compare.
  List<RunGroup> measured() {
    return groups.stream().filter(RunGroup::hasNumbers).toList();
  }

  /// Describes the runs, their evaluation, and any missing measurements.
  String text() {
    List<String> paragraphs = new ArrayList<>();
    List<String> counts =
        groups.stream().map(g -> Counted.of(g.size(), "run") + " of " + g.label()).toList();
    paragraphs.add(String.join("; ", counts) + ". " + evaluation());
    if (!differences.isEmpty()) {
      paragraphs.add("The groups differ in the settings listed in a table below.");
    }
    Map<String, Long> builds =
        groups.stream()
            .flatMap(group -> group.all().stream())
            .collect(groupingBy(ReadRun::build, TreeMap::new, counting()));
    if (builds.size() > 1) {
      List<String> named = new ArrayList<>();
      builds.forEach((build, count) -> named.add(build + " (" + Counted.of(count, "run") + ")"));
      paragraphs.add(
          "The runs were made by different builds of the program: "
              + String.join(", ", named)
              + ".");
    }
    List<String> missing = new ArrayList<>(copies);
    for (RunGroup group : groups) {
      missing.addAll(missing(group));
    }
    if (!missing.isEmpty()) {
      paragraphs.add(String.join(" ", missing));
    }
    return String.join("\n\n", paragraphs);
  }

  private String evaluation() {
    EvaluationPlan how = groups.getFirst().training().evaluation();
    if (!groups.stream().allMatch(g -> g.training().evaluation().equals(how))) {
      return "A return is the mean over the episodes of an evaluation.";
    }
    return how.periodSteps() == 0
        ? "They were not evaluated (evaluation.periodSteps is 0)."
        : "Every %s steps and at the end, the policy is evaluated without learning on %s (%s). A return is the mean of an evaluation."
            .formatted(
                Numbers.count(how.periodSteps()),
                how.steps() == 0
                    ? Counted.of(how.episodes(), "episode")
                    : "complete episodes covering at least "
                        + Numbers.count(how.steps())
                        + " steps",
                how.epsilon() == 0
                    ? "no random actions"
                    : "a random action with probability " + how.epsilon());
  }

  /// Describes the runs that are missing from the numbers of a group.
  private static List<String> missing(RunGroup group) {
    if (group.runs().isEmpty()) {
      return List.of(notShown(group));
    }
    List<String> sentences = new ArrayList<>();
    long steps = group.training().schedule().steps();
    List<ReadRun> unfinished = group.all().stream().filter(run -> !run.finished()).toList();
    if (!unfinished.isEmpty()) {
      sentences.add(
          "%s: %d of %s of %s steps %s not finished, %s."
              .formatted(
                  group.label(),
                  unfinished.size(),
                  Counted.of(group.size(), "run"),
                  Numbers.count(steps),
                  unfinished.size() == 1 ? "is" : "are",
                  seeds(unfinished, true)));
    }
    if (!group.without().isEmpty()) {
      sentences.add(
          "%s: no evaluation yet of %s; left out of figures and tables."
              .formatted(group.label(), seeds(group.without(), false)));
    }
    if (!group.hasNumbers()) {
      sentences.add(
          "The runs of %s were never evaluated at the same step, so they are not shown."
              .formatted(group.label()));
    } else if (group.runs().stream().anyMatch(r -> r.rows().lastStep() > group.lastStep())) {
      sentences.add(
          "Evaluations of all its runs exist up to step %s, so its curves and numbers end there."
              .formatted(Numbers.count(group.lastStep())));
    }
    return sentences;
  }

  private static String notShown(RunGroup group) {
    List<ReadRun> runs = group.all();
    boolean one = runs.size() == 1;
    return "%s: %s of %s steps, %s, %s not been evaluated, so %s not shown."
        .formatted(
            group.label(),
            one ? "its only run" : "all of its " + Counted.of(runs.size(), "run"),
            Numbers.count(group.training().schedule().steps()),
            seeds(runs, true),
            one ? "has" : "have",
            one ? "it is" : "they are");
  }

  private static String seeds(List<ReadRun> runs, boolean withSteps) {
    int named = 12;
    List<String> names = new ArrayList<>();
    for (ReadRun run : runs.subList(0, Math.min(named, runs.size()))) {
      String at = withSteps ? " (at step " + Numbers.count(run.rows().lastStep()) + ")" : "";
      names.add("seed " + run.seed() + at);
    }
    if (runs.size() > named) {
      names.add((runs.size() - named) + " more");
    }
    return String.join(", ", names);
  }

  /// Returns a table of the settings that differ between the groups.
  Table settings() {
    List<String> columns = new ArrayList<>(List.of("setting"));
    groups.forEach(group -> columns.add(group.label()));
    return new Table(
        id + "-settings",
        "Settings that differ on " + environment,
        "All settings of config.yaml that differ, except the algorithm.",
        columns,
        differences);
  }
}
