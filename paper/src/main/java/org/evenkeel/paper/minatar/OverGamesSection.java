package org.evenkeel.paper.minatar;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.evenkeel.core.internal.Counted;
import org.evenkeel.envs.minatar.Game;
import org.evenkeel.lab.report.Axis;
import org.evenkeel.lab.report.Figure;
import org.evenkeel.lab.report.Level;
import org.evenkeel.lab.report.Numbers;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.report.Series;
import org.evenkeel.lab.report.Table;
import org.evenkeel.lab.statistics.Bootstrap;
import org.evenkeel.lab.statistics.Estimate;
import org.evenkeel.lab.statistics.ProbabilityOfImprovement;
import org.evenkeel.lab.statistics.Scores;
import org.evenkeel.paper.games.Contender;
import org.evenkeel.paper.games.GameWords;

/// All games together, by the aggregates of Agarwal et al. (2021).
final class OverGamesSection {
  private static final String IQM = "minatar-iqm";
  private static final String IMPROVEMENT = "minatar-improvement";
  private static final String TABLE = "minatar-over-games-table";
  private static final Bootstrap BOOTSTRAP = Bootstrap.of(1).resamples(10_000);

  private final Results results;
  private final List<String> games;
  private final List<Row> rows = new ArrayList<>();

  /// What is known of an algorithm.
  private record Row(Contender contender, int runs, Estimate iqm, Optional<Estimate> improvement) {}

  OverGamesSection(Results results) {
    this.results = results;
    games =
        results.games().stream()
            .filter(
                g -> results.contenders(Contender::isDqn).stream().allMatch(c -> runs(g, c) > 1))
            .filter(g -> results.contenders().stream().anyMatch(c -> runs(g, c) > 1))
            .toList();
    List<Contender> begun = results.contenders(c -> games.stream().allMatch(g -> runs(g, c) > 1));
    if (!games.isEmpty()) {
      Optional<Scores> dqn =
          begun.stream().filter(Contender::isDqn).findFirst().map(this::normalized);
      for (Contender contender : begun) {
        Scores scores = normalized(contender);
        rows.add(
            new Row(
                contender,
                scores.runs(),
                BOOTSTRAP.estimate(scores, Scores::iqm),
                contender.isDqn()
                    ? Optional.empty()
                    : dqn.map(
                        base -> BOOTSTRAP.estimate(scores, base, ProbabilityOfImprovement::of))));
      }
    }
  }

  private int runs(String game, Contender contender) {
    return results.runs(game, contender).runs().size();
  }

  /// Mean return of a random player, measured on MinAtar's own code.
  static double random(Game game) {
    return switch (game) {
      case ASTERIX -> 0.529;
      case BREAKOUT -> 0.536;
      case FREEWAY -> 0.125;
      case SEAQUEST -> 0.110;
      case SPACE_INVADERS -> 2.80;
    };
  }

  /// DQN's score after 5 million steps as MinAtar's authors show it, read off their figures.
  static double published(Game game) {
    return switch (game) {
      case ASTERIX -> 17;
      case BREAKOUT -> 10;
      case FREEWAY -> 50;
      case SEAQUEST -> 20;
      case SPACE_INVADERS -> 44;
    };
  }

  /// As many runs of each game as that with the fewest has.
  private Scores normalized(Contender contender) {
    int n = games.stream().mapToInt(game -> runs(game, contender)).min().orElseThrow();
    double[][] scores = new double[n][games.size()];
    for (int task = 0; task < games.size(); task++) {
      String game = games.get(task);
      double[] raw = results.runs(game, contender).scores();
      for (int run = 0; run < n; run++) {
        double random = random(MinAtarSettings.game(game));
        double published = published(MinAtarSettings.game(game));
        scores[run][task] = (raw[run] - random) / (published - random);
      }
    }
    return Scores.of(scores);
  }

  Section section() {
    return new Section(
        "minatar-over-games",
        "MinAtar: all games together",
        """
        Scores are normalized: 0 is a random player, 1 is the score that MinAtar's authors show for DQN after 5 million \
        steps, with the best step size. They give figures and no tables; the numbers are read off them (±0.5, Space \
        Invaders ±3), the one of Seaquest is of a version before 1.0.11, and all are returns while training with \
        epsilon 0.1, where the scores here are of the greedy policy. So 1 is a unit and no goal.

        The interquartile mean is the mean of the middle half of all normalized scores; the probability of improvement \
        is that of a run of an algorithm being better than one of DQN in a game drawn by chance (Agarwal et al. 2021). \
        The intervals are 95 %% percentiles of a stratified bootstrap over the runs with %s; with few \
        runs they are too narrow, as no resample has a run that did not happen. The verdicts above do not rest on them. %s\
        """
            .formatted(Counted.of(BOOTSTRAP.resamples(), "resample"), which()),
        List.of(),
        List.of(iqm(), improvement()),
        List.of(table()));
  }

  private String which() {
    if (games.isEmpty()) {
      return "There is no game yet with two runs of DQN.";
    }
    String which =
        "Games: " + String.join(", ", games.stream().map(GameWords::title).toList()) + ".";
    List<String> missing =
        results.contenders(c -> rows.stream().noneMatch(row -> row.contender().equals(c))).stream()
            .map(Contender::label)
            .toList();
    return missing.isEmpty()
        ? which
        : which
            + " Left out, as they have not two runs of each: "
            + String.join("; ", missing)
            + ".";
  }

  private Figure iqm() {
    List<Series> series = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      series.add(point(rows.get(i), i + 1, rows.get(i).iqm()));
    }
    return new Figure(
        IQM,
        "Interquartile mean of the normalized scores",
        "One point for each algorithm, in the order of the legend; bars are 95 % stratified bootstrap intervals.",
        "The interquartile mean of each algorithm with its interval.",
        Axis.of("algorithm", 0, results.contenders().size() + 1.0),
        Axis.of("normalized score"),
        series,
        List.of(new Level("random", -1, 0)));
  }

  private Figure improvement() {
    List<Series> series = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      int at = i + 1;
      row.improvement().ifPresent(e -> series.add(point(row, at, e)));
    }
    return new Figure(
        IMPROVEMENT,
        "Probability of improvement over DQN",
        "One point for each algorithm, in the order of the legend; bars are 95 % stratified bootstrap intervals. Above 1/2 a run is more often better than one of DQN than worse.",
        "The probability that a run of each algorithm is better than one of DQN, with its interval.",
        Axis.of("algorithm", 0, results.contenders().size() + 1.0),
        Axis.of("P(better than DQN)", -0.05, 1.05),
        series,
        List.of(new Level("1/2", -1, 0.5)));
  }

  private static Series point(Row row, int at, Estimate e) {
    return new Series(
        row.contender().label(),
        row.contender().look().colour(),
        Series.Style.POINTS,
        new double[] {at},
        new double[] {e.value()},
        new double[] {e.low()},
        new double[] {e.high()});
  }

  private Table table() {
    return new Table(
        TABLE,
        "All games together",
        "With 95 % stratified bootstrap intervals.",
        List.of(
            "algorithm", "runs of each game", "interquartile mean", "probability of improvement"),
        rows.stream()
            .map(
                row ->
                    List.of(
                        row.contender().label(),
                        String.valueOf(row.runs()),
                        shown(row.iqm()),
                        row.improvement().map(OverGamesSection::shown).orElse("-")))
            .toList());
  }

  private static String shown(Estimate e) {
    return "%s [%s, %s]"
        .formatted(Numbers.brief(e.value()), Numbers.brief(e.low()), Numbers.brief(e.high()));
  }
}
