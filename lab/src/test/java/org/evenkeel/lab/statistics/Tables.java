package org.evenkeel.lab.statistics;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/// Reads the tables that rliable, SciPy and NumPy made: each starts with a line of names.
final class Tables {
  private Tables() {}

  /// The lines under the names, cut at the commas into at most `columns` fields.
  static List<String[]> lines(String name, int columns) {
    try (InputStream in = Tables.class.getResourceAsStream(name + ".csv")) {
      byte[] bytes = Objects.requireNonNull(in, name).readAllBytes();
      return new String(bytes, StandardCharsets.UTF_8)
          .lines()
          .skip(1)
          .map(line -> line.split(",", columns))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static double[][] matrix(String name) {
    return lines(name, 0).stream().map(Tables::numbers).toArray(double[][]::new);
  }

  static double[] column(String name, int column) {
    return lines(name, 0).stream().mapToDouble(f -> Double.parseDouble(f[column])).toArray();
  }

  static Scores scores(String name) {
    return Scores.of(matrix("scores_" + name));
  }

  static Sample sample(String name, String which) {
    return Sample.of(
        lines("samples_" + name, 0).stream()
            .filter(fields -> fields[0].equals(which))
            .mapToDouble(fields -> Double.parseDouble(fields[1]))
            .toArray());
  }

  private static double[] numbers(String[] fields) {
    double[] numbers = new double[fields.length];
    for (int i = 0; i < fields.length; i++) {
      numbers[i] = Double.parseDouble(fields[i]);
    }
    return numbers;
  }
}
