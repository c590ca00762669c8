package org.evenkeel.paper.claims;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Effect;
import org.evenkeel.lab.report.Evidence;
import org.evenkeel.lab.report.Finding;
import org.evenkeel.lab.report.Numbers;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.report.Standing;
import org.evenkeel.lab.report.Table;
import org.evenkeel.lab.statistics.Sample;
import org.evenkeel.paper.gridworld.Truth;
import org.evenkeel.paper.gridworld.VarianceRatios;
import org.evenkeel.paper.theory.ErrorCovariance;
import org.evenkeel.paper.theory.GeneralVariance;

/// Controls: tabular Q-iteration with a real maximum and injected errors, which obey every assumption of section 5 or
/// break one of them.
///
/// @param averaged K = 1, then Averaged with increasing K, with errors that obey every assumption
/// @param ensembles Ensemble with the same K
/// @param broken K = 1 with errors that break one assumption each, in the order of [ErrorAssumption]
/// @param seed the seed of the trials
record InjectedSection(
    List<ArmReadings> averaged, List<ArmReadings> ensembles, List<ArmReadings> broken, long seed) {
  private static final String TABLE = "claims-injected-table";
  private static final ClaimReading READ = ClaimReading.SETTLED;

  /// The largest ratio of a measurement to a prediction that agrees, and the inverse of the smallest.
  static final double CLOSE = 1.25;

  /// The absolute correlation, or share of a standard deviation, below which an assumption counts as met.
  static final double MET = 0.05;

  /// The distance between the seeds of trials and those of predictions.
  static final long OTHER_SEEDS = 1_000_000;

  Section section() {
    return new Section(
        "claims-injected",
        "Controls: injected errors and a real maximum",
        """
        Between the theory, which fixes the policy, and trained networks, whose errors obey no assumption, stands tabular \
        Q-iteration in the same Gridworld with a real maximum: Q_i = y_i + Z_i, where the errors Z are drawn at random. \
        With independent errors of equal variance every assumption of section 5 is true, so a test of the theory must \
        agree here; with errors that break one assumption it must say so.

        The standard deviation of the errors, %s, is that of networks in earlier trials.\
        """
            .formatted(Numbers.brief(ClaimsPlan.SIGMA)),
        List.of(recursion(), positive(), negative(), idealBias(), idealVariance()),
        List.of(),
        List.of(table()));
  }

  private Claim recursion() {
    List<Finding> findings = new ArrayList<>();
    for (ArmReadings arm : averaged.subList(0, Math.min(2, averaged.size()))) {
      String name = "measured / predicted variance, " + arm.arm().label();
      int n = arm.trials().size();
      Effect ratio = Effect.sampled(name, Double.NaN, Double.NaN, Double.NaN, n);
      if (n >= 3) {
        double predicted = withoutMaximum(arm);
        Sample logs = Sample.of(arm.variance(READ).logarithms());
        double value = arm.variance(READ).mean() / predicted;
        var log = logs.meanWithTInterval(0.975);
        double factor = StrictMath.exp((log.high() - log.low()) / 2);
        ratio = Effect.sampled(name, value, value / factor, value * factor, n);
      }
      findings.add(Finding.within(ratio, 1 / CLOSE, CLOSE, arm.planned()));
    }
    return Claim.of(
            "control-recursion",
            "A recursion without a maximum predicts the variance of Q-iteration with one",
            Standing.OWN_QUESTION)
        .said("", "Our own question; an earlier test of ours had assumed it")
        .measured(
            "The variance between trials divided by that of the recursion of section 5 with the optimal policy fixed, both"
                + " averaged over the states. Every assumption is true here. Where several actions are equally good, the"
                + " maximum takes the largest of several noisy values, whose variance is smaller.")
        .judged(
            "An interval within 0.8 and 1.25 agrees; an interval outside contradicts. The intervals come from a jackknife of"
                + " the logarithm of the variance and have a joint confidence of 95 % (Bonferroni).",
            Evidence.of(findings))
        .shownIn(List.of(TABLE));
  }

  /// Returns the variance of the recursion of section 5 with a fixed policy, averaged over the states.
  private static double withoutMaximum(ArmReadings arm) {
    Truth truth = arm.arm().process().truth();
    double[] variances = new double[truth.world().states()];
    Arrays.fill(variances, ClaimsPlan.SIGMA * ClaimsPlan.SIGMA);
    double[] predicted =
        GeneralVariance.of(
                truth.policy(),
                ErrorCovariance.independent(variances),
                arm.arm().process().averaged(),
                Runtime.getRuntime().availableProcessors())
            .averaged();
    return Arrays.stream(predicted).average().orElse(Double.NaN);
  }

  private Claim positive() {
    List<Finding> findings = new ArrayList<>();
    for (ArmReadings arm : averaged) {
      ArmReadings predicted =
          arm.enough()
              ? Prediction.of(
                  arm, new InjectedErrors.Independent(ClaimsPlan.SIGMA), seed + OTHER_SEEDS)
              : new ArmReadings(arm.arm(), List.of(), arm.planned());
      findings.add(
          Finding.within(
              Ratios.toPrediction(
                  "measured / predicted overestimation, " + arm.arm().label(),
                  arm.overestimation(READ),
                  predicted.overestimation(READ),
                  averaged.size()),
              1 / CLOSE,
              CLOSE,
              arm.planned()));
    }
    return Claim.of(
            "control-positive",
            "Positive control: with errors that obey every assumption, the prediction agrees",
            Standing.OWN_QUESTION)
        .said("", "A test that cannot agree says nothing")
        .measured(
            "The overestimation divided by that of a simulation with other seeds, by the code that predicts networks below.")
        .judged(
            "An interval within 0.8 and 1.25 agrees; an interval outside contradicts. The intervals come from the delta method"
                + " and have a joint confidence of 95 % (Bonferroni).",
            Evidence.of(findings))
        .shownIn(List.of(TABLE));
  }

  private Claim negative() {
    ArmReadings ideal = averaged.getFirst();
    List<Finding> findings = new ArrayList<>();
    List<ErrorAssumption> assumptions = List.of(ErrorAssumption.values());
    for (int i = 0; i < broken.size(); i++) {
      ErrorAssumption assumption = assumptions.get(i);
      Effect obeyed =
          Ratios.mean(assumption.words() + ", all assumptions true", assumption.of(ideal), 6);
      findings.add(Finding.within(obeyed, -MET, MET, ideal.planned()));
      ArmReadings arm = broken.get(i);
      Effect violated =
          Ratios.mean(assumption.words() + ", " + arm.arm().label(), assumption.of(arm), 6);
      findings.add(Finding.above(violated, MET, arm.planned()));
    }
    return Claim.of(
            "control-negative",
            "Negative controls: each broken assumption is noticed",
            Standing.OWN_QUESTION)
        .said("", "A test that cannot fail says nothing")
        .measured(
            "The tests of the assumptions on errors that obey all of them, and on errors that break one: a mean of 0.2 standard"
                + " deviations, a correlation of 0.3 between iterations, and a tenth of the variance that never changes.")
        .judged(
            "With true assumptions, an interval within 0.05 of 0 agrees. With a broken one, an interval above 0.05 agrees. The"
                + " intervals have a joint confidence of 95 % (Student's t, Bonferroni).",
            Evidence.of(findings));
  }

  private ArmReadings averagedWith(int k) {
    return averaged.stream().filter(a -> a.arm().k() == k).findFirst().orElseThrow();
  }

  private Claim idealBias() {
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
              PrimarySection.FAR,
              Math.min(ensemble.planned(), other.planned())));
    }
    return Claim.of(
            "control-far-more",
            "If every assumption is true, an ensemble overestimates far more than averaging",
            Standing.SECONDARY)
        .said(
            "as was predicted by the analysis in Section 5, Ensemble-DQN is also inferior to Averaged-DQN regarding variance"
                + " reduction, and as a consequence far more overestimates the values",
            "section 6.2.3")
        .measured("The ratio of the mean overestimations. \"Far more\" is at least 25 %.")
        .judged(
            "An interval above 1.25 agrees; an interval below 1.25 contradicts. The intervals come from the delta method and"
                + " have a joint confidence of 95 % (Bonferroni).",
            Evidence.of(findings))
        .shownIn(List.of(TABLE));
  }

  private Claim idealVariance() {
    List<Finding> findings = new ArrayList<>();
    for (ArmReadings ensemble : ensembles) {
      ArmReadings other = averagedWith(ensemble.arm().k());
      findings.add(
          Finding.ratioBelowOne(
              Ratios.ofVariances(
                  "variance: Averaged / Ensemble, K=" + ensemble.arm().k(),
                  other,
                  ensemble,
                  1,
                  READ,
                  ensembles.size()),
              Math.min(ensemble.planned(), other.planned())));
    }
    return Claim.of(
            "control-variance",
            "If every assumption is true, averaging has the smaller variance, also with a maximum",
            Standing.SECONDARY)
        .said(
            "Averaged-DQN is theoretically more efficient in TAE variance reduction than Ensemble-DQN",
            "section 5.3")
        .measured("The ratio of the variances between trials, averaged over the states.")
        .judged(VarianceRatios.RULE, Evidence.of(findings))
        .shownIn(List.of(TABLE));
  }

  private Table table() {
    List<List<String>> rows = new ArrayList<>();
    for (List<ArmReadings> part : List.of(averaged, ensembles, broken)) {
      for (ArmReadings arm : part) {
        rows.add(
            List.of(
                arm.arm().label(),
                String.valueOf(arm.trials().size()),
                Numbers.meanAndDeviation(arm.overestimation(READ)),
                arm.enough() ? Numbers.brief(arm.variance(READ).mean()) : Numbers.NONE));
      }
    }
    return new Table(
        TABLE,
        "Tabular Q-iteration with injected errors",
        "Mean and standard deviation over the trials of the overestimation, and the variance between trials.",
        List.of("errors and algorithm", "trials", "overestimation", "variance between trials"),
        rows);
  }
}
