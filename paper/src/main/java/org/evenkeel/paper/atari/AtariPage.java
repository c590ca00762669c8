package org.evenkeel.paper.atari;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.evenkeel.core.internal.Counted;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Numbers;
import org.evenkeel.lab.report.Table;
import org.evenkeel.lab.statistics.Sample;
import org.evenkeel.paper.games.Contender;
import org.evenkeel.paper.games.GamePage;
import org.evenkeel.paper.games.GameResults;
import org.evenkeel.paper.games.GameStudy;
import org.evenkeel.paper.games.GameWords;
import org.evenkeel.paper.games.Normalization;
import org.evenkeel.paper.games.Runs;

/// The parts of the report that belong to Atari alone.
record AtariPage() implements GamePage {
  @Override
  public String size(GameStudy study) {
    return String.format(
        Locale.ROOT,
        "Atari: %s. Requested: %s of %,d frames for each algorithm%s; the paper has 7 runs of 120,000,000 frames.",
        String.join(", ", study.games()),
        Counted.of(study.seeds(), "run"),
        study.length(),
        AtariTraining.shrunk(study.length()) ? ", with a shortened schedule" : "");
  }

  @Override
  public Names names() {
    return new Names(
        "atari-scores", "atari-table-1", "atari-score-", "atari-values-table", "score", "score");
  }

  @Override
  public String scoresText(GameResults results) {
    long frames = results.study().length();
    return """
        These are the paper's Atari experiments (section 6.1) with the authors' emulator settings, preprocessing, network \
        and hyper-parameters. Details that the paper does not specify follow the authors' code. Each run has %s (%s of %d \
        frames); runs of each algorithm in each game: %s. The paper has 7 runs of 120,000,000 frames. A score is the mean \
        return of complete episodes with 5 %% random actions, played by the policy that is greedy on the combined estimate. \
        As in the paper, only the evaluation at the end of the run counts, so a run whose score has just dropped counts as \
        dropped. Run i of every algorithm has the same seed; the tests treat the runs as independent.%s\
        """
        .formatted(
            Counted.of(frames, "frame"),
            Counted.of(frames / AtariTraining.FRAMES_PER_STEP, "step"),
            AtariTraining.FRAMES_PER_STEP,
            results.counted(),
            shortness(frames));
  }

  private static String shortness(long frames) {
    if (frames >= AtariProtocol.PAPER_FRAMES) {
      return "";
    }
    String share =
        String.format(Locale.ROOT, "%.2g %%", 100.0 * frames / AtariProtocol.PAPER_FRAMES);
    String schedule =
        AtariTraining.shrunk(frames)
            ? String.format(
                Locale.ROOT,
                " This is not the paper's schedule. Because these runs are shorter than %,d frames, the start of"
                    + " learning, the exploration, the target period and the length of evaluations are shortened to %.2g %%"
                    + " of the paper's, so that there is something to see. The results do not show how the paper's runs"
                    + " would end.",
                AtariTraining.WHOLE_FRAMES,
                100.0 * frames / AtariTraining.WHOLE_FRAMES)
            : " The schedule is the paper's, cut short.";
    return "\n\nThese runs have "
        + share
        + " of the paper's frames. They show the beginning of learning, and all statements here apply to that alone."
        + schedule;
  }

  @Override
  public Table scoresTable(GameResults results) {
    List<List<String>> rows = new ArrayList<>();
    for (String game : results.games()) {
      for (Contender contender : results.contenders(game)) {
        rows.add(row(results, game, contender));
      }
      Optional<Normalization> players = Published.players(game);
      rows.add(
          player(
              game,
              "random player",
              results
                  .baseline(game, AtariProtocol.RANDOM)
                  .map(s -> Numbers.brief(s.mean()))
                  .orElse("-"),
              players.map(p -> decimal(p.zero())).orElse("-")));
      rows.add(player(game, "human player", "-", players.map(p -> decimal(p.one())).orElse("-")));
    }
    return new Table(
        names().scoresTable(),
        "Table 1, here and in the paper",
        "Score in the evaluation at the end of a run, averaged over the runs (standard deviation over the runs). The authors include the episode that is in progress when an evaluation reaches its number of frames; Nature includes only episodes that have ended by then. The human-normalized score is 100 (score - random) / (human - random), computed from the authors' count and the players published by Mnih et al. (2015); it is empty if they have none. The paper's numbers are from 7 trials of 120 million frames.",
        List.of(
            "game",
            "algorithm",
            "runs",
            "frames (millions)",
            "score, authors' count",
            "score, Nature's count",
            "human-normalized, %",
            "paper",
            "paper, human-normalized, %"),
        rows);
  }

  private static List<String> row(GameResults results, String game, Contender contender) {
    Runs runs = results.runs(game, contender);
    double[] scores = runs.scores();
    Optional<Normalization> players = Published.players(game);
    Optional<Published.Score> paper =
        contender.isDqn() || contender.isAveraged()
            ? Published.score(game, contender.k())
            : Optional.empty();
    return List.of(
        GameWords.title(game),
        contender.label(),
        String.valueOf(runs.runs().size()),
        Numbers.brief(results.study().length() / 1e6),
        Numbers.meanAndDeviation(scores),
        Numbers.meanAndDeviation(runs.atTheEnd(AtariProtocol.RETURN_WITHIN)),
        scores.length == 0
            ? ""
            : players.map(p -> decimal(100 * p.of(Sample.of(scores).mean()))).orElse(""),
        paper.map(s -> decimal(s.mean()) + " (" + decimal(s.deviation()) + ")").orElse("-"),
        paper.flatMap(s -> players.map(p -> decimal(100 * p.of(s.mean())))).orElse(""));
  }

  private static List<String> player(String game, String who, String here, String published) {
    return List.of(GameWords.title(game), who, "-", "-", here, "-", "", published, "");
  }

  /// Returns a number with one decimal, as in Table 1.
  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  @Override
  public String valuesText() {
    return """
        The value of a state is the largest of the estimates of its actions. Its mean is measured in four ways at each \
        evaluation. Authors: the online network, over states freshly drawn from the replay buffer. Nature: the target \
        network, over next states set aside when learning began. Held out: the combined estimate, over states set aside at \
        the same time. Visited: the combined estimate, over the states of the evaluation itself. The last is compared with \
        the discounted return that the same episodes obtain from the same states onward, with rewards and episode ends as in \
        training. The difference is the overestimation. It is the error relative to the value of the policy that plays, with \
        its 5 % random actions, not to Q*. The number for a run is that of the evaluation at its end.\
        """;
  }

  @Override
  public List<Claim> claimsOnGames(GameResults results) {
    return results.games().contains(Divergence.GAME)
        ? List.of(new Divergence(results).claim())
        : List.of();
  }

  @Override
  public String playersText(List<String> games) {
    return "a player that takes each action with the same probability? It plays %d episodes in the same environment."
        .formatted(AtariProtocol.RANDOM_EPISODES);
  }

  @Override
  public String normalizationText() {
    return """
        Scores are normalized: 0 is a random player and 1 a human player, with the scores that Mnih et al. (2015) publish for \
        49 games. Their measurements differ from those here, so 1 is a unit, not a goal.\
        """;
  }
}
