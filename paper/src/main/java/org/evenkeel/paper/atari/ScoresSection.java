package org.evenkeel.paper.atari;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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
import org.evenkeel.paper.games.Runs;

/// Scores and their curves (figures 1, 2 left and 4 above, table 1).
record ScoresSection(AtariResults results) {
  static final String FRAMES = "frames (millions)";
  private static final String TABLE = "atari-table-1";
  private static final String FIGURE = "atari-score-";

  Section section() {
    AtariSettings settings = results.settings();
    PaperClaims claims = results.claims();
    List<String> evidence = results.evidence(TABLE, FIGURE);
    return new Section(
        "atari-scores",
        "Atari: how well the policies play",
        """
        The paper's Atari experiments (section 6.1) with the authors' emulator settings, preprocessing, network and \
        hyper-parameters, where the paper is silent as in their code. Runs of %s (%s of %d frames), %s of \
        each algorithm in each game; the paper has 120,000,000 and 7. A score is the mean return of whole episodes with 5 %% \
        random actions, played by the greedy policy on the combined estimate, in the evaluation at the end of the run, as \
        the paper has it: one evaluation, so a run that has just dropped counts as dropped. Run i of every \
        algorithm has the same seed; the tests take the runs as independent.%s\
        """
            .formatted(
                Counted.of(settings.frames(), "frame"),
                Counted.of(settings.frames() / AtariProtocol.FRAMES_PER_STEP, "step"),
                AtariProtocol.FRAMES_PER_STEP,
                results.counted(),
                shortness(settings)),
        List.of(claims.better(evidence), claims.betterWithK(evidence)),
        results.games().stream().map(this::figure).toList(),
        List.of(table()));
  }

  private static String shortness(AtariSettings settings) {
    if (settings.frames() >= AtariSettings.PAPER_FRAMES) {
      return "";
    }
    String share =
        String.format(
            Locale.ROOT, "%.2g %%", 100.0 * settings.frames() / AtariSettings.PAPER_FRAMES);
    String schedule =
        settings.shrunk()
            ? String.format(
                Locale.ROOT,
                " This is not the paper's schedule: as these runs are shorter than %,d frames, the start of"
                    + " learning, the exploration, the target period and the length of evaluations are shrunk to %.2g %%"
                    + " of the paper's, so that something is to be seen. Nothing here says how the paper's runs would end.",
                AtariTrial.WHOLE_FRAMES,
                100.0 * settings.frames() / AtariTrial.WHOLE_FRAMES)
            : " The schedule is the paper's, cut short.";
    return "\n\nThese runs have "
        + share
        + " of the paper's frames: what is seen is the beginning of learning, and what is said holds for it alone."
        + schedule;
  }

  private Figure figure(String game) {
    List<Level> levels = new ArrayList<>();
    results.random(game).ifPresent(s -> levels.add(new Level("random", -1, s.mean())));
    return new Figure(
        FIGURE + GameWords.id(game),
        GameWords.title(game) + ": score",
        "Mean over the runs; the shaded area is one standard deviation, as in the paper's figures. Not smoothed. The line across is a random player, measured here.",
        "The score of each algorithm's evaluations over the frames of the training, with the level of a random player.",
        Axis.of(FRAMES),
        Axis.of("score"),
        results.contenders(game).stream()
            .map(c -> results.runs(game, c).curve(run -> run.column(TrainingRun.RETURN)))
            .toList(),
        levels);
  }

  private Table table() {
    List<List<String>> rows = new ArrayList<>();
    for (String game : results.games()) {
      for (Contender contender : results.contenders(game)) {
        rows.add(row(game, contender));
      }
      Optional<Published.Players> players = Published.players(game);
      rows.add(
          player(
              game,
              "random player",
              results.random(game).map(s -> Numbers.brief(s.mean())).orElse("-"),
              players.map(p -> one(p.random())).orElse("-")));
      rows.add(player(game, "human player", "-", players.map(p -> one(p.human())).orElse("-")));
    }
    return new Table(
        TABLE,
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

  private List<String> row(String game, Contender contender) {
    Runs runs = results.runs(game, contender);
    double[] scores = runs.scores();
    Optional<Published.Players> players = Published.players(game);
    Optional<Published.Score> paper =
        contender.isDqn() || contender.isAveraged()
            ? Published.score(game, contender.k())
            : Optional.empty();
    return List.of(
        GameWords.title(game),
        contender.label(),
        String.valueOf(runs.runs().size()),
        Numbers.brief(results.settings().frames() / 1e6),
        Numbers.meanAndDeviation(scores),
        Numbers.meanAndDeviation(runs.atTheEnd(AtariTrial.RETURN_WITHIN)),
        scores.length == 0
            ? ""
            : players.map(p -> one(p.normalized(Sample.of(scores).mean()))).orElse(""),
        paper.map(s -> one(s.mean()) + " (" + one(s.deviation()) + ")").orElse("-"),
        paper.flatMap(s -> players.map(p -> one(p.normalized(s.mean())))).orElse(""));
  }

  private static List<String> player(String game, String who, String here, String published) {
    return List.of(GameWords.title(game), who, "-", "-", here, "-", "", published, "");
  }

  /// One decimal, as Table 1 has it.
  private static String one(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
