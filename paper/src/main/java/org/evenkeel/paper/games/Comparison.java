package org.evenkeel.paper.games;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.evenkeel.lab.report.Effect;
import org.evenkeel.lab.report.Verdict;
import org.evenkeel.lab.statistics.Estimate;
import org.evenkeel.lab.statistics.MultipleComparisons;
import org.evenkeel.lab.statistics.Sample;
import org.evenkeel.lab.statistics.StratifiedRanks;
import org.evenkeel.lab.statistics.VarianceRatio;
import org.evenkeel.paper.experiment.Contrast;

/// Pairs of algorithms compared by one number of each run, on all games together and on each by itself.
///
/// @param results what was measured
/// @param what the number, for a reader
/// @param measure the number of each run
/// @param pairs of which the claim says that the first has the larger number
public record Comparison(
    GameResults results, String what, Function<Runs, double[]> measure, List<Pair> pairs) {
  /// How [#verdict] decides.
  public static final String RULE =
      "Counted is the share of pairs of runs of the same game in which the first is larger (ties half), all games"
          + " together, and tested by ranks within the games (a Mann-Whitney test with the games as strata and its exact"
          + " permutation distribution, two-sided, corrected by Holm for the number of shares). Holds if every share is"
          + " above 1/2 with p < 0.05, does not hold if one is below 1/2 with p < 0.05, else undecided; undecided too"
          + " while a game has no runs of one of the two. With one game and three runs of each no p can be below 0.05,"
          + " and corrected for several shares it takes five. The differences in each game stand beside it with 95 %"
          + " intervals, each by itself (Welch's test, corrected by Holm), and decide nothing.";

  /// How [#varianceVerdict] decides.
  public static final String VARIANCE_RULE =
      "The ratio is the geometric mean over the games; its interval is close to that of Fisher's F for normal scores, and"
          + " all hold together with about 95 % (Bonferroni) if the scores of a game are normal. Single runs that fail"
          + " make it too narrow. Games with fewer than three runs of either, or where all runs of one score the same,"
          + " have no ratio. Holds if all intervals lie below 1 and every game has its ratio, does not hold if one lies"
          + " above 1, else undecided.";

  private static final double LEVEL = 0.05;
  private static final int FEWEST = 3;

  /// Two algorithms.
  ///
  /// @param larger the one that is claimed to have the larger number
  /// @param smaller the other
  public record Pair(Contender larger, Contender smaller) {
    /// DQN against each Averaged-DQN.
    public static List<Pair> dqnAboveAveraged(GameResults results) {
      List<Pair> pairs = new ArrayList<>();
      for (Contender dqn : results.contenders(Contender::isDqn)) {
        results.contenders(Contender::isAveraged).forEach(a -> pairs.add(new Pair(dqn, a)));
      }
      return pairs;
    }

    /// Each K against the next larger one.
    public static List<Pair> fallingWithK(GameResults results) {
      List<Contender> ladder = results.ladder();
      List<Pair> pairs = new ArrayList<>();
      for (int i = 1; i < ladder.size(); i++) {
        pairs.add(new Pair(ladder.get(i - 1), ladder.get(i)));
      }
      return pairs;
    }

    /// The other way round.
    public static List<Pair> reversed(List<Pair> pairs) {
      return pairs.stream().map(p -> new Pair(p.smaller, p.larger)).toList();
    }
  }

  /// All games together: what decides.
  public List<Effect> overGames() {
    List<Effect> plain = pairs.stream().map(this::overGames).toList();
    double[] p = plain.stream().mapToDouble(Effect::p).filter(x -> !Double.isNaN(x)).toArray();
    double[] corrected = p.length == 0 ? p : MultipleComparisons.holm(p);
    List<Effect> effects = new ArrayList<>();
    int tested = 0;
    for (Effect e : plain) {
      boolean has = !Double.isNaN(e.p());
      effects.add(
          new Effect(
              e.name(),
              e.value(),
              Double.NaN,
              Double.NaN,
              e.trials(),
              e.test(),
              has ? corrected[tested++] : Double.NaN));
    }
    return effects;
  }

  private Effect overGames(Pair pair) {
    List<Sample> larger = new ArrayList<>();
    List<Sample> smaller = new ArrayList<>();
    collect(pair, 1, larger, smaller);
    String name =
        "%s: share of pairs with %s above %s, %s"
            .formatted(what, pair.larger.label(), pair.smaller.label(), games(pair, larger.size()));
    if (larger.isEmpty()) {
      return Effect.sampled(name, Double.NaN, Double.NaN, Double.NaN, 0);
    }
    StratifiedRanks ranks = StratifiedRanks.of(larger, smaller);
    return new Effect(
        name,
        ranks.share(),
        Double.NaN,
        Double.NaN,
        runs(larger, smaller),
        "ranks within games, Holm",
        ranks.pTwoSided());
  }

  /// The numbers of both in each game that has enough of them.
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

  /// The runs of the one that has fewer.
  private static int runs(List<Sample> a, List<Sample> b) {
    return Math.min(
        a.stream().mapToInt(Sample::size).sum(), b.stream().mapToInt(Sample::size).sum());
  }

  /// Each game by itself.
  public List<Effect> byGame() {
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
                measure.apply(results.runs(game, pair.smaller))));
      }
    }
    return Contrast.differences(contrasts);
  }

  /// What decides, and each game beside it.
  public List<Effect> effects() {
    List<Effect> effects = new ArrayList<>(overGames());
    effects.addAll(byGame());
    return effects;
  }

  /// The games on which both of a pair are to be trained.
  private List<String> games(Pair pair) {
    return results.games().stream()
        .filter(g -> results.planned(g, pair.larger) && results.planned(g, pair.smaller))
        .toList();
  }

  /// `3 games`, or `2 of 3 games` where some are missing.
  private String games(Pair pair, int compared) {
    int all = games(pair).size();
    String counted = compared == all ? "" : compared + " of ";
    return counted + all + (all == 1 ? " game" : " games");
  }

  /// Whether every game has runs of both algorithms of every pair.
  private boolean complete() {
    return pairs.stream()
        .allMatch(
            pair ->
                games(pair).stream()
                    .allMatch(
                        game ->
                            measure.apply(results.runs(game, pair.larger)).length > 0
                                && measure.apply(results.runs(game, pair.smaller)).length > 0));
  }

  /// By [#VARIANCE_RULE].
  public Verdict varianceVerdict(List<Effect> ratios) {
    boolean complete = true;
    for (int i = 0; i < pairs.size(); i++) {
      Pair pair = pairs.get(i);
      complete &= ratios.get(i).name().endsWith(", " + games(pair, games(pair).size()));
    }
    Verdict verdict = Contrast.ofRatios(ratios);
    return verdict == Verdict.HOLDS && !complete ? Verdict.UNDECIDED : verdict;
  }

  /// By [#RULE].
  public Verdict verdict() {
    if (!complete()) {
      return Verdict.UNDECIDED;
    }
    return Contrast.ofDifferences(
        overGames().stream()
            .map(e -> new Effect(e.name(), e.value() - 0.5, 0, 0, e.trials(), e.test(), e.p()))
            .toList());
  }

  /// The variance between the runs of the smaller divided by that of the larger.
  public List<Effect> varianceRatios() {
    List<Effect> effects = new ArrayList<>();
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
      if (larger.isEmpty()) {
        effects.add(Effect.sampled(name, Double.NaN, Double.NaN, Double.NaN, 0));
      } else {
        Estimate e = VarianceRatio.of(smaller, larger, 1 - LEVEL / pairs.size());
        effects.add(Effect.sampled(name, e.value(), e.low(), e.high(), runs(larger, smaller)));
      }
    }
    return effects;
  }
}
