package org.evenkeel.paper.claims;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Contrast;
import org.evenkeel.lab.report.Effect;
import org.evenkeel.lab.report.Evidence;
import org.evenkeel.lab.report.Finding;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.report.Standing;
import org.evenkeel.lab.statistics.Sample;
import org.evenkeel.paper.gridworld.VarianceRatios;

/// The claims that need no game, judged by the rules of `docs/claims.md`.
///
/// @param averaged DQN, then Averaged-DQN with increasing K
/// @param ensembles Ensemble-DQN with the same K
/// @param controls controls whose targets are as old as those of Averaged-DQN with the same K
record PrimarySection(
    List<ArmReadings> averaged, List<ArmReadings> ensembles, List<ArmReadings> controls) {
  /// The largest change of a settled algorithm's overestimation, as a share of it ...
  private static final double SETTLED_SHARE = 0.1;

  /// ... or as a number, if that is larger.
  private static final double SETTLED = 0.002;

  /// The smallest ratio that counts as "far more".
  static final double FAR = 1.25;

  private static final ClaimReading READ = ClaimReading.SETTLED;

  Section section() {
    PrimaryFigures figures = new PrimaryFigures(averaged, ensembles, controls);
    return new Section(
        "claims-primary",
        "Claims that were fixed before their data",
        """
        Each claim, its measure, its rule and its number of trials were committed in docs/claims.md before the trials \
        were run. The protocol is that of the paper's second experiment. A trial is read at its end, where its values \
        have stopped moving; the table also has the readings after equal iterations and after equal gradient steps.

        Claims 4, 5 and 6 are about games and are judged there.\
        """,
        List.of(
            overestimation(),
            variance(),
            ensembleBias(),
            farMore(),
            ensembleVariance(),
            slowness()),
        figures.all(),
        List.of(figures.table(), figures.trials()));
  }

  private ArmReadings dqn() {
    return averaged.getFirst();
  }

  private List<ArmReadings> withSeveral() {
    return averaged.subList(1, averaged.size());
  }

  private ArmReadings averagedWith(int k) {
    return averaged.stream().filter(a -> a.arm().k() == k).findFirst().orElseThrow();
  }

  /// Returns the condition that these arms have stopped moving.
  private static List<Finding> settled(List<ArmReadings> arms) {
    return arms.stream().map(PrimarySection::settled).toList();
  }

  private static Finding settled(ArmReadings arm) {
    double[] overestimation = arm.overestimation(READ);
    double mean = arm.enough() ? Sample.of(overestimation).mean() : 0;
    double margin = Math.max(SETTLED, SETTLED_SHARE * mean);
    return Finding.within(
        Ratios.mean(
            "change of the overestimation at the end, " + arm.arm().label(), arm.drift(), 1),
        -margin,
        margin,
        arm.planned());
  }

  private static List<ArmReadings> joined(List<ArmReadings> first, List<ArmReadings> second) {
    List<ArmReadings> all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }

  private Claim overestimation() {
    List<Contrast> steps = new ArrayList<>();
    for (int i = 1; i < averaged.size(); i++) {
      ArmReadings less = averaged.get(i - 1);
      ArmReadings more = averaged.get(i);
      steps.add(
          less.above(
              more,
              "overestimation, K=%d minus K=%d".formatted(less.arm().k(), more.arm().k()),
              READ));
    }
    return Claim.of("claim-1-overestimation", "1. Overestimation falls with K", Standing.PRIMARY)
        .said(
            "increasing the number K of averaged target networks leads to reduced overestimation eventually",
            "section 6.2.2, figure 6")
        .measured(
            "The mean over all state-action pairs of the output minus Q*, at the end of each trial.")
        .judged(
            Contrast.RULE + " Premise: every algorithm has settled.",
            Contrast.evidence(steps).given(settled(averaged)))
        .shownIn(List.of(PrimaryFigures.OVERESTIMATION, PrimaryFigures.TABLE));
  }

  private Claim variance() {
    List<Finding> findings = new ArrayList<>();
    for (ArmReadings arm : withSeveral()) {
      int k = arm.arm().k();
      Effect ratio =
          Ratios.ofVariances(
              "%d x variance / variance of DQN, K=%d".formatted(k, k),
              arm,
              dqn(),
              k,
              READ,
              withSeveral().size());
      findings.add(Finding.ratioBelowOne(ratio, Math.min(arm.planned(), dqn().planned())));
    }
    return Claim.of(
            "claim-2-variance",
            "2. The variance between trials is at most 1/K of DQN's",
            Standing.PRIMARY)
        .said(
            "meaning that Averaged-DQN is theoretically more efficient in TAE variance reduction than Ensemble-DQN, and at"
                + " least K times better than DQN",
            "section 5.3")
        .measured(
            "The variance between trials of the output for the best action of each state, averaged over the states and five"
                + " iterations at the end.")
        .judged(
            VarianceRatios.RULE + " Premise: every algorithm has settled.",
            Evidence.of(findings).given(settled(averaged)))
        .shownIn(List.of(PrimaryFigures.VARIANCE, PrimaryFigures.TABLE));
  }

  private Claim ensembleBias() {
    List<Contrast> contrasts = new ArrayList<>();
    for (ArmReadings ensemble : ensembles) {
      contrasts.add(
          ensemble.above(
              averagedWith(ensemble.arm().k()),
              "overestimation: Ensemble minus Averaged, K=" + ensemble.arm().k(),
              READ));
    }
    return Claim.of(
            "claim-3a-ensemble-overestimates",
            "3a. An ensemble overestimates more than averaging at equal K",
            Standing.PRIMARY)
        .said(
            "Ensemble-DQN is also inferior to Averaged-DQN regarding variance reduction, and as a consequence far"
                + " more overestimates the values",
            "section 6.2.3, figure 7")
        .measured(
            "The mean over all state-action pairs of the output minus Q*, at the end of each trial.")
        .judged(
            Contrast.RULE + " Premise: every algorithm has settled.",
            Contrast.evidence(contrasts).given(settled(joined(withSeveral(), ensembles))))
        .shownIn(List.of(PrimaryFigures.OVERESTIMATION, PrimaryFigures.TABLE));
  }

  private Claim farMore() {
    List<Finding> findings = new ArrayList<>();
    for (ArmReadings ensemble : ensembles) {
      ArmReadings other = averagedWith(ensemble.arm().k());
      findings.add(
          Finding.above(
              Ratios.ofMeans(
                  "overestimation: Ensemble / Averaged, K=" + ensemble.arm().k(),
                  ensemble.overestimation(READ),
                  other.overestimation(READ),
                  ensembles.size()),
              FAR,
              Math.min(ensemble.planned(), other.planned())));
    }
    return Claim.of(
            "claim-3-far-more",
            "An ensemble overestimates far more: by at least 25 %",
            Standing.SECONDARY)
        .said("far more overestimates the values", "section 6.2.3, figure 7")
        .measured("The ratio of the mean overestimations at the end of each trial.")
        .judged(
            "An interval above 1.25 agrees; an interval below 1.25 contradicts. The intervals come from the delta method and"
                + " have a joint confidence of 95 % (Bonferroni).",
            Evidence.of(findings))
        .shownIn(List.of(PrimaryFigures.OVERESTIMATION, PrimaryFigures.TABLE));
  }

  private Claim ensembleVariance() {
    List<Finding> findings = new ArrayList<>();
    for (ArmReadings ensemble : ensembles) {
      ArmReadings other = averagedWith(ensemble.arm().k());
      Effect ratio =
          Ratios.ofVariances(
              "variance: Averaged / Ensemble, K=" + ensemble.arm().k(),
              other,
              ensemble,
              1,
              READ,
              ensembles.size());
      findings.add(Finding.ratioBelowOne(ratio, Math.min(ensemble.planned(), other.planned())));
    }
    return Claim.of(
            "claim-3b-ensemble-variance",
            "3b. An ensemble varies more than averaging at equal K",
            Standing.PRIMARY)
        .said(
            "Ensemble-DQN is also inferior to Averaged-DQN regarding variance reduction",
            "section 6.2.3")
        .measured("The ratio of the variances between trials, measured as in claim 2.")
        .judged(
            VarianceRatios.RULE + " Premise: every algorithm has settled.",
            Evidence.of(findings).given(settled(joined(withSeveral(), ensembles))))
        .shownIn(List.of(PrimaryFigures.VARIANCE, PrimaryFigures.TABLE));
  }

  private Claim slowness() {
    List<Contrast> contrasts = new ArrayList<>();
    List<Effect> variances = new ArrayList<>();
    for (ArmReadings control : controls) {
      ArmReadings other = averagedWith(control.arm().k());
      String which = "%s, K=%d".formatted(control.arm().label(), control.arm().k());
      contrasts.add(control.above(other, "overestimation minus Averaged: " + which, READ));
      variances.add(
          Ratios.ofVariances(
              "variance: Averaged / control, " + which, other, control, 1, READ, controls.size()));
    }
    return Claim.of(
            "claim-7-more-than-slow", "7. Averaging is more than a slower target", Standing.PRIMARY)
        .said("", "Our own question: Averaged-DQN's target is (K+1)/2 target periods old")
        .measured(
            "The overestimation of controls whose targets are as old as those of Averaged-DQN, but are no mean of values, minus"
                + " that of Averaged-DQN.")
        .judged(
            Contrast.RULE + " Premise: every algorithm has settled.",
            Contrast.evidence(contrasts)
                .given(
                    settled(
                        joined(
                            withSeveral().stream()
                                .filter(
                                    a ->
                                        controls.stream().anyMatch(c -> c.arm().k() == a.arm().k()))
                                .toList(),
                            controls))))
        .beside(variances)
        .shownIn(List.of(PrimaryFigures.OVERESTIMATION, PrimaryFigures.TABLE));
  }
}
