package org.evenkeel.paper.games;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.evenkeel.lab.report.Axis;
import org.evenkeel.lab.report.Figure;
import org.evenkeel.lab.report.Series;
import org.evenkeel.lab.study.TrainingRun;

/// Figures of single runs and the mean of all runs (figure 8, appendix A).
record SingleRuns(GameResults results) {
  /// Returns the ids of the figures, up to the game.
  String id() {
    return results.id("single-");
  }

  /// Returns the figure of a game. It shows DQN, and Averaged-DQN with the largest K of the game: for each, the run with
  /// the first seed and the mean of all runs.
  Figure figure(String game) {
    List<Contender> shown = new ArrayList<>();
    results.contenders(game).stream().filter(Contender::isDqn).forEach(shown::add);
    results.contenders(game).stream()
        .filter(Contender::isAveraged)
        .max(Comparator.comparingInt(Contender::k))
        .ifPresent(shown::add);
    List<Series> series = new ArrayList<>();
    for (Contender contender : shown) {
      Runs runs = results.runs(game, contender);
      if (!runs.runs().isEmpty()) {
        series.addAll(series(runs));
      }
    }
    GameClock clock = results.protocol().clock();
    return new Figure(
        id() + GameWords.id(game),
        GameWords.title(game) + ": single runs and the mean of all runs",
        "Solid lines are single runs, those with the first seed. Dashed lines are the mean of all runs, with one standard deviation to each side.",
        "Score of one run of each algorithm over the training %s, and the mean of all its runs."
            .formatted(clock.units()),
        Axis.of(clock.axis()),
        Axis.of(results.page().names().scoreAxis()),
        series,
        List.of());
  }

  private static List<Series> series(Runs runs) {
    Contender contender = runs.contender();
    Runs.Run first = runs.runs().getFirst();
    Series all = runs.curve(run -> run.column(TrainingRun.RETURN));
    return List.of(
        Series.of(
            "%s, seed %d".formatted(contender.label(), first.seed()),
            contender.look().colour(),
            Series.Style.LINE,
            runs.times(),
            first.column(TrainingRun.RETURN)),
        new Series(
            contender.label() + ", mean",
            contender.look().colour(),
            Series.Style.DASHED,
            all.x(),
            all.y(),
            all.lower(),
            all.upper()));
  }
}
