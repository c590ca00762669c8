package org.evenkeel.paper.games;

import java.util.List;
import org.evenkeel.lab.report.Section;

/// The report's section on whether anything was learned, which compares each run with players that learn nothing. The
/// question is ours, not the paper's.
record LearningSection(GameResults results) {
  Section section() {
    List<String> players = results.protocol().players();
    Learning learning =
        new Learning(results, results.protocol().name(), players, results::baseline);
    return new Section(
        results.id("learning"),
        results.titled(
            "every run against "
                + (players.size() == 1
                    ? "a " + players.getFirst() + " player"
                    : "players that learn nothing")),
        "A question of ours, not of the paper: does every run of %s score higher than %s"
            .formatted(learning.judgedLabels(), results.page().playersText(results.games())),
        results.games().stream().map(learning::claim).toList(),
        List.of(),
        List.of(
            learning.table(
                results.score()
                    + "; for the players that learn nothing, the mean over their episodes.")));
  }
}
