package org.evenkeel.lab.statistics;

/// A number with its interval. The interval need not be symmetric, and that of a percentile bootstrap need not even
/// contain the number.
///
/// @param value the estimate itself, from all the data
/// @param low the lower bound
/// @param high the upper bound
public record Estimate(double value, double low, double high) {
  /// Rejects NaN, and bounds in the wrong order.
  public Estimate {
    if (Double.isNaN(value) || !(low <= high)) {
      throw new IllegalArgumentException(
          "an estimate must be a number with low <= high, was %s with %s to %s"
              .formatted(value, low, high));
    }
  }

  /// Returns an estimate with the same distance to both bounds.
  static Estimate around(double value, double distance) {
    return new Estimate(value, value - distance, value + distance);
  }
}
