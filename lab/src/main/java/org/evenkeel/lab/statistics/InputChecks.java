package org.evenkeel.lab.statistics;

import org.evenkeel.core.internal.Checks;

/// Checks the input of all statistics.
final class InputChecks {
  private InputChecks() {}

  /// Copies a non-empty list of finite numbers.
  static double[] copyOf(String name, double[] values) {
    Checks.lengthAtLeast(name, 1, values.length);
    double[] copy = values.clone();
    for (int i = 0; i < copy.length; i++) {
      if (!Double.isFinite(copy[i])) {
        throw notFinite(name + "[" + i + "]", copy[i]);
      }
    }
    return copy;
  }

  /// Returns the exception for a number that is not finite. Its name is built only when needed.
  static IllegalArgumentException notFinite(String name, double value) {
    return new IllegalArgumentException(name + " must be a finite number, was " + value);
  }

  /// Checks the level of an interval.
  static void level(double level) {
    if (!(level > 0 && level < 1)) {
      throw new IllegalArgumentException("level must be in (0, 1), was " + level);
    }
  }

  /// Returns a matrix of runs and columns, which must be non-empty, rectangular and finite, as a flat array, column by
  /// column.
  static double[] byColumn(String column, double[][] rows) {
    if (rows.length == 0) {
      throw new IllegalArgumentException("at least 1 run is needed, but there are none");
    }
    int runs = rows.length;
    int columns = rows[0].length;
    if (columns == 0) {
      throw new IllegalArgumentException(
          "every run must have at least 1 %s, but run 0 has 0".formatted(column));
    }
    double[] flat = new double[Checks.size("runs * " + column + "s", runs, columns)];
    for (int run = 0; run < runs; run++) {
      if (rows[run].length != columns) {
        throw new IllegalArgumentException(
            "every run must have %d %ss like run 0, but run %d has %d"
                .formatted(columns, column, run, rows[run].length));
      }
      for (int i = 0; i < columns; i++) {
        if (!Double.isFinite(rows[run][i])) {
          throw notFinite("run %d, %s %d".formatted(run, column, i), rows[run][i]);
        }
        flat[i * runs + run] = rows[run][i];
      }
    }
    return flat;
  }
}
