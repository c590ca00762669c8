package org.evenkeel.lab.statistics;

import org.evenkeel.core.internal.Checks;

/// A learning curve: values at increasing steps, which need not be evenly spaced.
public final class Curve {
  private final double[] steps;
  private final double[] values;

  private Curve(double[] steps, double[] values) {
    this.steps = steps;
    this.values = values;
  }

  /// Creates a curve with a value at each step.
  public static Curve of(double[] steps, double[] values) {
    Checks.length("values", steps.length, values.length);
    Curve curve =
        new Curve(InputChecks.copyOf("steps", steps), InputChecks.copyOf("values", values));
    for (int i = 1; i < steps.length; i++) {
      if (curve.steps[i] <= curve.steps[i - 1]) {
        throw new IllegalArgumentException(
            "steps must increase, but step %d was %s after %s"
                .formatted(i, curve.steps[i], curve.steps[i - 1]));
      }
    }
    return curve;
  }

  /// Returns the number of points.
  public int size() {
    return values.length;
  }

  /// Returns the area under the straight lines between the points (the trapezoidal rule), 0 for a single point.
  public double area() {
    double area = 0;
    for (int i = 1; i < steps.length; i++) {
      area += (steps[i] - steps[i - 1]) * (values[i] + values[i - 1]) / 2;
    }
    return area;
  }

  /// Returns the mean height of the straight lines between the points: the area divided by its length.
  public double meanHeight() {
    Checks.atLeast("the number of points of a curve with a mean height", 2, steps.length);
    return area() / (steps[steps.length - 1] - steps[0]);
  }

  /// Returns the mean of the last `count` values.
  public double meanOfLast(int count) {
    if (count < 1 || count > values.length) {
      throw new IllegalArgumentException(
          "count must be 1 to %d, was %d".formatted(values.length, count));
    }
    double sum = 0;
    for (int i = values.length - count; i < values.length; i++) {
      sum += values[i];
    }
    return sum / count;
  }
}
