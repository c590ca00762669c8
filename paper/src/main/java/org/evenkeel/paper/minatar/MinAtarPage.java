package org.evenkeel.paper.minatar;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.evenkeel.core.internal.Counted;
import org.evenkeel.envs.minatar.Game;
import org.evenkeel.lab.report.Numbers;
import org.evenkeel.lab.report.Table;
import org.evenkeel.lab.statistics.Sample;
import org.evenkeel.paper.games.Contender;
import org.evenkeel.paper.games.GamePage;
import org.evenkeel.paper.games.GameResults;
import org.evenkeel.paper.games.GameStudy;
import org.evenkeel.paper.games.GameWords;

/// What the report says of MinAtar alone.
record MinAtarPage() implements GamePage {
  /// Published results have this many steps.
  static final long PUBLISHED_STEPS = 5_000_000;

  @Override
  public String size(GameStudy study) {
    return String.format(
        Locale.ROOT,
        "MinAtar: %d of its 5 games, %,d steps, %s of each algorithm were asked for; its authors have 5,000,000 and 30.",
        study.games().size(),
        study.length(),
        Counted.of(study.seeds(), "run"));
  }

  @Override
  public Names names() {
    return new Names(
        "minatar-performance",
        "minatar-scores",
        "minatar-return-",
        "minatar-overestimation-table",
        "return of the greedy policy",
        "return");
  }

  @Override
  public String scoresText(GameResults results) {
    long steps = results.study().length();
    return """
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
            Counted.of(steps, "step"),
            results.counted(),
            ensemble(results),
            MinAtarProtocol.EVALUATIONS,
            MinAtarProtocol.LAST,
            shortness(steps));
  }

  private static String ensemble(GameResults results) {
    if (results.contenders(Contender::isEnsemble).isEmpty()) {
      return "";
    }
    return "; Ensemble-DQN trains all its %d networks in every step and takes about %d times as long as DQN"
        .formatted(Contender.ENSEMBLE, Contender.ENSEMBLE);
  }

  private static String shortness(long steps) {
    if (steps >= PUBLISHED_STEPS) {
      return "";
    }
    String share = String.format(Locale.ROOT, "%.2g %%", 100.0 * steps / PUBLISHED_STEPS);
    return """


        Published results of MinAtar are of 5,000,000 steps and 30 runs, and the paper's of 120 million frames and 7 \
        runs. These runs have %s of the steps of the former: what is seen here is the beginning of learning, and what \
        is said holds for it alone.\
        """
        .formatted(share);
  }

  @Override
  public Table scoresTable(GameResults results) {
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
        row.add(improvement(results, game, contender));
      }
      for (Player player : List.of(Player.SCRIPTED, Player.RANDOM)) {
        row.add(
            results.baseline(game, player.word()).map(s -> Numbers.brief(s.mean())).orElse("-"));
      }
      row.add(results.counted(game));
      rows.add(row);
    }
    return new Table(
        names().scoresTable(),
        "Scores, in the shape of the paper's table 1",
        "Mean over the runs of the mean return of the last %d of %d evaluations (standard deviation over the runs), what Averaged-DQN gains on DQN, and players that learn nothing."
            .formatted(MinAtarProtocol.LAST, MinAtarProtocol.EVALUATIONS),
        columns,
        rows);
  }

  private static String improvement(GameResults results, String game, Contender contender) {
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

  @Override
  public String valuesText() {
    return """
        In each evaluation the value of a state is the largest of the combined estimates of its actions, averaged over the \
        states that the greedy policy visits; beside it stands the discounted return that the same episodes \
        obtained from the same states on. Their difference is the overestimation. The optimal values of these games \
        are not known: a policy that is not optimal obtains less than the optimal value, so the difference is the \
        error against the value of the policy, not against Q*. The number of a run is the mean over its last %d \
        evaluations.\
        """
        .formatted(MinAtarProtocol.LAST);
  }

  @Override
  public String playersText(List<String> games) {
    List<String> scripts = new ArrayList<>();
    for (String game : games) {
      String rules = Player.SCRIPTED.rules(MinAtarProtocol.game(game));
      scripts.add(GameWords.title(game) + ": " + rules + ".");
    }
    return """
        a random player and above a script of a few rules? Both play %d episodes of the same game (Freeway %d), at most 10,000 steps each.

        The script reads the observation and nothing else. %s\
        """
        .formatted(
            Player.episodes(Game.BREAKOUT),
            Player.episodes(Game.FREEWAY),
            String.join(" ", scripts));
  }

  @Override
  public String normalizationText() {
    return """
        Scores are normalized: 0 is a random player, 1 is the score that MinAtar's authors show for DQN after 5 million \
        steps, with the best step size. They give figures and no tables; the numbers are read off them (±0.5, Space \
        Invaders ±3), the one of Seaquest is of a version before 1.0.11, and all are returns while training with \
        epsilon 0.1, where the scores here are of the greedy policy. So 1 is a unit and no goal.\
        """;
  }
}
