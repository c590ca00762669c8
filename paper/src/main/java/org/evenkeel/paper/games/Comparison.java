package org.evenkeel.paper.games;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.evenkeel.lab.report.Contrast;
import org.evenkeel.lab.report.Effect;
import org.evenkeel.lab.report.Evidence;
import org.evenkeel.lab.report.Finding;
import org.evenkeel.lab.report.Finding.Answer;
import org.evenkeel.lab.report.Numbers;
import org.evenkeel.lab.statistics.Estimate;
import org.evenkeel.lab.statistics.MultipleComparisons;
import org.evenkeel.lab.statistics.Sample;
import org.evenkeel.lab.statistics.StratifiedRanks;
import org.evenkeel.lab.statistics.VarianceRatio;

/// Compares pairs of algorithms by one number of each run, on all games together and on each game separately.
///
/// @param results the results of the study
/// @param what the name of the number, for display
/// @param measure the number of each run
/// @param pairs the pairs; the claim is that the first of each has the larger number
record Comparison(
    GameResults results, String what, Function<Runs, double[]> measure, List<Pair> pairs) {
  /// The rule by which [#evidence] is judged.
  static final String RULE =
      "The measure is the share of pairs of runs of the same game in which the first run has the larger number (ties count"
          + " half), over all games. It is tested by ranks within the games: a Mann-Whitney test with the games as strata"
          + " and its exact permutation distribution, two-sided, corrected by Holm for the number of shares. A share above"
          + " 1/2 with p < 0.05 agrees with the claim; a share below 1/2 with p < 0.05 contradicts it. With one game and"
          + " three runs of each algorithm, no p can be below 0.05; corrected for several shares, five runs are needed."
          + " The differences in each game are also shown, with individual 95 % intervals and Welch's test corrected by"
          + " Holm. They do not affect the verdict.";

  /// The rule by which [#varianceEvidence] is judged.
  static final String VARIANCE_RULE =
      "An interval below 1 agrees with the claim if every game has a ratio; an interval above 1 contradicts it. The ratio"
          + " is the geometric mean over the games. Its interval is close to that of Fisher's F for normal scores, and all"
          + " intervals have a joint confidence of about 95 % (Bonferroni) if the scores of a game are normal. Occasional"
          + " runs that fail make the intervals too narrow. A game has no ratio if it has fewer than three runs of either"
          + " algorithm or if all runs of one have the same score.";

  private static final double LEVEL = 0.05;
  private static final double POWER = 0.8;
  private static final int FEWEST = 3;

  /// Two algorithms.
  ///
  /// @param larger the algorithm that is claimed to have the larger number
  /// @param smaller the other algorithm
  record Pair(Contender larger, Contender smaller) {
    /// Returns DQN paired with each Averaged-DQN.
    static List<Pair> dqnAboveAveraged(GameResults results) {
      List<Pair> pairs = new ArrayList<>();
      for (Contender dqn : results.contenders(Contender::isDqn)) {
        results.contenders(Contender::isAveraged).forEach(a -> pairs.add(new Pair(dqn, a)));
      }
      return pairs;
    }

    /// Returns each K paired with the next larger one.
    static List<Pair> fallingWithK(GameResults results) {
      List<Contender> ladder = results.ladder();
      List<Pair> pairs = new ArrayList<>();
      for (int i = 1; i < ladder.size(); i++) {
        pairs.add(new Pair(ladder.get(i - 1), ladder.get(i)));
      }
      return pairs;
    }

    /// Returns the pairs in reverse.
    static List<Pair> reversed(List<Pair> pairs) {
      return pairs.stream().map(p -> new Pair(p.smaller, p.larger)).toList();
    }
  }

  /// Returns the comparison over all games, which decides the claim.
  Evidence evidence() {
    return Evidence.of(overGames());
  }

  private List<Finding> overGames() {
    List<Share> shares = pairs.stream().map(this::share).toList();
    double[] p = shares.stream().mapToDouble(Share::p).filter(x -> !Double.isNaN(x)).toArray();
    double[] corrected = p.length == 0 ? p : MultipleComparisons.holm(p);
    List<Finding> findings = new ArrayList<>();
    int tested = 0;
    for (Share share : shares) {
      double own = Double.isNaN(share.p) ? Double.NaN : corrected[tested++];
      String test = Double.isNaN(share.p) ? "" : "ranks within games, Holm";
      Effect effect =
          new Effect(share.name, share.value, Double.NaN, Double.NaN, share.trials, test, own);
      Answer answer = Finding.above(effect, 0.5, share.planned).answer();
      findings.add(new Finding(effect, "above 1/2", answer, share.planned, share.detectable));
    }
    return findings;
  }

  /// The share of pairs of runs in which the first has the larger number.
  ///
  /// @param p the uncorrected p; NaN if there is nothing to test
  private record Share(
      String name, double value, double p, int trials, int planned, String detectable) {}

  private Share share(Pair pair) {
    List<Sample> larger = new ArrayList<>();
    List<Sample> smaller = new ArrayList<>();
    collect(pair, 1, larger, smaller);
    String name =
        "%s: share of pairs with %s above %s, %s"
            .formatted(what, pair.larger.label(), pair.smaller.label(), games(pair, larger.size()));
    if (larger.isEmpty()) {
      return new Share(name, Double.NaN, Double.NaN, 0, planned(pair), "");
    }
    StratifiedRanks ranks = StratifiedRanks.of(larger, smaller);
    return new Share(
        name,
        ranks.share(),
        ranks.pTwoSided(),
        runs(larger, smaller),
        planned(pair),
        detectable(ranks));
  }

  private String detectable(StratifiedRanks ranks) {
    if (ranks.smallestP() * pairs.size() >= LEVEL) {
      return "no difference, however large,";
    }
    double share = ranks.detectableShare(1 - LEVEL / pairs.size(), POWER);
    return share < 1
        ? "a share of about %s or more".formatted(Numbers.brief(share))
        : "a share of nearly 1";
  }

  /// Returns the planned runs of the algorithm with fewer, without those in which the number cannot be measured.
  private int planned(Pair pair) {
    return Math.min(planned(pair, pair.larger), planned(pair, pair.smaller));
  }

  private int planned(Pair pair, Contender contender) {
    int planned = 0;
    for (String game : games(pair)) {
      Runs runs = results.runs(game, contender);
      planned += runs.planned(measure.apply(runs));
    }
    return planned;
  }

  /// Collects the numbers of both algorithms in each game that has enough of them.
  private void collect(Pair pair, int fewest, List<Sample> larger, List<Sample> smaller) {
    for (String game : games(pair)) {
      double[] a = measure.apply(results.runs(game, pair.larger));
      double[] b = measure.apply(results.runs(game, pair.smaller));
      if (Math.min(a.length, b.length) >= fewest) {
        larger.add(Sample.of(a));
        smaller.add(Sample.of(b));
      }
    }
  }

  /// Returns the number of runs of the algorithm with fewer.
  private static int runs(List<Sample> a, List<Sample> b) {
    return Math.min(
        a.stream().mapToInt(Sample::size).sum(), b.stream().mapToInt(Sample::size).sum());
  }

  /// Returns the comparison in each game.
  List<Effect> byGame() {
    List<Contrast> contrasts = new ArrayList<>();
    for (String game : results.games()) {
      for (Pair pair : pairs) {
        if (!games(pair).contains(game)) {
          continue;
        }
        contrasts.add(
            new Contrast(
                "%s, %s: %s minus %s"
                    .formatted(
                        GameWords.title(game), what, pair.larger.label(), pair.smaller.label()),
                measure.apply(results.runs(game, pair.larger)),
                measure.apply(results.runs(game, pair.smaller)),
                0)); // does not affect the verdict
      }
    }
    return Contrast.differences(contrasts);
  }

  /// Returns the games on which both algorithms of a pair are to be trained.
  private List<String> games(Pair pair) {
    return results.games().stream()
        .filter(g -> results.planned(g, pair.larger) && results.planned(g, pair.smaller))
        .toList();
  }

  /// Returns `3 games`, or `2 of 3 games` if some are missing.
  private String games(Pair pair, int compared) {
    int all = games(pair).size();
    String counted = compared == all ? "" : compared + " of ";
    return counted + all + (all == 1 ? " game" : " games");
  }

  /// Returns the variance between the runs of the smaller divided by that of the larger.
  Evidence varianceEvidence() {
    List<Finding> findings = new ArrayList<>();
    for (Pair pair : pairs) {
      List<Sample> larger = new ArrayList<>();
      List<Sample> smaller = new ArrayList<>();
      collect(pair, FEWEST, larger, smaller);
      for (int i = larger.size() - 1; i >= 0; i--) {
        if (larger.get(i).variance() == 0 || smaller.get(i).variance() == 0) {
          larger.remove(i);
          smaller.remove(i);
        }
      }
      String name =
          "variance of the %s between runs: %s / %s, %s"
              .formatted(
                  what, pair.smaller.label(), pair.larger.label(), games(pair, larger.size()));
      int available = Math.min(available(pair, pair.larger), available(pair, pair.smaller));
      Effect ratio = Effect.sampled(name, Double.NaN, Double.NaN, Double.NaN, available);
      if (!larger.isEmpty()) {
        Estimate e = VarianceRatio.of(smaller, larger, 1 - LEVEL / pairs.size());
        ratio = Effect.sampled(name, e.value(), e.low(), e.high(), available);
      }
      Finding finding = Finding.ratioBelowOne(ratio, planned(pair));
      boolean everyGame = larger.size() == games(pair).size();
      findings.add(
          everyGame || finding.answer() != Answer.AGREES
              ? finding
              : new Finding(ratio, "below 1 in every game", Answer.OPEN, finding.planned(), ""));
    }
    return Evidence.of(findings);
  }

  private int available(Pair pair, Contender contender) {
    return games(pair).stream()
        .mapToInt(game -> measure.apply(results.runs(game, contender)).length)
        .sum();
  }
}
