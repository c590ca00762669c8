package org.evenkeel.paper.minatar;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.evenkeel.envs.minatar.Game;
import org.evenkeel.lab.report.Section;
import org.evenkeel.paper.games.GameWords;
import org.evenkeel.paper.games.Learning;

/// Whether anything was learned: each run against players that learn nothing. The question is ours, not the
/// paper's.
record LearningSection(Results results) {
  Section section() {
    Learning learning =
        new Learning(
            results,
            "minatar",
            Arrays.stream(Player.values()).map(Player::word).toList(),
            (game, player) ->
                results.baseline(game, Player.valueOf(player.toUpperCase(Locale.ROOT))));
    return new Section(
        "minatar-learning",
        "MinAtar: every run against players that learn nothing",
        """
        Asked here, not by the paper: does every run of %s end above a random player and above a script of a few rules? Both play %d episodes of the same game (Freeway %d), at most 10,000 steps each.

        The script reads the observation and nothing else. %s\
        """
            .formatted(
                learning.judgedLabels(),
                new BaselineTrial(Game.BREAKOUT, Player.RANDOM).episodes(),
                new BaselineTrial(Game.FREEWAY, Player.RANDOM).episodes(),
                scripts()),
        results.games().stream().map(learning::claim).toList(),
        List.of(),
        List.of(
            learning.table(
                "Mean return of the last %d of %d evaluations; of the players that learn nothing, over their episodes."
                    .formatted(Results.LAST, MinAtarTrial.EVALUATIONS))));
  }

  private String scripts() {
    List<String> scripts = new ArrayList<>();
    for (String game : results.games()) {
      scripts.add(
          GameWords.title(game) + ": " + Player.SCRIPTED.rules(MinAtarSettings.game(game)) + ".");
    }
    return String.join(" ", scripts);
  }
}
