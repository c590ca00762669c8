package org.evenkeel.paper.games;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.evenkeel.core.internal.Counted;
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

/// The report's section on all games together, with the aggregates of Agarwal et al. (2021).
final class OverGamesSection {
  private static final Bootstrap BOOTSTRAP = Bootstrap.of(1).resamples(10_000);

  private final GameResults results;

  /// The games whose scores can be normalized.
  private final List<String> comparable;

  /// The comparable games that have enough runs.
  private final List<String> games;

  private final List<Row> rows = new ArrayList<>();

  /// The aggregates of an algorithm.
  private record Row(Contender contender, int runs, Estimate iqm, Optional<Estimate> improvement) {}

  OverGamesSection(GameResults results) {
    this.results = results;
    comparable = results.games().stream().filter(g -> normalization(g).isPresent()).toList();
    games =
        comparable.stream()
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
    return results.runs(game, contender).scores().length;
  }

  private Optional<Normalization> normalization(String game) {
    return results.protocol().normalization(game);
  }

  /// Returns the normalized scores, with the same number of runs in each game: that of the game with the fewest.
  private Scores normalized(Contender contender) {
    int n = games.stream().mapToInt(game -> runs(game, contender)).min().orElseThrow();
    double[][] scores = new double[n][games.size()];
    for (int task = 0; task < games.size(); task++) {
      String game = games.get(task);
      double[] raw = results.runs(game, contender).scores();
      Normalization normalization = normalization(game).orElseThrow();
      for (int run = 0; run < n; run++) {
        scores[run][task] = normalization.of(raw[run]);
      }
    }
    return Scores.of(scores);
  }

  /// Returns the section, which has only a text if the study cannot have these aggregates.
  Section section() {
    String id = results.id("over-games");
    String title = results.titled("all games together");
    String normalized = results.page().normalizationText();
    if (comparable.isEmpty() || results.seeds() < 2) {
      String nothing =
          comparable.isEmpty()
              ? " No game of this study has such scores, so the games are not aggregated."
              : " With one run of each algorithm there are no intervals, so the games are not aggregated.";
      return new Section(id, title, normalized + nothing, List.of(), List.of(), List.of());
    }
    return new Section(
        id,
        title,
        normalized
            + """


            The interquartile mean is the mean of the middle half of all normalized scores. The probability of improvement \
            is the probability that a run of an algorithm is better than a run of DQN in a randomly chosen game (Agarwal et \
            al. 2021). The intervals are 95 %% percentile intervals of a stratified bootstrap over the runs with %s. With few \
            runs they are too narrow, because resampling cannot produce unseen runs. The verdicts above do not depend on \
            them. %s\
            """
                .formatted(Counted.of(BOOTSTRAP.resamples(), "resample"), which()),
        List.of(),
        List.of(iqm(), improvement()),
        List.of(table()));
  }

  private String which() {
    if (games.isEmpty()) {
      return "No game has two runs of DQN yet." + incomparable();
    }
    String which = "Games: " + titles(games) + "." + incomparable();
    List<String> missing =
        results.contenders(c -> rows.stream().noneMatch(row -> row.contender().equals(c))).stream()
            .map(Contender::label)
            .toList();
    return missing.isEmpty()
        ? which
        : which
            + " Left out, because they do not have two runs in each game: "
            + String.join("; ", missing)
            + ".";
  }

  private String incomparable() {
    List<String> others =
        results.games().stream().filter(game -> !comparable.contains(game)).toList();
    return others.isEmpty()
        ? ""
        : " Left out, because no scores are published to normalize by: " + titles(others) + ".";
  }

  private static String titles(List<String> games) {
    return String.join(", ", games.stream().map(GameWords::title).toList());
  }

  private Figure iqm() {
    List<Series> series = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      series.add(point(rows.get(i), i + 1, rows.get(i).iqm()));
    }
    return new Figure(
        results.id("iqm"),
        "Interquartile mean of the normalized scores",
        "One point for each algorithm, in the order of the legend; bars are 95 % stratified bootstrap intervals.",
        "Interquartile mean of each algorithm, with its interval.",
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
        results.id("improvement"),
        "Probability of improvement over DQN",
        "One point for each algorithm, in the order of the legend; bars are 95 % stratified bootstrap intervals. Above 1/2, a run is more often better than a run of DQN than worse.",
        "Probability that a run of each algorithm is better than a run of DQN, with its interval.",
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
        results.id("over-games-table"),
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
                        Numbers.estimate(row.iqm()),
                        row.improvement().map(Numbers::estimate).orElse("-")))
            .toList());
  }
}
