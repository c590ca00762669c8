package org.evenkeel.paper.games;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.lab.report.Axis;
import org.evenkeel.lab.report.Effect;
import org.evenkeel.lab.report.Figure;
import org.evenkeel.lab.report.Finding;
import org.evenkeel.lab.report.Level;
import org.evenkeel.lab.report.Numbers;
import org.evenkeel.lab.report.Series;
import org.evenkeel.lab.report.Table;
import org.evenkeel.lab.statistics.Sample;
import org.evenkeel.lab.study.TrainingRun;

/// The spread of the scores of runs, as a figure and a table.
///
/// @param claims the claims on the runs
/// @param which the returns that measure the spread within a run: `last 10 returns`
record Spread(PaperClaims claims, String which) {
  /// Returns the id of the figure.
  String figureId() {
    return claims.prefix() + "-between-runs-ratio";
  }

  /// Returns the id of the table.
  String tableId() {
    return claims.prefix() + "-stability-table";
  }

  /// Returns a figure of the variance of Averaged-DQN's scores divided by DQN's, by K.
  Figure figure() {
    List<Finding> ratios = claims.varianceRatios().findings();
    List<Contender> averaged = claims.results().contenders(Contender::isAveraged);
    List<Series> series = new ArrayList<>();
    for (int i = 0; i < ratios.size(); i++) {
      Effect e = ratios.get(i).effect();
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
        figureId(),
        "Variance of the score between runs, divided by DQN's",
        "Geometric mean over the games. The bars have a joint confidence of 95 % if the scores of a game are normal. Below 1, the runs differ less than those of DQN.",
        "Ratio of the variance between runs of Averaged-DQN to that of DQN, by K, with intervals.",
        Axis.of("K"),
        Axis.log("variance / variance of DQN"),
        series,
        List.of(new Level("DQN", -1, 1)));
  }

  /// Returns a table of the spread between runs, within runs and within evaluations.
  Table table() {
    GameResults results = claims.results();
    return new Table(
        tableId(),
        "Spread of the scores, between runs and within runs",
        "Between runs: standard deviation of the score, and its square divided by DQN's. Within runs: standard deviation of a run's %s about their trend line, mean over the runs (standard deviation over the runs). The last column is the standard deviation over the episodes of one evaluation."
            .formatted(which),
        List.of(
            "game",
            "algorithm",
            "runs",
            "between runs",
            "variance / DQN's",
            "within runs",
            "within an evaluation"),
        results.rows(
            runs ->
                List.of(
                    deviation(runs.scores()),
                    ratio(runs),
                    Numbers.meanAndDeviation(runs.unsteadiness()),
                    Numbers.meanAndDeviation(
                        runs.each(run -> run.meanOfSecondHalf(TrainingRun.RETURN_SD))))));
  }

  private static String deviation(double[] scores) {
    return scores.length < 2 ? "-" : Numbers.brief(Sample.of(scores).standardDeviation());
  }

  private String ratio(Runs runs) {
    double[] mine = runs.scores();
    for (Contender dqn : claims.results().contenders(Contender::isDqn)) {
      double[] base = claims.results().runs(runs.game(), dqn).scores();
      if (mine.length > 1 && base.length > 1 && Sample.of(base).variance() > 0) {
        return Numbers.brief(Sample.of(mine).variance() / Sample.of(base).variance());
      }
    }
    return "-";
  }
}
