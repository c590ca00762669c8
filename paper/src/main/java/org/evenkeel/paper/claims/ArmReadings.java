package org.evenkeel.paper.claims;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.evenkeel.lab.report.Contrast;
import org.evenkeel.lab.statistics.Sample;
import org.evenkeel.paper.gridworld.TrialVariance;

/// The results of an arm's finished trials.
///
/// @param arm the arm
/// @param trials the columns of each trial
/// @param planned the number of trials planned, without those that failed
record ArmReadings(ClaimArm arm, List<Map<String, double[]>> trials, int planned) {
  /// Returns whether there are enough trials to compare.
  boolean enough() {
    return trials.size() >= 2;
  }

  private static double[] column(Map<String, double[]> trial, String name) {
    double[] column = trial.get(name);
    if (column == null) {
      throw new IllegalStateException("a trial has no column '" + name + "'");
    }
    return column;
  }

  private double[] each(ToDoubleFunction<Map<String, double[]>> measure) {
    return trials.stream().mapToDouble(measure).toArray();
  }

  private Window window(ClaimReading reading) {
    return arm.windows().get(reading.position());
  }

  /// Returns the mean of a column over the iterations read, for each trial.
  double[] mean(String column, ClaimReading reading) {
    return each(t -> window(reading).mean(column(t, column)));
  }

  /// Returns the overestimation of each trial.
  double[] overestimation(ClaimReading reading) {
    return mean(SweepRecord.BIAS, reading);
  }

  /// Returns the change of the overestimation of each trial from the iterations before its end to its end.
  double[] drift() {
    Window last = window(ClaimReading.SETTLED);
    return each(
        t -> {
          double[] bias = column(t, SweepRecord.BIAS);
          return last.mean(bias) - last.previous().mean(bias);
        });
  }

  /// Returns a comparison with another arm in which this arm is claimed to overestimate more.
  Contrast above(ArmReadings other, String name, ClaimReading reading) {
    return new Contrast(
        name,
        overestimation(reading),
        other.overestimation(reading),
        Math.min(planned, other.planned));
  }

  /// Returns the output's variance between trials. Requires two of them.
  TrialVariance variance(ClaimReading reading) {
    int windows = arm.windows().size();
    return new TrialVariance(
        trials.stream()
            .map(
                t ->
                    SweepRecord.ofWindow(
                        column(t, SweepRecord.VALUES), reading.position(), windows))
            .toList(),
        arm.process().truth().world().states());
  }

  /// Returns the error fields of all trials; for an ensemble those of its mean.
  double[][] errorFields() {
    String name = arm.process().ensemble() ? SweepRecord.MEAN_ERRORS : SweepRecord.ERRORS;
    int pairs = arm.process().truth().values().length;
    return trials.stream()
        .flatMap(
            t -> {
              double[] all = column(t, name);
              double[][] fields = new double[all.length / pairs][];
              for (int i = 0; i < fields.length; i++) {
                fields[i] = Arrays.copyOfRange(all, i * pairs, (i + 1) * pairs);
              }
              return Arrays.stream(fields);
            })
        .toArray(double[][]::new);
  }

  /// Returns the variance of one network's error, averaged over all pairs, for each trial.
  double[] errorVariance() {
    return each(t -> column(t, ErrorMemory.LAG_PRODUCTS)[0]);
  }

  /// Returns the mean error of each trial in units of the standard deviation of an error.
  double[] relativeMeanError() {
    double deviation = Math.sqrt(Sample.of(errorVariance()).mean());
    return each(t -> window(ClaimReading.SETTLED).mean(column(t, SweepRecord.ERROR)) / deviation);
  }

  /// Returns the correlation of an error with that of the same pair some iterations earlier, for each trial.
  ///
  /// @param lag an index of [ErrorMemory#LAGS]
  double[] lagCorrelation(int lag) {
    return each(
        t -> {
          double[] products = column(t, ErrorMemory.LAG_PRODUCTS);
          return products[lag] / products[0];
        });
  }

  /// Returns 1 minus the correlation of the errors of two equally good actions, for each trial.
  double[] tiedDifference() {
    return each(t -> column(t, ErrorMemory.TIED_DIFFERENCE)[0]);
  }

  /// Returns the mean curve of a column over the trials.
  double[] curve(String column) {
    double[] mean = new double[arm.process().iterations()];
    for (Map<String, double[]> trial : trials) {
      double[] one = column(trial, column);
      for (int i = 0; i < mean.length; i++) {
        mean[i] += one[i] / trials.size();
      }
    }
    return mean;
  }

  /// Returns whether the trials have a column.
  boolean has(String column) {
    return !trials.isEmpty() && trials.getFirst().containsKey(column);
  }
}
