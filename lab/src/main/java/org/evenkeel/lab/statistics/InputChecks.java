package org.evenkeel.lab.statistics;

import org.evenkeel.core.internal.Checks;

/// What all statistics ask of their input.
final class InputChecks {
  private InputChecks() {}

  /// A list of finite numbers that is not empty, copied.
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

  /// The refusal of a number. Its name is put together only when it is needed.
  static IllegalArgumentException notFinite(String name, double value) {
    return new IllegalArgumentException(name + " must be a finite number, was " + value);
  }

  /// How often an interval is to hold what it estimates.
  static void level(double level) {
    if (!(level > 0 && level < 1)) {
      throw new IllegalArgumentException("level must be in (0, 1), was " + level);
    }
  }

  /// A matrix of runs and columns: not empty, rectangular, finite. Flat, one column after the other.
  static double[] byColumn(String column, double[][] rows) {
    if (rows.length == 0) {
      throw new IllegalArgumentException("there must be at least 1 run, were 0");
    }
    int runs = rows.length;
    int columns = rows[0].length;
    if (columns == 0) {
      throw new IllegalArgumentException(
          "every run must have at least 1 %s, run 0 had 0".formatted(column));
    }
    double[] flat = new double[Checks.size("runs * " + column + "s", runs, columns)];
    for (int run = 0; run < runs; run++) {
      if (rows[run].length != columns) {
        throw new IllegalArgumentException(
            "every run must have %d %ss as run 0 has, run %d had %d"
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
