package org.evenkeel.lab.study;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.report.Table;

/// The part of a page about trials that diverged. It gives their number in each group, and states that no number on the
/// page includes them.
///
/// @param trials all trials of the study
/// @param results the trials that have ended
public record FailedTrials(List<? extends Trial> trials, StudyResults results) {
  /// Returns a sentence for the top of a page, empty if none failed.
  public String sentence() {
    int failed = results.failed().size();
    return failed == 0
        ? ""
        : "%s of %s trials diverged and are left out of every figure, table and test."
            .formatted(failed, trials.size());
  }

  /// Returns the section of a page, none if none failed.
  public List<Section> sections() {
    Map<String, TrialResult.Failed> failed = results.failed();
    if (failed.isEmpty()) {
      return List.of();
    }
    List<String> paragraphs = new ArrayList<>();
    paragraphs.add(
        sentence()
            + " A trial diverges when some value in its learning is no longer finite; it then has no result. Without its failed"
            + " trials an algorithm can look better than it is, so read its numbers together with these counts.");
    groups().forEach((group, counts) -> paragraphs.add(counts.sentence(group)));
    paragraphs.add(
        "The same program diverges again at the same step. To compute these trials again with a newer version, repeat the"
            + " command with --retry-failed.");
    List<List<String>> rows = new ArrayList<>();
    failed.forEach(
        (name, how) -> rows.add(List.of(name, String.valueOf(how.step()), how.reason())));
    Table table =
        new Table(
            "failed-trials",
            "Trials that diverged",
            "The step or iteration at which the divergence was noticed, and the value that was not finite.",
            List.of("trial", "step", "reason"),
            rows);
    return List.of(
        new Section(
            "failed-trials",
            "Trials that diverged",
            String.join("\n\n", paragraphs),
            List.of(),
            List.of(),
            List.of(table)));
  }

  /// The trials of a group, which differ only in their seeds.
  private record Counts(int all, int failed, int finished) {
    String sentence(String group) {
      return "%s: %s of %s trials diverged; this page is based on the %s that finished."
          .formatted(group, failed, all, finished);
    }
  }

  /// Returns the groups that have a failed trial.
  private Map<String, Counts> groups() {
    Map<String, Counts> groups = new LinkedHashMap<>();
    for (Trial trial : trials) {
      TrialResult result = results.all().get(trial.name());
      int failed = result instanceof TrialResult.Failed ? 1 : 0;
      int finished = result instanceof TrialResult.Finished ? 1 : 0;
      groups.merge(
          group(trial.name()),
          new Counts(1, failed, finished),
          (a, b) -> new Counts(a.all + b.all, a.failed + b.failed, a.finished + b.finished));
    }
    groups.values().removeIf(counts -> counts.failed == 0);
    return groups;
  }

  private static String group(String name) {
    int end = name.lastIndexOf('/');
    return end < 0 ? name : name.substring(0, end);
  }
}
