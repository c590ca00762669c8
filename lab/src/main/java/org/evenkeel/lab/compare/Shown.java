package org.evenkeel.lab.compare;

import java.util.Arrays;
import java.util.Locale;
import org.evenkeel.lab.statistics.Estimate;
import org.evenkeel.lab.statistics.Sample;

/// Numbers as a table of runs shows them.
final class Shown {
  /// Where there is nothing to show.
  static final String NONE = "-";

  private Shown() {}

  /// A return or a value: about four digits.
  static String number(double value) {
    return String.format(Locale.ROOT, format(value), value);
  }

  /// Numbers that are read together, with as many decimals as the largest of them.
  private static String format(double... values) {
    double size = Arrays.stream(values).map(Math::abs).max().orElse(0);
    return size == 0
        ? "0"
        : size >= 1e6 || size < 1e-3 ? "%.3e" : size >= 100 ? "%.1f" : size >= 1 ? "%.2f" : "%.4f";
  }

  /// The mean of a sample, and its standard deviation where it has one.
  static String meanAndDeviation(Sample sample) {
    if (sample.size() < 2) {
      return number(sample.mean());
    }
    String format = format(sample.mean(), sample.standardDeviation());
    return String.format(
        Locale.ROOT, format + " (" + format + ")", sample.mean(), sample.standardDeviation());
  }

  /// A number of steps.
  static String steps(long steps) {
    return String.format(Locale.ROOT, "%,d", steps);
  }

  /// A number with its interval.
  static String estimate(Estimate e) {
    String format = format(e.value(), e.low(), e.high());
    return String.format(
        Locale.ROOT, format + interval(format, format), e.value(), e.low(), e.high());
  }

  /// A probability with its interval.
  static String probability(Estimate e) {
    return hundredths(e.value()) + interval(hundredths(e.low()), hundredths(e.high()));
  }

  /// A p-value.
  static String p(double p) {
    return p < 0.0001 ? "< 0.0001" : String.format(Locale.ROOT, "%.4f", p);
  }

  private static String hundredths(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  private static String interval(String low, String high) {
    return " [" + low + ", " + high + "]";
  }
}
