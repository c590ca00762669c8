package org.evenkeel.lab.report;

/// An axis of a figure.
///
/// @param label the quantity shown, with its unit
/// @param logarithmic whether its scale is logarithmic
/// @param from its start, NaN to fit the data
/// @param to its end, NaN to fit the data
public record Axis(String label, boolean logarithmic, double from, double to) {
  /// Creates a linear axis that fits the data.
  public static Axis of(String label) {
    return new Axis(label, false, Double.NaN, Double.NaN);
  }

  /// Creates a logarithmic axis that fits the data.
  public static Axis log(String label) {
    return new Axis(label, true, Double.NaN, Double.NaN);
  }

  /// Creates a linear axis from one number to another.
  public static Axis of(String label, double from, double to) {
    return new Axis(label, false, from, to);
  }
}
