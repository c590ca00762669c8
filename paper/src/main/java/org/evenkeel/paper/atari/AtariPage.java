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

/// What the report says of Atari alone.
record AtariPage() implements GamePage {
  @Override
  public String size(GameStudy study) {
    return String.format(
        Locale.ROOT,
        "Atari: %s, %,d frames, %s of each algorithm were asked for%s; the paper has 120,000,000 and 7.",
        String.join(", ", study.games()),
        study.length(),
        Counted.of(study.seeds(), "run"),
        AtariTraining.shrunk(study.length()) ? ", with a schedule shrunk to so short a run" : "");
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
        The paper's Atari experiments (section 6.1) with the authors' emulator settings, preprocessing, network and \
        hyper-parameters, where the paper is silent as in their code. Runs of %s (%s of %d frames), %s of \
        each algorithm in each game; the paper has 120,000,000 and 7. A score is the mean return of whole episodes with 5 %% \
        random actions, played by the greedy policy on the combined estimate, in the evaluation at the end of the run, as \
        the paper has it: one evaluation, so a run that has just dropped counts as dropped. Run i of every \
        algorithm has the same seed; the tests take the runs as independent.%s\
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
                " This is not the paper's schedule: as these runs are shorter than %,d frames, the start of"
                    + " learning, the exploration, the target period and the length of evaluations are shrunk to %.2g %%"
                    + " of the paper's, so that something is to be seen. Nothing here says how the paper's runs would end.",
                AtariTraining.WHOLE_FRAMES,
                100.0 * frames / AtariTraining.WHOLE_FRAMES)
            : " The schedule is the paper's, cut short.";
    return "\n\nThese runs have "
        + share
        + " of the paper's frames: what is seen is the beginning of learning, and what is said holds for it alone."
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
        "Mean over the runs of the score in the evaluation at the end (standard deviation over the runs). The authors count the episode in which an evaluation passes its frames, Nature only those that end within them. Human-normalized: 100 (score - random) / (human - random) with the published players of Mnih et al. (2015), empty where they have none; of the first score. The paper's numbers are of 7 trials of 120 million frames.",
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

  /// One decimal, as Table 1 has it.
  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  @Override
  public String valuesText() {
    return """
        The value of a state is the largest of the estimates of its actions. Its mean is measured in four ways at each \
        evaluation. The authors: the online network, over states just drawn from the replay buffer. Nature: the target network, \
        over next states set aside when learning began. Held out: the combined estimate, over states set aside then. \
        Visited: the combined estimate, over the states of the evaluation itself; beside it stands the discounted \
        return that the same episodes obtained from the same states on, with rewards and ends as they are learned from. The \
        difference of these two is the overestimation: the error against the value of the policy that plays, with its 5 % \
        random actions, not against Q*. The number of a run is that of the evaluation at its end.\
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
        Scores are normalized: 0 is a random and 1 a human player, with the scores that Mnih et al. (2015) publish for 49 \
        games. They measure in their own way, so 1 is a unit and no goal.\
        """;
  }
}
