package org.evenkeel.lab.statistics;

import org.evenkeel.core.internal.Checks;

/// Percentiles with linear interpolation between the two nearest values: type 7 of Hyndman and Fan (1996), NumPy's
/// default. The p-th percentile of n sorted values is at position p / 100 * (n - 1), counted from 0.
public final class Percentiles {
  private Percentiles() {}

  /// Returns a percentile, 0 to 100, of values that are already sorted, smallest first.
  public static double ofSorted(double[] sorted, double percent) {
    Checks.lengthAtLeast("sorted", 1, sorted.length);
    if (!(percent >= 0 && percent <= 100)) {
      throw new IllegalArgumentException("percent must be in [0, 100], was " + percent);
    }
    double place = percent / 100 * (sorted.length - 1);
    int below = (int) place;
    int above = Math.min(below + 1, sorted.length - 1);
    double share = place - below;
    double step = sorted[above] - sorted[below];
    // From the nearer end, as NumPy does: then a share of 1 gives exactly the upper value.
    return share < 0.5 ? sorted[below] + step * share : sorted[above] - step * (1 - share);
  }
}
