package org.evenkeel.paper.games;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.evenkeel.lab.report.Axis;
import org.evenkeel.lab.report.Figure;
import org.evenkeel.lab.report.Level;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.study.TrainingRun;

/// The report's section on scores and their curves (figure 1, the scores of figures 2 and 4, table 1).
record ScoresSection(GameResults results) {
  Section section() {
    GamePage page = results.page();
    GamePage.Names names = page.names();
    PaperClaims claims = results.claims();
    List<String> evidence = results.evidence(names.scoresTable(), names.scoresFigure());
    return new Section(
        names.scores(),
        results.titled("how well the policies play"),
        page.scoresText(results),
        List.of(claims.better(evidence), claims.betterWithK(evidence)),
        results.games().stream().map(this::figure).toList(),
        List.of(page.scoresTable(results)));
  }

  private Figure figure(String game) {
    GamePage.Names names = results.page().names();
    GameClock clock = results.protocol().clock();
    List<String> players = results.protocol().players();
    List<Level> levels = new ArrayList<>();
    for (String player : players) {
      results
          .baseline(game, player)
          .ifPresent(returns -> levels.add(new Level(player, -1, returns.mean())));
    }
    return new Figure(
        names.scoresFigure() + GameWords.id(game),
        GameWords.title(game) + ": " + names.scoreTitle(),
        "Mean over the runs; the shaded area is one standard deviation, as in the paper's figures. Not smoothed. The horizontal lines are players that learn nothing.",
        "Mean return of each algorithm's evaluations over the training %s, with the %s of %s player."
            .formatted(
                clock.units(),
                players.size() == 1 ? "level" : "levels",
                players.stream().map(player -> "a " + player).collect(Collectors.joining(" and "))),
        Axis.of(clock.axis()),
        Axis.of(names.scoreAxis()),
        results.contenders(game).stream()
            .map(c -> results.runs(game, c).curve(run -> run.column(TrainingRun.RETURN)))
            .toList(),
        levels);
  }
}
