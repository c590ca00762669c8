package org.evenkeel.lab.report;

/// An axis of a figure.
///
/// @param label what it shows, with the unit
/// @param logarithmic whether it is
/// @param from where it starts, NaN to fit the data
/// @param to where it ends, NaN to fit the data
public record Axis(String label, boolean logarithmic, double from, double to) {
  /// Linear, as long as the data.
  public static Axis of(String label) {
    return new Axis(label, false, Double.NaN, Double.NaN);
  }

  /// Logarithmic, as long as the data.
  public static Axis log(String label) {
    return new Axis(label, true, Double.NaN, Double.NaN);
  }

  /// Linear from one number to another.
  public static Axis of(String label, double from, double to) {
    return new Axis(label, false, from, to);
  }
}
