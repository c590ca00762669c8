package org.evenkeel.paper.atari;

import java.util.List;
import org.evenkeel.lab.report.Section;
import org.evenkeel.paper.games.Learning;

/// Whether anything was learned: each run against a random player. The question is ours, not the paper's.
record LearningSection(AtariResults results) {
  Section section() {
    Learning learning =
        new Learning(
            results, AtariResults.PREFIX, List.of("random"), (game, _) -> results.random(game));
    return new Section(
        "atari-learning",
        "Atari: every run against a random player",
        """
        Asked here, not by the paper: does every run of %s end above a player that takes each action with the same \
        probability? It plays %d episodes in the same environment.\
        """
            .formatted(learning.judgedLabels(), RandomTrial.EPISODES),
        results.games().stream().map(learning::claim).toList(),
        List.of(),
        List.of(
            learning.table(
                "The score in the evaluation at the end of each run; of the random player, the mean over its episodes.")));
  }
}
