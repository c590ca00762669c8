package org.evenkeel.paper.games;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Effect;
import org.evenkeel.lab.report.Evidence;
import org.evenkeel.lab.report.Finding;
import org.evenkeel.lab.report.Standing;
import org.evenkeel.lab.statistics.Estimate;
import org.evenkeel.lab.statistics.Sample;
import org.evenkeel.paper.games.Comparison.Pair;

/// The paper's claims about its games (section 6.1), tested on the runs of a study.
///
/// @param results the results of the study
/// @param prefix the study's word, which starts the ids
/// @param said a note appended to the source of a claim if the paper made it about other games; otherwise empty
record PaperClaims(GameResults results, String prefix, String said) {
  private static final String OVERALL =
      "in practice Averaged-DQN reduces the TAE variance, which leads to smaller overestimation, stabilized learning"
          + " curves and significantly improved performance";

  private static final String MORE_NETWORKS =
      "increasing the number of averaged networks in Averaged-DQN results in lower average values estimates,"
          + " better-preforming policies, and less variability between the runs of independent learning trials";

  /// Returns a comparison of the scores of the runs.
  private Comparison scores(List<Pair> pairs) {
    return new Comparison(results, "score", Runs::scores, pairs);
  }

  private Comparison gaps(List<Pair> pairs) {
    return new Comparison(results, "overestimation", Runs::overestimations, pairs);
  }

  private String id(String word) {
    return prefix + "-" + word;
  }

  /// Returns a claim that is decided by a comparison over all games, with each game shown for information.
  private static Claim compared(Claim claim, Comparison comparison, List<String> shown) {
    return claim
        .judged(Comparison.RULE, comparison.evidence())
        .beside(comparison.byGame())
        .shownIn(shown);
  }

  /// Returns the claim that Averaged-DQN scores higher than DQN.
  Claim better(List<String> shown) {
    Claim claim =
        Claim.of(id("better"), "Averaged-DQN plays better than DQN", Standing.PRIMARY)
            .said(OVERALL, "section 6.1" + said)
            .measured("The score of each run of Averaged-DQN, compared with those of DQN.");
    return compared(claim, scores(Pair.reversed(Pair.dqnAboveAveraged(results))), shown);
  }

  /// Returns the claim that scores increase with K.
  Claim betterWithK(List<String> shown) {
    Claim claim =
        Claim.of(id("better-with-k"), "More averaged networks, better scores", Standing.SECONDARY)
            .said(
                "Average performance improved with the number of averaged networks",
                "table 1" + said)
            .measured("The score of each run, compared with those of the next smaller K.");
    return compared(claim, scores(Pair.reversed(Pair.fallingWithK(results))), shown);
  }

  /// Returns the claim that value estimates fall with K.
  ///
  /// @param values the value estimate of each run at its end
  private Claim lowerValues(Function<Runs, double[]> values, List<String> shown) {
    Claim claim =
        Claim.of(
                id("lower-values"),
                "More averaged networks, lower value estimates",
                Standing.SECONDARY)
            .said(MORE_NETWORKS, "section 6.1, figure 4" + said)
            .measured(
                "The mean value estimate of each run, compared with those of the next larger K.");
    return compared(
        claim, new Comparison(results, "value", values, Pair.fallingWithK(results)), shown);
  }

  /// Returns all claims about values, except those about algorithms that are not in the study.
  ///
  /// @param values the value estimate of each run at its end, which is claimed to fall with K
  /// @param shown ids of the figures and tables on value estimates
  /// @param gap ids of the figures and tables on overestimation
  /// @param asked notes appended to the sources of claims that the paper does not make about these games
  List<Claim> values(
      Function<Runs, double[]> values, List<String> shown, List<String> gap, Asked asked) {
    List<Claim> claims =
        new ArrayList<>(
            List.of(
                lowerValues(values, shown),
                overestimation(gap),
                overestimationWithK(gap),
                dqnOverestimates(asked.ofDqn, gap)));
    if (!results.contenders(Contender::isDouble).isEmpty()) {
      claims.add(doubleBias(gap));
    }
    if (!results.contenders(Contender::isEnsemble).isEmpty()) {
      claims.add(ensembleOverestimates(asked.ofEnsembles, gap));
    }
    return claims;
  }

  /// Notes appended to the sources of claims that the paper makes about other games.
  ///
  /// @param ofDqn the note for the paper's claim about DQN
  /// @param ofEnsembles the note for the paper's claim about Ensemble-DQN
  record Asked(String ofDqn, String ofEnsembles) {}

  /// Returns the claim that the values of Averaged-DQN exceed the obtained returns by less.
  private Claim overestimation(List<String> shown) {
    Claim claim =
        Claim.of(id("overestimation"), "Averaged-DQN overestimates less than DQN", Standing.PRIMARY)
            .said(OVERALL, "section 6.1" + said)
            .measured(
                "Value estimates minus obtained returns: each run of DQN, compared with those of Averaged-DQN.");
    return compared(claim, gaps(Pair.dqnAboveAveraged(results)), shown);
  }

  /// Returns the claim that values exceed the obtained returns by less for larger K.
  private Claim overestimationWithK(List<String> shown) {
    Claim claim =
        Claim.of(
                id("overestimation-with-k"),
                "More averaged networks, less overestimation",
                Standing.SECONDARY)
            .said(
                "increasing the number K of averaged target networks leads to better policies while reducing overestimation",
                "section 7" + said)
            .measured(
                "Value estimates minus obtained returns: each run, compared with those of the next larger K.");
    return compared(claim, gaps(Pair.fallingWithK(results)), shown);
  }

  /// Returns the claim that the values of DQN exceed the obtained returns.
  ///
  /// @param asked a note appended to the source
  private Claim dqnOverestimates(String asked, List<String> shown) {
    List<Finding> bias = bias(Contender::isDqn, true);
    return Claim.of(id("dqn-overestimates"), "DQN overestimates", Standing.SECONDARY)
        .said(
            "Q-learning overestimation do occur in practice (at least in the ALE)",
            "section 1, citing van Hasselt et al." + asked)
        .measured("Value estimates minus obtained returns of DQN in each game.")
        .judged(biasRule("above", "below"), Evidence.of(bias))
        .shownIn(shown);
  }

  /// Returns the claim that the values of Double-DQN are below the obtained returns.
  private Claim doubleBias(List<String> shown) {
    List<Finding> bias = bias(Contender::isDouble, false);
    List<Pair> pairs = new ArrayList<>();
    for (Contender dqn : results.contenders(Contender::isDqn)) {
      results.contenders(Contender::isDouble).forEach(d -> pairs.add(new Pair(dqn, d)));
    }
    for (Contender twice : results.contenders(Contender::isDouble)) {
      results.contenders(Contender::isAveraged).forEach(a -> pairs.add(new Pair(twice, a)));
    }
    return Claim.of(
            id("double"),
            "Double-DQN replaces the positive bias with a negative one",
            Standing.SECONDARY)
        .said(
            "Double Q-learning and its DQN implementation (Double-DQN) is one possible approach to tackle the"
                + " overestimation problem, which replaces the positive bias with a negative one",
            "section 4.2")
        .measured(
            "Value estimates minus obtained returns of Double-DQN in each game. Its position between DQN and Averaged-DQN is"
                + " also shown, as shares of pairs of runs of the same game, tested by ranks within the games (Holm). It"
                + " does not affect this verdict.")
        .judged(biasRule("below", "above"), Evidence.of(bias))
        .beside(gaps(pairs).evidence().findings().stream().map(Finding::effect).toList())
        .shownIn(shown);
  }

  /// Returns the claim that Ensemble-DQN overestimates more than Averaged-DQN with the same K.
  ///
  /// @param asked a note appended to the source
  private Claim ensembleOverestimates(String asked, List<String> shown) {
    List<Pair> pairs = new ArrayList<>();
    for (Contender ensemble : results.contenders(Contender::isEnsemble)) {
      for (Contender averaged : results.contenders(Contender::isAveraged)) {
        if (averaged.k() == ensemble.k()) {
          pairs.add(new Pair(ensemble, averaged));
        }
      }
    }
    Claim claim =
        Claim.of(
                id("ensemble-overestimates"),
                "Ensemble-DQN overestimates more than Averaged-DQN with the same K",
                Standing.ROBUSTNESS)
            .said(
                "Ensemble-DQN is also inferior to Averaged-DQN regarding variance reduction, and as a consequence far more"
                    + " overestimates the values",
                "section 6.2.3, about the Gridworld" + asked)
            .measured(
                "Value estimates minus obtained returns: each run of Ensemble-DQN, compared with those of Averaged-DQN.");
    return compared(claim, gaps(pairs), shown);
  }

  /// Returns the variances of the scores between the runs of Averaged-DQN, divided by DQN's.
  Evidence varianceRatios() {
    return scores(Pair.dqnAboveAveraged(results)).varianceEvidence();
  }

  /// Returns the claim that runs of Averaged-DQN differ less from each other.
  Claim betweenRuns(List<String> shown) {
    return Claim.of(
            id("between-runs"),
            "Runs of Averaged-DQN differ less from each other than runs of DQN",
            Standing.PRIMARY)
        .said(MORE_NETWORKS, "section 6.1, table 1" + said)
        .measured("The variance of the score between runs of Averaged-DQN divided by that of DQN.")
        .judged(Comparison.VARIANCE_RULE, varianceRatios())
        .shownIn(shown);
  }

  /// Returns the claim that each run of Averaged-DQN is steadier.
  ///
  /// @param which the returns of a run that are used: `last 10 returns`
  Claim withinRuns(String which, List<String> shown) {
    Claim claim =
        Claim.of(
                id("within-runs"),
                "A run of Averaged-DQN is steadier than one of DQN",
                Standing.SECONDARY)
            .said(OVERALL, "section 6.1" + said)
            .measured(
                "The standard deviation of a run's %s about their own trend line, DQN compared with Averaged-DQN."
                    .concat(
                        " It also contains the randomness of the episodes, which grows with the return, so better policies have more of it.")
                    .formatted(which));
    return compared(
        claim,
        new Comparison(
            results,
            "unsteadiness within a run",
            Runs::unsteadiness,
            Pair.dqnAboveAveraged(results)),
        shown);
  }

  /// Returns the bias of one algorithm in each game that has it, with simultaneous intervals.
  ///
  /// @param above true if the claim expects a bias above 0, false if below
  private List<Finding> bias(Predicate<Contender> kind, boolean above) {
    List<Finding> findings = new ArrayList<>();
    for (Contender contender : results.contenders(kind)) {
      List<String> games =
          results.games().stream().filter(game -> results.planned(game, contender)).toList();
      for (String game : games) {
        Runs runs = results.runs(game, contender);
        double[] gaps = runs.overestimations();
        String name = "bias of " + contender.label() + ", " + GameWords.title(game);
        Effect bias =
            Effect.sampled(
                name,
                gaps.length == 0 ? Double.NaN : Sample.of(gaps).mean(),
                Double.NaN,
                Double.NaN,
                gaps.length);
        if (gaps.length > 1) {
          Estimate e = Sample.of(gaps).meanWithTInterval(1 - 0.05 / games.size());
          bias = Effect.sampled(name, e.value(), e.low(), e.high(), gaps.length);
        }
        int planned = runs.planned(gaps);
        findings.add(above ? Finding.above(bias, 0, planned) : Finding.below(bias, 0, planned));
      }
    }
    return findings;
  }

  private static String biasRule(String right, String wrong) {
    return "An interval %s 0 agrees with the claim; an interval %s 0 contradicts it. The intervals of the bias are Student's t over the runs, with a joint confidence of 95 %% (Bonferroni)."
        .formatted(right, wrong);
  }
}
