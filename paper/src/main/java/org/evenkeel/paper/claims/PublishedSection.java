package org.evenkeel.paper.claims;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Contrast;
import org.evenkeel.lab.report.Effect;
import org.evenkeel.lab.report.Evidence;
import org.evenkeel.lab.report.Finding;
import org.evenkeel.lab.report.Numbers;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.report.Standing;
import org.evenkeel.lab.report.Table;
import org.evenkeel.lab.statistics.Estimate;
import org.evenkeel.lab.statistics.Sample;
import org.evenkeel.lab.statistics.VarianceRatio;
import org.evenkeel.paper.atari.Published;

/// The paper's own Table 1, judged by the rules of `docs/claims.md`. Nothing is trained: the tests need only the means
/// and standard deviations that the paper gives.
record PublishedSection() {
  private static final String TABLE = "claims-published-table";
  private static final List<String> GAMES = List.of("breakout", "seaquest", "asterix");
  private static final List<Integer> KS = List.of(5, 10, 15);
  private static final int TRIALS = 7;
  private static final String SOURCE = "section 6.1, Table 1";

  Section section() {
    return new Section(
        "claims-published",
        "The paper's Table 1, judged by the same rules",
        """
        Table 1 gives the mean and the standard deviation of seven trials for each game and K. That is enough for \
        Welch's test and for intervals of ratios of variances, if the scores of a game are normal. The seven trials had \
        common initial weights and emulator seeds, so they may be less independent than the tests assume.\
        """,
        List.of(better(), withMore(), variability()),
        List.of(),
        List.of(table()));
  }

  /// Returns seven numbers with the published mean and standard deviation. The tests depend on nothing else.
  static Optional<double[]> trials(String game, int k) {
    return Published.score(game, k)
        .map(
            score -> {
              double[] values = new double[TRIALS];
              // -3 to 3: their squares sum to 28, and 28 / 6 is the variance
              double step = score.deviation() / Math.sqrt(28.0 / (TRIALS - 1));
              Arrays.setAll(values, i -> score.mean() + (i - TRIALS / 2) * step);
              return values;
            });
  }

  private static String name(String game) {
    return game.substring(0, 1).toUpperCase(Locale.ROOT) + game.substring(1);
  }

  /// Adds the difference of two cells, if the table has both.
  private static void add(List<Contrast> contrasts, String game, int more, int less) {
    Optional<double[]> larger = trials(game, more);
    Optional<double[]> smaller = trials(game, less);
    if (larger.isPresent() && smaller.isPresent()) {
      contrasts.add(
          new Contrast(
              "score, %s, K=%d minus %s"
                  .formatted(name(game), more, less == 1 ? "DQN" : "K=" + less),
              larger.get(),
              smaller.get(),
              TRIALS));
    }
  }

  private Claim better() {
    List<Contrast> contrasts = new ArrayList<>();
    for (String game : GAMES) {
      KS.forEach(k -> add(contrasts, game, k, 1));
    }
    return Claim.of(
            "published-better", "Table 1: averaging plays better than DQN", Standing.SECONDARY)
        .said("significantly improved performance", "section 6.1")
        .measured("The differences of the published mean scores.")
        .judged(Contrast.RULE, Contrast.evidence(contrasts))
        .shownIn(List.of(TABLE));
  }

  private Claim withMore() {
    List<Contrast> contrasts = new ArrayList<>();
    for (String game : GAMES) {
      add(contrasts, game, 5, 1);
      add(contrasts, game, 10, 5);
      add(contrasts, game, 15, 10);
    }
    return Claim.of(
            "published-with-k", "Table 1: each step to a larger K plays better", Standing.SECONDARY)
        .said(
            "as the number of averaged networks is increased, overestimation of the values is reduced, performance improves,"
                + " and less variability is observed",
            SOURCE)
        .measured("The differences of the published mean scores of successive K.")
        .judged(Contrast.RULE, Contrast.evidence(contrasts))
        .shownIn(List.of(TABLE));
  }

  private Claim variability() {
    List<Finding> findings = new ArrayList<>();
    int together = 2 * KS.size();
    for (int k : KS) {
      findings.add(ratio("variance between trials / DQN's, K=" + k, k, false, together));
      findings.add(ratio("squared relative deviation / DQN's, K=" + k, k, true, together));
    }
    return Claim.of(
            "published-variability",
            "Table 1: trials of Averaged-DQN differ less",
            Standing.SECONDARY)
        .said(
            "for all three games, increasing the number of averaged networks in Averaged-DQN results in lower average values"
                + " estimates, better-preforming policies, and less variability between the runs of independent learning trials",
            "section 6.1")
        .measured(
            "The geometric mean over the games of the ratio to DQN of the published squared standard deviation, and of the"
                + " published squared relative standard deviation. Breakout has no K = 15.")
        .judged(
            "An interval below 1 agrees; an interval above 1 contradicts. The intervals are close to Fisher's F for normal"
                + " scores and have a joint confidence of about 95 % (Bonferroni).",
            Evidence.of(findings))
        .shownIn(List.of(TABLE));
  }

  private static Finding ratio(String name, int k, boolean relative, int together) {
    List<Sample> averaged = new ArrayList<>();
    List<Sample> dqn = new ArrayList<>();
    for (String game : GAMES) {
      Optional<double[]> mine = trials(game, k);
      if (mine.isPresent()) {
        averaged.add(sample(mine.get(), relative));
        dqn.add(sample(trials(game, 1).orElseThrow(), relative));
      }
    }
    Estimate e = VarianceRatio.of(averaged, dqn, 1 - Finding.LEVEL / together);
    return Finding.ratioBelowOne(
        Effect.sampled(name, e.value(), e.low(), e.high(), TRIALS), TRIALS);
  }

  private static Sample sample(double[] values, boolean relative) {
    double unit = relative ? Sample.of(values).mean() : 1;
    return Sample.of(Arrays.stream(values).map(v -> v / unit).toArray());
  }

  private static Table table() {
    List<List<String>> rows = new ArrayList<>();
    for (String game : GAMES) {
      for (int k : List.of(1, 5, 10, 15)) {
        Published.score(game, k)
            .ifPresent(
                s ->
                    rows.add(
                        List.of(
                            name(game),
                            String.valueOf(k),
                            Numbers.brief(s.mean()),
                            Numbers.brief(s.deviation()),
                            Numbers.brief(s.deviation() / s.mean()))));
      }
    }
    return new Table(
        TABLE,
        "Table 1 of the paper",
        "Mean and standard deviation of the score over seven trials, and the relative standard deviation. K = 1 is DQN.",
        List.of("game", "K", "mean", "standard deviation", "relative"),
        rows);
  }
}
