package org.evenkeel.paper.theory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.evenkeel.lab.report.Series;
import org.jspecify.annotations.Nullable;

/// The results of the finished trials of the theory, combined by group.
///
/// @param results the columns of each finished trial by its name
record TheoryResults(Map<String, Map<String, double[]>> results) {
  private static final double TWO_SIDED_95 = 1.959963984540054;

  /// A measured number.
  ///
  /// @param x its horizontal position
  /// @param value the mean over the trials
  /// @param error its standard error; 0 if it was computed exactly
  /// @param runs the number of samples on which it is based, over all trials
  record Point(double x, double value, double error, int runs) {
    double lower() {
      return value - TWO_SIDED_95 * error;
    }

    double upper() {
      return value + TWO_SIDED_95 * error;
    }

    /// Returns this point divided by an independent one, with its error to first order.
    Point over(Point other) {
      double ratio = value / other.value;
      double relative = Math.hypot(error / value, other.error / other.value);
      return new Point(x, ratio, Math.abs(ratio) * relative, runs);
    }

    /// Returns this point minus an independent one.
    Point minus(Point other) {
      return new Point(x, value - other.value, Math.hypot(error, other.error), runs);
    }
  }

  /// Returns a column of a group as a function of another one; empty if the group has no finished trial.
  List<Point> points(String group, String x, String column) {
    List<Map<String, double[]>> trials = new ArrayList<>();
    results.forEach(
        (name, columns) -> {
          if (name.startsWith(TheoryTrial.FOLDER + group + "/")
              && rows(columns, x) == rows(columns, column)) {
            trials.add(columns);
          }
        });
    List<Point> points = new ArrayList<>();
    int rows = trials.stream().mapToInt(t -> rows(t, x)).min().orElse(0);
    for (int i = 0; i < rows; i++) {
      double value = 0;
      double squares = 0;
      int runs = 0;
      for (Map<String, double[]> trial : trials) {
        double error = at(trial.get(column + TheoryJob.ERROR), i);
        value += at(trial.get(column), i) / trials.size();
        squares += error * error;
        runs += (int) at(trial.get(TheoryJob.RUNS), 0);
      }
      double error = Math.sqrt(squares) / trials.size();
      points.add(new Point(at(trials.getFirst().get(x), i), value, error, runs));
    }
    return points;
  }

  /// Returns the largest number in a column over all trials of a group; empty if there is none.
  OptionalDouble largest(String group, String column) {
    return results.entrySet().stream()
        .filter(trial -> trial.getKey().startsWith(TheoryTrial.FOLDER + group + "/"))
        .flatMapToDouble(
            trial -> Arrays.stream(trial.getValue().getOrDefault(column, new double[0])))
        .max();
  }

  private static int rows(Map<String, double[]> columns, String name) {
    double[] column = columns.get(name);
    return column == null ? 0 : column.length;
  }

  private static double at(double @Nullable [] column, int row) {
    return column == null || row >= column.length ? 0 : column[row];
  }

  /// Returns the points with their 95 % intervals as a series.
  static Series drawn(String name, int colour, Series.Style style, List<Point> points) {
    return new Series(
        name,
        colour,
        style,
        points.stream().mapToDouble(Point::x).toArray(),
        points.stream().mapToDouble(Point::value).toArray(),
        points.stream().mapToDouble(Point::lower).toArray(),
        points.stream().mapToDouble(Point::upper).toArray());
  }
}
