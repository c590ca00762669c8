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

/// The parts of the report that belong to MinAtar alone.
record MinAtarPage() implements GamePage {
  /// The number of steps of published results.
  static final long PUBLISHED_STEPS = 5_000_000;

  @Override
  public String size(GameStudy study) {
    return String.format(
        Locale.ROOT,
        "MinAtar: %d of 5 games. Requested: %s of %,d steps for each algorithm; MinAtar's authors have 30 runs of 5,000,000 steps.",
        study.games().size(),
        Counted.of(study.seeds(), "run"),
        study.length());
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
        These are the paper's Atari experiments (section 6.1) on the games of MinAtar, with the settings of published \
        results: sticky actions with probability 0.1, difficulty ramping, and all six actions. The network and the \
        hyper-parameters are those of MinAtar's authors, except for the learning rate and, in Freeway, multi-step targets; \
        each game's preset gives the reason. All settings are the same for all algorithms. The exceptions were chosen with \
        a few single runs, nearly all of DQN with seed 1, which is also a seed here. There was no sweep, and nothing was \
        tuned for Averaged-DQN (docs/minatar.md). Each run has %s; runs for each algorithm in each game: %s. Averaged-DQN \
        computes its targets from K networks and trains one, so a larger K costs little%s.

        A run is evaluated %d times, at equal intervals and at its end, by episodes of the policy that is greedy on the \
        combined estimate (the paper's evaluations have 5 %% random actions). The score of a run is the mean return of its \
        last %d evaluations. Run i of every algorithm has the same seed; the tests treat the runs as independent.%s\
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


        Published results on MinAtar have 30 runs of 5,000,000 steps; the paper has 7 runs of 120 million frames. These \
        runs have %s of the steps of the published ones. They show the beginning of learning, and all statements here apply \
        to that alone.\
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
        "Mean return of the last %d of %d evaluations, averaged over the runs (standard deviation over the runs); gain of Averaged-DQN over DQN; and players that learn nothing."
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
        The value of a state is the largest of the combined estimates of its actions. In each evaluation it is averaged \
        over the states that the greedy policy visits, and compared with the discounted return that the same episodes \
        obtain from the same states onward. The difference is the overestimation. The optimal values of these games are not \
        known, and a policy that is not optimal obtains less than the optimal value, so this is the error relative to the \
        value of the policy, not to Q*. The number for a run is the mean over its last %d evaluations.\
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
        a random player and a script of a few rules? Both play %d episodes of the same game (Freeway: %d) of at most 10,000 steps each.

        The script reads only the observation. %s\
        """
        .formatted(
            Player.episodes(Game.BREAKOUT),
            Player.episodes(Game.FREEWAY),
            String.join(" ", scripts));
  }

  @Override
  public String normalizationText() {
    return """
        Scores are normalized: 0 is a random player; 1 is the score that MinAtar's authors show for DQN after 5 million \
        steps with the best step size. They publish figures and no tables, so the numbers are read off the figures (±0.5, \
        Space Invaders ±3). The number for Seaquest is from a version before 1.0.11, and all are returns during training with \
        epsilon 0.1, whereas the scores here are of the greedy policy. Thus 1 is a unit, not a goal.\
        """;
  }
}
