package org.evenkeel.paper.minatar;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.evenkeel.core.internal.Counted;
import org.evenkeel.lab.report.Axis;
import org.evenkeel.lab.report.Figure;
import org.evenkeel.lab.report.Level;
import org.evenkeel.lab.report.Numbers;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.report.Table;
import org.evenkeel.lab.statistics.Sample;
import org.evenkeel.lab.study.TrainingRun;
import org.evenkeel.paper.games.Contender;
import org.evenkeel.paper.games.GameWords;
import org.evenkeel.paper.games.PaperClaims;

/// Scores and their curves (figures 1, 2 and 4, table 1).
record PerformanceSection(Results results) {
  private static final String TABLE = "minatar-scores";
  private static final String FIGURE = "minatar-return-";

  /// Published results have this many steps.
  private static final long PUBLISHED_STEPS = 5_000_000;

  Section section() {
    MinAtarSettings settings = results.settings();
    PaperClaims claims = results.claims();
    List<String> evidence = results.evidence(TABLE, FIGURE);
    return new Section(
        "minatar-performance",
        "MinAtar: how well the policies play",
        """
        The paper's Atari experiments (section 6.1) on the games of MinAtar, as published results have them: sticky \
        actions with probability 0.1, difficulty ramping, all six actions; the network and the hyper-parameters of \
        MinAtar's authors, but for what each game's preset gives with its reason: the learning rate, and for Freeway \
        targets of several steps. They are the same for all algorithms. They were chosen by few single runs, nearly all of DQN with seed 1, \
        which is also a seed here: no sweep, and nothing tuned for Averaged-DQN (docs/minatar.md). Runs of %s each, %s for each algorithm in each game. Averaged-DQN computes its targets from K \
        networks and trains one, so a larger K costs little%s.

        A run is evaluated %d times, at equal distances and at its end, by episodes of its greedy policy on the \
        combined estimate (the paper has 5 %% random actions in them). The score of a run is the mean return of its last %d evaluations. Run i of every algorithm has the same \
        seed; the tests take the runs as independent.%s\
        """
            .formatted(
                Counted.of(settings.steps(), "step"),
                results.counted(),
                ensemble(),
                MinAtarTrial.EVALUATIONS,
                Results.LAST,
                shortness(settings)),
        List.of(claims.better(evidence), claims.betterWithK(evidence)),
        results.games().stream().map(this::figure).toList(),
        List.of(table()));
  }

  private String ensemble() {
    if (results.contenders(Contender::isEnsemble).isEmpty()) {
      return "";
    }
    return "; Ensemble-DQN trains all its %d networks in every step and takes about %d times as long as DQN"
        .formatted(Contender.ENSEMBLE, Contender.ENSEMBLE);
  }

  private static String shortness(MinAtarSettings settings) {
    if (settings.steps() >= PUBLISHED_STEPS) {
      return "";
    }
    String share =
        String.format(Locale.ROOT, "%.2g %%", 100.0 * settings.steps() / PUBLISHED_STEPS);
    return """


        Published results of MinAtar are of 5,000,000 steps and 30 runs, and the paper's of 120 million frames and 7 \
        runs. These runs have %s of the steps of the former: what is seen here is the beginning of learning, and what \
        is said holds for it alone.\
        """
        .formatted(share);
  }

  private Figure figure(String game) {
    List<Level> levels = new ArrayList<>();
    for (Player player : Player.values()) {
      results
          .baseline(game, player)
          .ifPresent(returns -> levels.add(new Level(player.word(), -1, returns.mean())));
    }
    return new Figure(
        FIGURE + GameWords.id(game),
        GameWords.title(game) + ": return of the greedy policy",
        "Mean over the runs; the shaded area is one standard deviation, as in the paper's figures. Not smoothed. The lines across are players that learn nothing.",
        "The mean return of each algorithm's evaluations over the steps of the training, with the levels of a random and a scripted player.",
        Axis.of("step"),
        Axis.of("return"),
        results.contenders().stream()
            .map(c -> results.runs(game, c).curve(run -> run.column(TrainingRun.RETURN)))
            .toList(),
        levels);
  }

  private Table table() {
    List<String> columns = new ArrayList<>(List.of("game"));
    results.contenders().forEach(c -> columns.add(c.label()));
    results
        .contenders(Contender::isAveraged)
        .forEach(c -> columns.add("K=" + c.k() + " against DQN"));
    columns.addAll(List.of("scripted", "random", "runs"));
    List<List<String>> rows = new ArrayList<>();
    for (String game : results.games()) {
      List<String> row = new ArrayList<>(List.of(GameWords.title(game)));
      for (Contender contender : results.contenders()) {
        row.add(Numbers.meanAndDeviation(results.runs(game, contender).scores()));
      }
      for (Contender contender : results.contenders(Contender::isAveraged)) {
        row.add(improvement(game, contender));
      }
      for (Player player : List.of(Player.SCRIPTED, Player.RANDOM)) {
        row.add(results.baseline(game, player).map(s -> Numbers.brief(s.mean())).orElse("-"));
      }
      row.add(results.counted(game));
      rows.add(row);
    }
    return new Table(
        TABLE,
        "Scores, in the shape of the paper's table 1",
        "Mean over the runs of the mean return of the last %d of %d evaluations (standard deviation over the runs), what Averaged-DQN gains on DQN, and players that learn nothing."
            .formatted(Results.LAST, MinAtarTrial.EVALUATIONS),
        columns,
        rows);
  }

  private String improvement(String game, Contender contender) {
    double[] mine = results.runs(game, contender).scores();
    for (Contender dqn : results.contenders(Contender::isDqn)) {
      double[] base = results.runs(game, dqn).scores();
      if (mine.length > 0 && base.length > 0 && Sample.of(base).mean() > 0) {
        double gain = Sample.of(mine).mean() / Sample.of(base).mean() - 1;
        return String.format(Locale.ROOT, "%+.0f %%", 100 * gain);
      }
    }
    return "-";
  }
}
