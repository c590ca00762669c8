package org.evenkeel.paper.atari;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.evenkeel.lab.report.Axis;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Figure;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.report.Series;
import org.evenkeel.lab.study.TrainingRun;
import org.evenkeel.paper.games.Contender;
import org.evenkeel.paper.games.GameWords;
import org.evenkeel.paper.games.PaperClaims;
import org.evenkeel.paper.games.Runs;
import org.evenkeel.paper.games.Spread;

/// How much runs differ from each other, and each from its own trend: single runs over the mean of all (figure 8,
/// appendix A).
record StabilitySection(AtariResults results) {
  static final String SINGLE = "atari-single-";
  private static final String WHICH = "returns in its second half";

  Section section() {
    PaperClaims paper = results.claims();
    Spread spread = new Spread(paper, WHICH);
    List<Claim> claims = new ArrayList<>();
    claims.add(paper.betweenRuns(List.of(spread.tableId(), spread.figureId())));
    claims.add(paper.withinRuns(WHICH, results.evidence(spread.tableId(), SINGLE)));
    if (results.games().contains(Divergence.GAME)) {
      claims.add(new Divergence(results).claim());
    }
    List<Figure> figures = new ArrayList<>(results.games().stream().map(this::figure).toList());
    figures.add(spread.figure());
    return new Section(
        "atari-stability",
        "Atari: variance between runs and within runs",
        """
        Between runs: the variance of the score over the runs of an algorithm in a game, divided by that of DQN. Few \
        runs say little about a variance: with 7 runs of each, one game and normal scores, the 95 % interval reaches from \
        a sixth to six times the ratio that is found; the games together narrow it.

        Within runs: the standard deviation of a run's returns in its second half about their own straight line, so that a \
        run that still improves is not taken for an unsteady one. It holds the drops that the paper speaks of, and the \
        chance in the episodes of an evaluation.\
        """,
        claims,
        figures,
        List.of(spread.table()));
  }

  /// DQN, and Averaged-DQN with the largest K of the game: the run with the first seed, and the mean of all.
  private Figure figure(String game) {
    List<Contender> shown = new ArrayList<>();
    results.contenders(game).stream().filter(Contender::isDqn).forEach(shown::add);
    results.contenders(game).stream()
        .filter(Contender::isAveraged)
        .max(Comparator.comparingInt(Contender::k))
        .ifPresent(shown::add);
    List<Series> series = new ArrayList<>();
    for (Contender contender : shown) {
      Runs runs = results.runs(game, contender);
      if (runs.runs().isEmpty()) {
        continue;
      }
      Runs.Run first = runs.runs().getFirst();
      series.add(
          Series.of(
              "%s, seed %d".formatted(contender.label(), first.seed()),
              contender.look().colour(),
              Series.Style.LINE,
              runs.times(),
              first.column(TrainingRun.RETURN)));
      Series all = runs.curve(run -> run.column(TrainingRun.RETURN));
      series.add(
          new Series(
              contender.label() + ", mean",
              contender.look().colour(),
              Series.Style.DASHED,
              all.x(),
              all.y(),
              all.lower(),
              all.upper()));
    }
    return new Figure(
        SINGLE + GameWords.id(game),
        GameWords.title(game) + ": single runs and the mean of all",
        "Lines are single runs, those with the first seed; broken lines are the mean of all runs, with one standard deviation to each side.",
        "The score of one run of each algorithm over the frames of the training, and the mean of all its runs.",
        Axis.of(ScoresSection.FRAMES),
        Axis.of("score"),
        series,
        List.of());
  }
}
