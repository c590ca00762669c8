package org.evenkeel.paper.claims;

/// Iterations that are read, numbered from 0.
///
/// @param first the first one
/// @param end the one after the last
record Window(int first, int end) {
  /// The number of iterations at which all values are kept.
  static final int SAMPLES = 5;

  /// The length of a window, if the trial is long enough.
  static final int LENGTH = 50;

  Window {
    if (first < 0 || end < first + SAMPLES) {
      throw new IllegalArgumentException(
          "a window needs at least %d iterations, was [%d, %d)".formatted(SAMPLES, first, end));
    }
  }

  /// Returns the last iterations before one: 50, or a quarter of those before it if there are fewer than 200.
  static Window before(int end) {
    return new Window(end - Math.max(SAMPLES, Math.min(LENGTH, end / 4)), end);
  }

  /// Returns as many iterations immediately before this window.
  Window previous() {
    return new Window(2 * first - end, first);
  }

  /// Returns the number of this iteration among those whose values are kept, at equal distances; -1 if it is none.
  int sample(int iteration) {
    for (int i = 0; i < SAMPLES; i++) {
      if (iteration == first + (i + 1) * (end - first) / SAMPLES - 1) {
        return i;
      }
    }
    return -1;
  }

  /// Returns the mean of a column with one number for each iteration.
  double mean(double[] column) {
    double sum = 0;
    for (int i = first; i < end; i++) {
      sum += column[i];
    }
    return sum / (end - first);
  }
}
