package org.evenkeel.paper.claims;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.evenkeel.lab.report.Axis;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Effect;
import org.evenkeel.lab.report.Evidence;
import org.evenkeel.lab.report.Figure;
import org.evenkeel.lab.report.Finding;
import org.evenkeel.lab.report.Level;
import org.evenkeel.lab.report.Numbers;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.report.Series;
import org.evenkeel.lab.report.Standing;
import org.evenkeel.lab.report.Table;
import org.evenkeel.lab.statistics.Sample;

/// The errors of trained networks, and what follows from them.
///
/// @param averaged DQN, then Averaged-DQN with increasing K
/// @param ensembles Ensemble-DQN
/// @param seed the seed of the trials
record NetworkErrorsSection(List<ArmReadings> averaged, List<ArmReadings> ensembles, long seed) {
  private static final String PARTS = "claims-error-parts";
  private static final String LAGS = "claims-error-lags";
  private static final String WRONG = "claims-wrong-actions";
  private static final String TABLE = "claims-errors-table";
  private static final ClaimReading READ = ClaimReading.SETTLED;
  private static final double TEN_PERCENT = 1.1;

  Section section() {
    return new Section(
        "claims-errors",
        "From the errors of networks to their overestimation",
        """
        The target approximation errors Z of all states and actions were recorded in the same trials. Injected into \
        tabular Q-iteration with a real maximum, they predict overestimation and variance: once as a single number, the \
        variance of Z, and once as complete fields of errors of one iteration, drawn at random, so that the correlations \
        between states and actions are kept.\
        """,
        List.of(mean(), iterations(), mainCause(), fields()),
        List.of(parts(), lags(), wrong()),
        List.of(table()));
  }

  private List<ArmReadings> all() {
    List<ArmReadings> all = new ArrayList<>(averaged);
    all.addAll(ensembles);
    return all;
  }

  private Claim assumption(String id, String title, List<ErrorAssumption> tested) {
    List<Finding> findings = new ArrayList<>();
    for (ErrorAssumption assumption : tested) {
      for (ArmReadings arm : all()) {
        Effect effect =
            Ratios.mean(
                assumption.words() + ", " + arm.arm().label(),
                assumption.of(arm),
                tested.size() * all().size());
        findings.add(
            Finding.within(effect, -InjectedSection.MET, InjectedSection.MET, arm.planned()));
      }
    }
    return Claim.of(id, title, Standing.ASSUMPTION)
        .judged(
            "An interval within 0.05 of 0 agrees; an interval entirely outside contradicts. The intervals have a joint"
                + " confidence of 95 % (Student's t over trials, Bonferroni).",
            Evidence.of(findings))
        .shownIn(List.of(LAGS, TABLE));
  }

  private Claim mean() {
    return assumption("claims-mean-error", "The mean error is 0", List.of(ErrorAssumption.MEAN))
        .said("E[Z^i_{s,a}] = 0", "section 5")
        .measured(
            "The mean of Z over all pairs and the iterations read, in standard deviations of Z.");
  }

  private Claim iterations() {
    return assumption(
            "claims-error-iterations",
            "Errors of different iterations are uncorrelated",
            List.of(ErrorAssumption.ITERATIONS, ErrorAssumption.PERSISTENCE))
        .said("for i ≠ j: Cov[Z^i_{s,a}, Z^j_{s',a'}] = 0", "section 5")
        .measured("The correlation of a pair's error with its error 1 and 32 iterations earlier.");
  }

  private Claim mainCause() {
    ArmReadings dqn = averaged.getFirst();
    String name = "measured / predicted overestimation, DQN";
    Effect ratio = Effect.sampled(name, Double.NaN, Double.NaN, Double.NaN, dqn.trials().size());
    List<Effect> beside = new ArrayList<>();
    if (dqn.enough()) {
      double sigma = Math.sqrt(Sample.of(dqn.errorVariance()).mean());
      beside.add(Effect.exact("standard deviation of one error, the only input", sigma));
      ArmReadings predicted =
          Prediction.of(
              dqn, new InjectedErrors.Independent(sigma), seed + InjectedSection.OTHER_SEEDS);
      ratio =
          Ratios.toPrediction(name, dqn.overestimation(READ), predicted.overestimation(READ), 1);
    }
    return Claim.of(
            "claims-main-cause",
            "The variance of the error alone predicts DQN's overestimation to 10 %",
            Standing.SECONDARY)
        .said(
            "this experiment supports an hypothesis that the main cause for overestimation in DQN is the TAE variance",
            "section 4.2")
        .measured(
            "DQN's overestimation divided by that of a table with independent errors of the same variance.")
        .judged(
            "A 95 % interval within 0.91 and 1.1 agrees; an interval outside contradicts.",
            Evidence.of(Finding.within(ratio, 1 / TEN_PERCENT, TEN_PERCENT, dqn.planned())))
        .beside(beside)
        .shownIn(List.of(TABLE));
  }

  private Claim fields() {
    List<Finding> findings = new ArrayList<>();
    List<Effect> beside = new ArrayList<>();
    for (ArmReadings arm : all()) {
      String label = arm.arm().label();
      if (!arm.enough()) {
        Effect missing =
            Effect.sampled(
                "measured / predicted overestimation, " + label,
                Double.NaN,
                Double.NaN,
                Double.NaN,
                arm.trials().size());
        findings.add(
            Finding.within(
                missing, 1 / InjectedSection.CLOSE, InjectedSection.CLOSE, arm.planned()));
        continue;
      }
      ArmReadings predicted =
          Prediction.of(
              arm,
              new InjectedErrors.Resampled(arm.errorFields()),
              seed + InjectedSection.OTHER_SEEDS);
      Effect ratio =
          Ratios.toPrediction(
              "measured / predicted overestimation, " + label,
              arm.overestimation(READ),
              predicted.overestimation(READ),
              all().size());
      findings.add(
          Finding.within(ratio, 1 / InjectedSection.CLOSE, InjectedSection.CLOSE, arm.planned()));
      beside.add(
          Ratios.ofVariances(
              "measured / predicted variance, " + label, arm, predicted, 1, READ, all().size()));
    }
    return Claim.of(
            "claims-error-fields",
            "The errors of one iteration predict the overestimation of networks",
            Standing.OWN_QUESTION)
        .said("", "Our own question, with section 5's assumption that iterations are independent")
        .measured(
            "The overestimation divided by that of a table whose errors are drawn from the networks' own fields of errors.")
        .judged(
            "An interval within 0.8 and 1.25 agrees; an interval outside contradicts. The intervals come from the delta method"
                + " and have a joint confidence of 95 % (Bonferroni).",
            Evidence.of(findings))
        .beside(beside)
        .shownIn(List.of(TABLE));
  }

  /// Returns the three parts of the error in each iteration, for DQN and for the largest K.
  private Figure parts() {
    List<Series> series = new ArrayList<>();
    for (ArmReadings arm : List.of(averaged.getFirst(), averaged.getLast())) {
      if (arm.has(SweepRecord.OVERESTIMATION)) {
        Series.Style style = arm.arm().k() == 1 ? Series.Style.LINE : Series.Style.DASHED;
        String label = arm.arm().label();
        series.add(curve("Z, " + label, 0, style, arm.curve(SweepRecord.ERROR)));
        series.add(curve("R, " + label, 1, style, arm.curve(SweepRecord.OVERESTIMATION)));
        series.add(
            curve("optimality difference, " + label, 2, style, arm.curve(SweepRecord.OPTIMALITY)));
      }
    }
    return new Figure(
        PARTS,
        "The three parts of the error in each iteration (section 4)",
        "Means over all state-action pairs and trials: the target approximation error Z = Q - y, the overestimation error R of one iteration, and the optimality difference, in which the overestimation of earlier iterations has gathered.",
        "Three parts of the error over the iterations, for DQN and for the largest K.",
        Axis.of("iteration"),
        new Axis("part of the error", false, -0.1, 0.1),
        series,
        List.of(new Level("none", -1, 0)));
  }

  private static Series curve(String name, int colour, Series.Style style, double[] y) {
    double[] x = new double[y.length];
    Arrays.setAll(x, i -> i + 1);
    return Series.of(name, colour, style, x, y);
  }

  private Figure lags() {
    List<Series> series = new ArrayList<>();
    double[] x = Arrays.stream(ErrorMemory.LAGS).skip(1).asDoubleStream().toArray();
    for (ArmReadings arm : all()) {
      if (arm.enough()) {
        double[] y = new double[x.length];
        Arrays.setAll(y, i -> Sample.of(arm.lagCorrelation(i + 1)).mean());
        series.add(
            Series.of(
                arm.arm().label(),
                arm.arm().colour(),
                arm.arm().process().ensemble() ? Series.Style.DASHED : Series.Style.LINE,
                x,
                y));
      }
    }
    return new Figure(
        LAGS,
        "Correlation of a network's errors over the iterations",
        "The correlation of a pair's error with its error some iterations earlier, pooled over all pairs, mean over the trials.",
        "Correlation of errors by the distance between iterations, for each algorithm.",
        Axis.log("iterations between the two errors"),
        Axis.of("correlation"),
        series,
        List.of(new Level("none", -1, 0)));
  }

  private Figure wrong() {
    List<Series> series = new ArrayList<>();
    for (ArmReadings arm : averaged) {
      if (arm.enough()) {
        series.add(
            curve(
                arm.arm().label(),
                arm.arm().colour(),
                Series.Style.LINE,
                arm.curve(SweepRecord.WRONG)));
      }
    }
    return new Figure(
        WRONG,
        "Share of the states with a wrong greedy action",
        "Mean over the trials, after each iteration. Errors alone change the policy (section 4.1).",
        "Share of states whose greedy action is not optimal, over the iterations, for DQN and each K.",
        Axis.of("iteration"),
        Axis.of("share of the states"),
        series,
        List.of());
  }

  private Table table() {
    List<List<String>> rows = new ArrayList<>();
    for (ArmReadings arm : all()) {
      rows.add(
          List.of(
              arm.arm().label(),
              String.valueOf(arm.trials().size()),
              Numbers.meanAndDeviation(arm.errorVariance()),
              Numbers.meanAndDeviation(ErrorAssumption.MEAN.of(arm)),
              Numbers.meanAndDeviation(arm.lagCorrelation(1)),
              Numbers.meanAndDeviation(ErrorAssumption.PERSISTENCE.of(arm)),
              Numbers.meanAndDeviation(arm.tiedDifference())));
    }
    return new Table(
        TABLE,
        "Errors in numbers",
        "Mean and standard deviation over the trials. The last column is 1 minus the correlation of the errors of two equally good actions of a state: overestimation comes from their difference, and is smaller if they err together.",
        List.of(
            "algorithm",
            "trials",
            "variance of Z",
            "mean of Z, in standard deviations",
            "correlation, 1 iteration",
            "correlation, 32 iterations",
            "1 - correlation of tied actions"),
        rows);
  }
}
