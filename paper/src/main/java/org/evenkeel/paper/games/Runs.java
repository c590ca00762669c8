package org.evenkeel.paper.games;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.evenkeel.lab.report.Series;
import org.evenkeel.lab.study.TrainingRun;
import org.evenkeel.paper.experiment.Bands;

/// The finished runs of an algorithm in a game.
///
/// @param game the game
/// @param contender the algorithm
/// @param runs the finished runs
/// @param planned the number of runs planned, without those that failed
/// @param last the number of final evaluations that count as the end of a run
/// @param perStep the length of a step in the unit of the figures
public record Runs(
    String game, Contender contender, List<Run> runs, int planned, int last, double perStep) {
  /// The smallest number of points that can deviate from a straight line.
  private static final int FEWEST = 3;

  /// A finished run.
  ///
  /// @param seed its seed
  /// @param columns its columns, as computed by [TrainingRun]
  public record Run(long seed, Map<String, double[]> columns) {
    /// Returns one of its columns.
    public double[] column(String name) {
      double[] column = columns.get(name);
      if (column == null) {
        throw new IllegalStateException("a trial has no column '" + name + "'");
      }
      return column;
    }

    /// Returns the value estimates minus the obtained returns.
    public double[] overestimation() {
      double[] gap = column(TrainingRun.VALUE).clone();
      double[] obtained = column(TrainingRun.DISCOUNTED_RETURN);
      for (int i = 0; i < gap.length; i++) {
        gap[i] -= obtained[i];
      }
      return gap;
    }

    /// Returns the mean of the last values of a curve; NaN if one of them was not measured.
    public static double end(double[] curve, int last) {
      double sum = 0;
      int n = Math.min(last, curve.length);
      for (int i = curve.length - n; i < curve.length; i++) {
        sum += curve[i];
      }
      return sum / n;
    }

    /// Returns the standard deviation of the returns in its second half about their own trend line.
    public double unsteadiness() {
      double[] y = column(TrainingRun.RETURN);
      int n = y.length / 2;
      if (n < FEWEST) {
        return Double.NaN;
      }
      int from = y.length - n;
      double meanX = (n - 1) / 2.0;
      double meanY = 0;
      for (int i = 0; i < n; i++) {
        meanY += y[from + i] / n;
      }
      double xx = 0;
      double xy = 0;
      double yy = 0;
      for (int i = 0; i < n; i++) {
        double dx = i - meanX;
        double dy = y[from + i] - meanY;
        xx += dx * dx;
        xy += dx * dy;
        yy += dy * dy;
      }
      return Math.sqrt(Math.max(0, yy - xy * xy / xx) / (n - 2));
    }

    /// Returns the mean of a column over the evaluations in its second half.
    public double meanOfSecondHalf(String name) {
      double[] column = column(name);
      return end(column, column.length / 2);
    }
  }

  /// Returns the number of planned runs, without those that could not be measured.
  int planned(double[] measured) {
    return planned - (runs.size() - measured.length);
  }

  /// Returns a number for each run; runs that were not measured are left out.
  public double[] each(ToDoubleFunction<Run> measure) {
    return runs.stream().mapToDouble(measure).filter(x -> !Double.isNaN(x)).toArray();
  }

  /// Returns a column of each run at its end.
  public double[] atTheEnd(String column) {
    return each(run -> Run.end(run.column(column), last));
  }

  /// Returns the score of a run: its mean return over the last evaluations.
  public double score(Run run) {
    return Run.end(run.column(TrainingRun.RETURN), last);
  }

  /// Returns the score of each run.
  public double[] scores() {
    return each(this::score);
  }

  /// Returns the value estimate of each run at its end.
  public double[] values() {
    return atTheEnd(TrainingRun.VALUE);
  }

  /// Returns the overestimation of each run at its end.
  public double[] overestimations() {
    return each(run -> Run.end(run.overestimation(), last));
  }

  /// Returns the unsteadiness of each run.
  public double[] unsteadiness() {
    return each(Run::unsteadiness);
  }

  /// Returns the times of the evaluations, in the unit of the figures.
  public double[] times() {
    double[] steps =
        runs.isEmpty() ? new double[0] : runs.getFirst().column(TrainingRun.STEP).clone();
    for (int i = 0; i < steps.length; i++) {
      steps[i] *= perStep;
    }
    return steps;
  }

  /// Returns a curve of all runs: the mean, with one standard deviation to each side. It starts at the first evaluation
  /// from which all runs were measured, because some values are not measured until learning begins. Runs that were not
  /// measured at their end are left out.
  public Series curve(Function<Run, double[]> curve) {
    List<double[]> measured =
        runs.stream().map(curve).filter(y -> !Double.isNaN(y[y.length - 1])).toList();
    int from = measured.stream().mapToInt(Runs::measuredFrom).max().orElse(0);
    double[] times = measured.isEmpty() ? new double[0] : times();
    return Bands.of(
        contender.look(),
        Arrays.copyOfRange(times, from, times.length),
        measured.stream().map(y -> Arrays.copyOfRange(y, from, y.length)).toArray(double[][]::new));
  }

  /// Returns the index after the last point that was not measured.
  private static int measuredFrom(double[] curve) {
    int from = curve.length;
    while (from > 0 && !Double.isNaN(curve[from - 1])) {
      from--;
    }
    return from;
  }
}
