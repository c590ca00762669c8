package org.evenkeel.lab.minatar;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.evenkeel.envs.minatar.Game;
import org.evenkeel.lab.minatar.Comparison.Pair;
import org.evenkeel.lab.report.Axis;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Effect;
import org.evenkeel.lab.report.Figure;
import org.evenkeel.lab.report.Level;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.report.Series;
import org.evenkeel.lab.report.Table;
import org.evenkeel.lab.statistics.Sample;
import org.evenkeel.lab.study.Numbers;

/// How much runs differ from each other, and each from its own trend.
record StabilitySection(Results results) {
  private static final String TABLE = "minatar-stability-table";
  private static final String BETWEEN = "minatar-between-runs-ratio";

  Section section() {
    return new Section(
        "minatar-stability",
        "MinAtar: variance between runs and within runs",
        """
        Between runs: the variance of the score over the runs of an algorithm in a game, divided by that of DQN. Few \
        runs say little about a variance: with 3 runs of each, one game and normal scores, the 95 %% interval reaches from \
        a 39th to 39 times the ratio that is found; the games together narrow it.

        Within runs: the standard deviation of the last %d returns of a run about their own straight line, so that a \
        run that still improves is not taken for an unsteady one. It holds the drops that the paper speaks of, and \
        the chance in the episodes of an evaluation, which is the same for all algorithms that play alike and grows with the return.\
        """
            .formatted(Runs.STEADY),
        List.of(between(), within()),
        List.of(figure()),
        List.of(table()));
  }

  private Claim between() {
    Comparison comparison =
        new Comparison(results, "score", Runs::scores, Pair.dqnAboveAveraged(results));
    List<Effect> ratios = comparison.varianceRatios();
    return new Claim(
        "minatar-between-runs",
        "Runs of Averaged-DQN differ less from each other than runs of DQN",
        "increasing the number of averaged networks in Averaged-DQN results in lower average values estimates,"
            + " better-preforming policies, and less variability between the runs of independent learning trials",
        "section 6.1, table 1, said of Atari games",
        "The variance of the score between runs of Averaged-DQN divided by that of DQN.",
        ratios,
        Comparison.VARIANCE_RULE,
        comparison.varianceVerdict(ratios),
        List.of(TABLE, BETWEEN));
  }

  private Claim within() {
    Comparison comparison =
        new Comparison(
            results,
            "unsteadiness within a run",
            Runs::unsteadiness,
            Pair.dqnAboveAveraged(results));
    return new Claim(
        "minatar-within-runs",
        "A run of Averaged-DQN is steadier than one of DQN",
        "in practice Averaged-DQN reduces the TAE variance, which leads to smaller overestimation, stabilized learning"
            + " curves and significantly improved performance",
        "section 6.1, said of Atari games",
        "The standard deviation of a run's last %d returns about their own straight line, DQN against Averaged-DQN. It"
            .concat(
                " holds the chance in the episodes too, which grows with the return: who plays better has more of it.")
            .formatted(Runs.STEADY),
        comparison.effects(),
        Comparison.RULE,
        comparison.verdict(),
        List.of(TABLE));
  }

  private Figure figure() {
    List<Effect> ratios =
        new Comparison(results, "score", Runs::scores, Pair.dqnAboveAveraged(results))
            .varianceRatios();
    List<Contender> averaged = results.contenders(Contender::isAveraged);
    List<Series> series = new ArrayList<>();
    for (int i = 0; i < ratios.size(); i++) {
      Effect e = ratios.get(i);
      if (!Double.isNaN(e.value())) {
        Contender contender = averaged.get(i);
        series.add(
            new Series(
                contender.label(),
                contender.look().colour(),
                Series.Style.POINTS,
                new double[] {contender.k()},
                new double[] {e.value()},
                new double[] {e.lower()},
                new double[] {e.upper()}));
      }
    }
    return new Figure(
        BETWEEN,
        "Variance of the score between runs, divided by DQN's",
        "Geometric mean over the games; the bars hold together with 95 % if the scores of a game are normal. Below 1 the runs differ less than those of DQN.",
        "The ratio of the variance between runs of Averaged-DQN to that of DQN, against K, with intervals.",
        Axis.of("K"),
        Axis.log("variance / variance of DQN"),
        series,
        List.of(new Level("DQN", -1, 1)));
  }

  private Table table() {
    List<List<String>> rows = new ArrayList<>();
    for (Game game : results.games()) {
      for (Contender contender : results.contenders()) {
        Runs runs = results.runs(game, contender);
        rows.add(
            List.of(
                Results.title(game),
                contender.label(),
                String.valueOf(runs.runs().size()),
                deviation(runs.scores()),
                ratio(game, runs),
                Numbers.meanAndDeviation(runs.unsteadiness()),
                Numbers.meanAndDeviation(episodes(runs))));
      }
    }
    return new Table(
        TABLE,
        "Spread of the scores, between runs and within runs",
        "Between runs: standard deviation of the score, and its square divided by DQN's. Within runs: standard deviation of the last %d returns about their straight line, mean over the runs (standard deviation over the runs). The last column is the standard deviation over the episodes of one evaluation."
            .formatted(Runs.STEADY),
        List.of(
            "game",
            "algorithm",
            "runs",
            "between runs",
            "variance / DQN's",
            "within runs",
            "within an evaluation"),
        rows);
  }

  private static String deviation(double[] scores) {
    return scores.length < 2 ? "-" : Numbers.brief(Sample.of(scores).standardDeviation());
  }

  private String ratio(Game game, Runs runs) {
    double[] mine = runs.scores();
    for (Contender dqn : results.contenders(Contender::isDqn)) {
      double[] base = results.runs(game, dqn).scores();
      if (mine.length > 1 && base.length > 1 && Sample.of(base).variance() > 0) {
        return Numbers.brief(Sample.of(mine).variance() / Sample.of(base).variance());
      }
    }
    return "-";
  }

  private static double[] episodes(Runs runs) {
    return runs.runs().stream()
        .mapToDouble(
            run -> {
              double[] deviations = run.column(MinAtarTrial.RETURN_SD);
              return IntStream.range(deviations.length - Runs.STEADY, deviations.length)
                  .mapToDouble(i -> deviations[i])
                  .average()
                  .orElse(Double.NaN);
            })
        .toArray();
  }
}
