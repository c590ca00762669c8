package org.evenkeel.lab.minatar;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
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
import org.evenkeel.lab.report.Verdict;
import org.evenkeel.lab.statistics.Estimate;
import org.evenkeel.lab.statistics.Sample;
import org.evenkeel.lab.study.Numbers;

/// Value estimates, and how far they lie above what was obtained (figure 2, right, and figure 4, below).
record ValuesSection(Results results) {
  private static final String TABLE = "minatar-overestimation-table";
  private static final String VALUES = "minatar-value-";
  private static final String GAP = "minatar-overestimation-";

  Section section() {
    List<Figure> figures = new ArrayList<>();
    for (Game game : results.games()) {
      figures.add(
          figure(game, VALUES, "value estimates", "value", run -> run.column(MinAtarTrial.VALUE)));
      figures.add(
          figure(
              game,
              GAP,
              "value estimates above the obtained returns",
              "value minus obtained return",
              Runs.Run::overestimation));
    }
    return new Section(
        "minatar-values",
        "MinAtar: value estimates and overestimation",
        """
        In each evaluation the value of a state is the largest of the combined estimates of its actions, averaged over the \
        states that the greedy policy visits; beside it stands the discounted return that the same episodes \
        obtained from the same states on. Their difference is the overestimation. The optimal values of these games \
        are not known: a policy that is not optimal obtains less than the optimal value, so the difference is the \
        error against the value of the policy, not against Q*. The number of a run is the mean over its last %d \
        evaluations.

        Lower estimates by themselves say little: a policy that plays worse has lower values, rightly.\
        """
            .formatted(Runs.LAST),
        claims(),
        figures,
        List.of(table()));
  }

  /// Of algorithms that were not asked for nothing is said.
  private List<Claim> claims() {
    List<Claim> claims = new ArrayList<>(List.of(lower(), overestimation(), withK(), dqnBias()));
    if (!results.contenders(Contender::isDouble).isEmpty()) {
      claims.add(doubleBias());
    }
    if (!results.contenders(Contender::isEnsemble).isEmpty()) {
      claims.add(ensemble());
    }
    return claims;
  }

  private List<String> evidence(String figure) {
    List<String> evidence = new ArrayList<>(List.of(TABLE));
    results.games().forEach(game -> evidence.add(figure + Results.id(game)));
    return evidence;
  }

  private Comparison gaps(List<Pair> pairs) {
    return new Comparison(results, "overestimation", Runs::overestimations, pairs);
  }

  private Claim lower() {
    Comparison comparison =
        new Comparison(results, "value", Runs::values, Pair.fallingWithK(results));
    return new Claim(
        "minatar-lower-values",
        "More averaged networks, lower value estimates",
        "increasing the number of averaged networks in Averaged-DQN results in lower average values estimates,"
            + " better-preforming policies, and less variability between the runs of independent learning trials",
        "section 6.1, figure 4, said of Atari games",
        "The mean value estimate of each run against those with the next larger K.",
        comparison.effects(),
        Comparison.RULE,
        comparison.verdict(),
        evidence(VALUES));
  }

  private Claim overestimation() {
    Comparison comparison = gaps(Pair.dqnAboveAveraged(results));
    return new Claim(
        "minatar-overestimation",
        "Averaged-DQN overestimates less than DQN",
        "in practice Averaged-DQN reduces the TAE variance, which leads to smaller overestimation, stabilized learning"
            + " curves and significantly improved performance",
        "section 6.1, said of Atari games",
        "Value estimates minus obtained returns, of each run of DQN against those of Averaged-DQN.",
        comparison.effects(),
        Comparison.RULE,
        comparison.verdict(),
        evidence(GAP));
  }

  private Claim withK() {
    Comparison comparison = gaps(Pair.fallingWithK(results));
    return new Claim(
        "minatar-overestimation-with-k",
        "More averaged networks, less overestimation",
        "increasing the number K of averaged target networks leads to better policies while reducing overestimation",
        "section 7, said of Atari games",
        "Value estimates minus obtained returns, of each run against those with the next larger K.",
        comparison.effects(),
        Comparison.RULE,
        comparison.verdict(),
        evidence(GAP));
  }

  private Claim dqnBias() {
    List<Effect> bias = bias(Contender::isDqn);
    return new Claim(
        "minatar-dqn-overestimates",
        "DQN overestimates",
        "Q-learning overestimation do occur in practice (at least in the ALE)",
        "section 1, of van Hasselt et al.; asked here of MinAtar",
        "Value estimates minus obtained returns of DQN in each game.",
        bias,
        biasRule("above", "below"),
        side(bias, true),
        evidence(GAP));
  }

  private Claim doubleBias() {
    List<Effect> bias = bias(Contender::isDouble);
    Verdict verdict = side(bias, false);
    List<Pair> pairs = new ArrayList<>();
    for (Contender dqn : results.contenders(Contender::isDqn)) {
      results.contenders(Contender::isDouble).forEach(d -> pairs.add(new Pair(dqn, d)));
    }
    for (Contender twice : results.contenders(Contender::isDouble)) {
      results.contenders(Contender::isAveraged).forEach(a -> pairs.add(new Pair(twice, a)));
    }
    List<Effect> effects = new ArrayList<>(bias);
    effects.addAll(gaps(pairs).overGames());
    return new Claim(
        "minatar-double",
        "Double-DQN replaces the positive bias with a negative one",
        "Double Q-learning and its DQN implementation (Double-DQN) is one possible approach to tackle the"
            + " overestimation problem, which replaces the positive bias with a negative one",
        "section 4.2",
        "Value estimates minus obtained returns of Double-DQN in each game. Beside it, where it stands between DQN and"
            + " Averaged-DQN: shares of pairs of runs of one game, tested by ranks within the games (Holm), which decide"
            + " nothing here.",
        effects,
        biasRule("below", "above"),
        verdict,
        evidence(GAP));
  }

  private Claim ensemble() {
    List<Pair> pairs = new ArrayList<>();
    for (Contender ensemble : results.contenders(Contender::isEnsemble)) {
      for (Contender averaged : results.contenders(Contender::isAveraged)) {
        if (averaged.k() == ensemble.k()) {
          pairs.add(new Pair(ensemble, averaged));
        }
      }
    }
    Comparison comparison = gaps(pairs);
    return new Claim(
        "minatar-ensemble-overestimates",
        "Ensemble-DQN overestimates more than Averaged-DQN of the same K",
        "Ensemble-DQN is also inferior to Averaged-DQN regarding variance reduction, and as a consequence far more"
            + " overestimates the values",
        "section 6.2.3, said of the Gridworld; asked here of MinAtar",
        "Value estimates minus obtained returns, of each run of Ensemble-DQN against those of Averaged-DQN.",
        comparison.effects(),
        Comparison.RULE,
        comparison.verdict(),
        evidence(GAP));
  }

  /// The bias of one algorithm in each game, with intervals that hold together.
  private List<Effect> bias(Predicate<Contender> kind) {
    List<Effect> effects = new ArrayList<>();
    for (Contender contender : results.contenders(kind)) {
      for (Game game : results.games()) {
        double[] gaps = results.runs(game, contender).overestimations();
        String name = "bias of " + contender.label() + ", " + Results.title(game);
        if (gaps.length < 2) {
          double mean = gaps.length == 0 ? Double.NaN : gaps[0];
          effects.add(Effect.sampled(name, mean, Double.NaN, Double.NaN, gaps.length));
        } else {
          Estimate e = Sample.of(gaps).meanWithTInterval(1 - 0.05 / results.games().size());
          effects.add(Effect.sampled(name, e.value(), e.low(), e.high(), gaps.length));
        }
      }
    }
    return effects;
  }

  private static String biasRule(String right, String wrong) {
    return "The intervals of the bias are Student's t over the runs and hold together with 95 %% (Bonferroni). Holds if those of all games lie %s 0, does not hold if one lies %s 0, else undecided."
        .formatted(right, wrong);
  }

  private static Verdict side(List<Effect> bias, boolean above) {
    boolean wrong = bias.stream().anyMatch(e -> above ? e.upper() < 0 : e.lower() > 0);
    boolean right = bias.stream().allMatch(e -> above ? e.lower() > 0 : e.upper() < 0);
    return wrong
        ? Verdict.DOES_NOT_HOLD
        : right && !bias.isEmpty() ? Verdict.HOLDS : Verdict.UNDECIDED;
  }

  private Figure figure(
      Game game, String id, String what, String axis, Function<Runs.Run, double[]> curve) {
    List<Series> series =
        results.contenders().stream().map(c -> results.runs(game, c).curve(curve)).toList();
    return new Figure(
        id + Results.id(game),
        Results.title(game) + ": " + what,
        "Mean over the states of an evaluation, then over the runs; the shaded area is one standard deviation. Not smoothed.",
        "The %s of each algorithm over the steps of the training.".formatted(what),
        Axis.of("step"),
        Axis.of(axis),
        series,
        id.equals(GAP) ? List.of(new Level("none", -1, 0)) : List.of());
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
                Numbers.meanAndDeviation(runs.values()),
                Numbers.meanAndDeviation(runs.overestimations())));
      }
    }
    return new Table(
        TABLE,
        "Value estimates at the end",
        "Mean over the runs (standard deviation over the runs); the second number is how far the estimates lie above the discounted returns that were obtained.",
        List.of("game", "algorithm", "runs", "value", "value minus obtained return"),
        rows);
  }
}
