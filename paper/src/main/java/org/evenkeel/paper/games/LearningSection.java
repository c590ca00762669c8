package org.evenkeel.paper.games;

import java.util.List;
import org.evenkeel.lab.report.Section;

/// Whether anything was learned: each run against players that learn nothing. The question is ours, not the
/// paper's.
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
        "Asked here, not by the paper: does every run of %s end above %s"
            .formatted(learning.judgedLabels(), results.page().playersText(results.games())),
        results.games().stream().map(learning::claim).toList(),
        List.of(),
        List.of(
            learning.table(
                results.score()
                    + "; of the players that learn nothing, the mean over their episodes.")));
  }
}
