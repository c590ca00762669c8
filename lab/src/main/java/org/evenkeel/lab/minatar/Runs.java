package org.evenkeel.lab.minatar;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.evenkeel.lab.report.Series;
import org.evenkeel.lab.statistics.Curve;
import org.evenkeel.lab.study.Bands;

/// The finished runs of an algorithm in a game.
///
/// @param contender the algorithm
/// @param runs what each measured
record Runs(Contender contender, List<Run> runs) {
  /// How many of the last evaluations are the end of a run.
  static final int LAST = 5;

  /// How many of the last evaluations show how steady a run is: its second half.
  static final int STEADY = 10;

  /// A finished run.
  ///
  /// @param seed which it is
  /// @param columns what [MinAtarTrial] gives
  record Run(long seed, Map<String, double[]> columns) {
    double[] column(String name) {
      double[] column = columns.get(name);
      if (column == null) {
        throw new IllegalStateException("a trial has no column '" + name + "'");
      }
      return column;
    }

    /// How far the values lie above the returns that were obtained.
    double[] overestimation() {
      double[] gap = column(MinAtarTrial.VALUE).clone();
      double[] obtained = column(MinAtarTrial.DISCOUNTED_RETURN);
      for (int i = 0; i < gap.length; i++) {
        gap[i] -= obtained[i];
      }
      return gap;
    }

    private double atTheEnd(double[] curve) {
      return Curve.of(column(MinAtarTrial.STEP), curve).meanOfLast(LAST);
    }

    double score() {
      return atTheEnd(column(MinAtarTrial.RETURN));
    }

    /// The standard deviation of the last returns about their own straight line.
    double unsteadiness() {
      double[] y = column(MinAtarTrial.RETURN);
      double meanX = (STEADY - 1) / 2.0;
      double meanY = 0;
      for (int i = 0; i < STEADY; i++) {
        meanY += y[y.length - STEADY + i] / STEADY;
      }
      double xx = 0;
      double xy = 0;
      double yy = 0;
      for (int i = 0; i < STEADY; i++) {
        double dx = i - meanX;
        double dy = y[y.length - STEADY + i] - meanY;
        xx += dx * dx;
        xy += dx * dy;
        yy += dy * dy;
      }
      return Math.sqrt(Math.max(0, yy - xy * xy / xx) / (STEADY - 2));
    }
  }

  private double[] each(ToDoubleFunction<Run> measure) {
    return runs.stream().mapToDouble(measure).toArray();
  }

  /// The score of each run: its mean return over the last evaluations.
  double[] scores() {
    return each(Run::score);
  }

  /// The value estimate of each run at its end.
  double[] values() {
    return each(run -> run.atTheEnd(run.column(MinAtarTrial.VALUE)));
  }

  /// The overestimation of each run at its end.
  double[] overestimations() {
    return each(run -> run.atTheEnd(run.overestimation()));
  }

  /// How unsteady each run was.
  double[] unsteadiness() {
    return each(Run::unsteadiness);
  }

  /// A curve of all runs: mean, and one standard deviation to each side.
  Series curve(Function<Run, double[]> curve) {
    double[] x = runs.isEmpty() ? new double[0] : runs.getFirst().column(MinAtarTrial.STEP);
    return Bands.of(contender.look(), x, runs.stream().map(curve).toArray(double[][]::new));
  }
}
