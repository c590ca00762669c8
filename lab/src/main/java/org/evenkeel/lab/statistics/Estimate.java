package org.evenkeel.lab.statistics;

/// A number and the interval it may lie in. The interval need not be symmetric, and that of a percentile
/// bootstrap need not even hold the number.
///
/// @param value the estimate itself, from all the data
/// @param low the lower bound
/// @param high the upper bound
public record Estimate(double value, double low, double high) {
  /// Refuses what is not a number, and bounds the wrong way round.
  public Estimate {
    if (Double.isNaN(value) || !(low <= high)) {
      throw new IllegalArgumentException(
          "an estimate must be a number with low <= high, was %s with %s to %s"
              .formatted(value, low, high));
    }
  }

  /// The estimate with the same distance to both bounds.
  static Estimate around(double value, double distance) {
    return new Estimate(value, value - distance, value + distance);
  }
}
