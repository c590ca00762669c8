package org.evenkeel.paper.claims;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.evenkeel.lab.report.Axis;
import org.evenkeel.lab.report.Effect;
import org.evenkeel.lab.report.Figure;
import org.evenkeel.lab.report.Level;
import org.evenkeel.lab.report.Numbers;
import org.evenkeel.lab.report.Series;
import org.evenkeel.lab.report.Table;

/// Figures and a table of overestimation and variance by K.
record PrimaryFigures(
    List<ArmReadings> averaged, List<ArmReadings> ensembles, List<ArmReadings> controls) {
  static final String OVERESTIMATION = "claims-overestimation";
  static final String VARIANCE = "claims-variance";
  static final String TABLE = "claims-table";
  static final String TRIALS = "claims-trials";

  List<Figure> all() {
    return List.of(overestimation(), variance());
  }

  private Figure overestimation() {
    Function<ArmReadings, Effect> measure =
        a -> Ratios.mean("", a.overestimation(ClaimReading.SETTLED), 1);
    List<Series> series =
        new ArrayList<>(
            List.of(
                points("Averaged-DQN (K=1: DQN)", 1, averaged, 0, measure),
                points("Ensemble-DQN", 2, ensembles, 0.03, measure)));
    for (String label : controls.stream().map(c -> c.arm().label()).distinct().toList()) {
      List<ArmReadings> alike =
          controls.stream().filter(c -> c.arm().label().equals(label)).toList();
      int colour = alike.getFirst().arm().colour();
      series.add(points(label, colour, alike, -0.03 * (series.size() - 1), measure));
    }
    return new Figure(
        OVERESTIMATION,
        "Overestimation by K",
        "Mean over the trials of the output minus Q* at the end of each trial, with 95 % intervals. Points are moved sideways so that none hides another.",
        "Overestimation of Averaged-DQN, Ensemble-DQN and the controls for each K, with intervals.",
        Axis.log("K"),
        Axis.of("overestimation"),
        series,
        List.of(new Level("right", -1, 0)));
  }

  private Figure variance() {
    ArmReadings dqn = averaged.getFirst();
    Function<ArmReadings, Effect> measure =
        a -> Ratios.ofVariances("", a, dqn, a.arm().k(), ClaimReading.SETTLED, averaged.size() - 1);
    return new Figure(
        VARIANCE,
        "K times the variance between trials, divided by DQN's",
        "Below 1, the variance is less than 1/K of DQN's, as the theory predicts for Averaged-DQN on a chain. The intervals have a joint confidence of 95 % for each algorithm.",
        "K times the variance of Averaged-DQN and Ensemble-DQN divided by the variance of DQN, for each K, with intervals.",
        Axis.log("K"),
        Axis.log("K x variance / variance of DQN"),
        List.of(
            points("Averaged-DQN", 1, averaged.subList(1, averaged.size()), 0, measure),
            points("Ensemble-DQN", 2, ensembles, 0.03, measure)),
        List.of(new Level("1/K of DQN's", -1, 1)));
  }

  /// @param aside the share by which the points are moved to the right
  private static Series points(
      String name,
      int colour,
      List<ArmReadings> arms,
      double aside,
      Function<ArmReadings, Effect> measure) {
    List<ArmReadings> shown = arms.stream().filter(a -> a.trials().size() >= 3).toList();
    double[] x = new double[shown.size()];
    double[] y = new double[x.length];
    double[] lower = new double[x.length];
    double[] upper = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      Effect e = measure.apply(shown.get(i));
      x[i] = shown.get(i).arm().k() * (1 + aside);
      y[i] = e.value();
      lower[i] = e.lower();
      upper[i] = e.upper();
    }
    return new Series(name, colour, Series.Style.POINTS, x, y, lower, upper);
  }

  /// Returns all arms at all readings.
  Table table() {
    List<List<String>> rows = new ArrayList<>();
    List<ArmReadings> all = new ArrayList<>(averaged);
    all.addAll(ensembles);
    for (ArmReadings arm : all) {
      for (ClaimReading reading : ClaimReading.values()) {
        rows.add(row(arm, reading));
      }
    }
    controls.forEach(control -> rows.add(row(control, ClaimReading.SETTLED)));
    return new Table(
        TABLE,
        "Bias and variance in numbers",
        "Mean and standard deviation over the trials. The bias is the mean over all state-action pairs of the output minus Q*; the absolute bias is the mean of its absolute value. Wrong actions: share of the states. Change: from the iterations before the end to the end.",
        List.of(
            "algorithm",
            "K",
            "read at",
            "trials",
            "bias (overestimation)",
            "absolute bias",
            "variance between trials",
            "wrong actions",
            "change"),
        rows);
  }

  /// Returns one row for each trial, so that anyone can judge the claims again without computing the trials.
  Table trials() {
    List<List<String>> rows = new ArrayList<>();
    for (List<ArmReadings> part : List.of(averaged, ensembles, controls)) {
      part.forEach(arm -> addTrials(arm, rows));
    }
    return new Table(
        TRIALS,
        "Every trial in numbers",
        "Overestimation at the three readings; at the end of the trial also the absolute bias, the change, the share of wrong actions, and the trial's part of the variance: the mean over the trials of an algorithm is its variance between trials. The last column is the variance of one network's errors.",
        List.of(
            "algorithm",
            "K",
            "trial",
            "settled",
            "equal iterations",
            "equal gradient steps",
            "absolute",
            "change",
            "wrong actions",
            "part of the variance",
            "variance of Z"),
        rows);
  }

  private static void addTrials(ArmReadings arm, List<List<String>> rows) {
    List<double[]> columns =
        List.of(
            arm.overestimation(ClaimReading.SETTLED),
            arm.overestimation(ClaimReading.EQUAL_ITERATIONS),
            arm.overestimation(ClaimReading.EQUAL_STEPS),
            arm.mean(SweepRecord.ABSOLUTE, ClaimReading.SETTLED),
            arm.drift(),
            arm.mean(SweepRecord.WRONG, ClaimReading.SETTLED),
            arm.enough()
                ? arm.variance(ClaimReading.SETTLED).ofTrials()
                : new double[arm.trials().size()],
            arm.errorVariance());
    for (int t = 0; t < arm.trials().size(); t++) {
      int trial = t;
      List<String> row =
          new ArrayList<>(
              List.of(arm.arm().name(), String.valueOf(arm.arm().k()), String.valueOf(t + 1)));
      columns.forEach(column -> row.add(Numbers.exact(column[trial])));
      rows.add(row);
    }
  }

  private static List<String> row(ArmReadings arm, ClaimReading reading) {
    return List.of(
        arm.arm().label(),
        String.valueOf(arm.arm().k()),
        reading.words(),
        String.valueOf(arm.trials().size()),
        Numbers.meanAndDeviation(arm.overestimation(reading)),
        Numbers.meanAndDeviation(arm.mean(SweepRecord.ABSOLUTE, reading)),
        arm.enough() ? Numbers.brief(arm.variance(reading).mean()) : Numbers.NONE,
        Numbers.meanAndDeviation(arm.mean(SweepRecord.WRONG, reading)),
        reading == ClaimReading.SETTLED ? Numbers.meanAndDeviation(arm.drift()) : Numbers.NONE);
  }
}
