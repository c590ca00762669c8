package org.evenkeel.paper.experiment;

import java.util.Locale;
import org.evenkeel.lab.statistics.Sample;

/// Numbers in sentences and tables.
public final class Numbers {
  private Numbers() {}

  /// `0.0670 (0.0055)`.
  public static String meanAndDeviation(double[] values) {
    if (values.length == 0) {
      return "-";
    }
    Sample sample = Sample.of(values);
    return values.length == 1
        ? brief(sample.mean())
        : brief(sample.mean()) + " (" + brief(sample.standardDeviation()) + ")";
  }

  /// Three digits.
  public static String brief(double value) {
    double size = Math.abs(value);
    if (size == 0 || !Double.isFinite(value)) {
      return size == 0 ? "0" : String.valueOf(value);
    }
    if (size < 1e-4 || size >= 1e6) {
      return String.format(Locale.ROOT, "%.2e", value);
    }
    int decimals = Math.max(0, 2 - (int) Math.floor(Math.log10(size)));
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }
}
