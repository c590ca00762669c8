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
/// @param runs what each measured
/// @param planned how many runs there are to be, without those that failed
/// @param last how many of the last evaluations are the end of a run
/// @param perStep what a step is in the unit of the figures
public record Runs(
    String game, Contender contender, List<Run> runs, int planned, int last, double perStep) {
  /// The fewest points that can lie about a straight line.
  private static final int FEWEST = 3;

  /// A finished run.
  ///
  /// @param seed which it is
  /// @param columns what [TrainingRun] gives
  public record Run(long seed, Map<String, double[]> columns) {
    /// One of its columns.
    public double[] column(String name) {
      double[] column = columns.get(name);
      if (column == null) {
        throw new IllegalStateException("a trial has no column '" + name + "'");
      }
      return column;
    }

    /// How far the values lie above the returns that were obtained.
    public double[] overestimation() {
      double[] gap = column(TrainingRun.VALUE).clone();
      double[] obtained = column(TrainingRun.DISCOUNTED_RETURN);
      for (int i = 0; i < gap.length; i++) {
        gap[i] -= obtained[i];
      }
      return gap;
    }

    /// The mean of the last values of a curve, NaN if one of them was not measured.
    public static double end(double[] curve, int last) {
      double sum = 0;
      int n = Math.min(last, curve.length);
      for (int i = curve.length - n; i < curve.length; i++) {
        sum += curve[i];
      }
      return sum / n;
    }

    /// The standard deviation of the returns of its second half about their own straight line.
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

    /// The mean over the evaluations of its second half of a column.
    public double meanOfSecondHalf(String name) {
      double[] column = column(name);
      return end(column, column.length / 2);
    }
  }

  /// How many numbers there are to be, if some runs could not be measured.
  int planned(double[] measured) {
    return planned - (runs.size() - measured.length);
  }

  /// A number of each run; those that were not measured are left out.
  public double[] each(ToDoubleFunction<Run> measure) {
    return runs.stream().mapToDouble(measure).filter(x -> !Double.isNaN(x)).toArray();
  }

  /// A column of each run at its end.
  public double[] atTheEnd(String column) {
    return each(run -> Run.end(run.column(column), last));
  }

  /// The score of a run: its mean return over the last evaluations.
  public double score(Run run) {
    return Run.end(run.column(TrainingRun.RETURN), last);
  }

  /// The score of each run.
  public double[] scores() {
    return each(this::score);
  }

  /// The value estimate of each run at its end.
  public double[] values() {
    return atTheEnd(TrainingRun.VALUE);
  }

  /// The overestimation of each run at its end.
  public double[] overestimations() {
    return each(run -> Run.end(run.overestimation(), last));
  }

  /// How unsteady each run was.
  public double[] unsteadiness() {
    return each(Run::unsteadiness);
  }

  /// When the evaluations were, in the unit of the figures.
  public double[] times() {
    double[] steps =
        runs.isEmpty() ? new double[0] : runs.getFirst().column(TrainingRun.STEP).clone();
    for (int i = 0; i < steps.length; i++) {
      steps[i] *= perStep;
    }
    return steps;
  }

  /// A curve of all runs: mean, and one standard deviation to each side. It starts where all were measured, as some
  /// values are not before learning begins; runs that were not measured at their end are left out.
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

  /// Behind the last point that was not measured.
  private static int measuredFrom(double[] curve) {
    int from = curve.length;
    while (from > 0 && !Double.isNaN(curve[from - 1])) {
      from--;
    }
    return from;
  }
}
