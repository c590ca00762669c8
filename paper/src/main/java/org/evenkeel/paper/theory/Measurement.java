package org.evenkeel.paper.theory;

import org.evenkeel.core.internal.Checks;

/// A number measured on random samples, with its standard error.
public record Measurement(double value, double standardError) {
  /// Returns the mean of the samples.
  static Measurement ofMean(double[] samples) {
    Checks.lengthAtLeast("samples", 2, samples.length);
    int n = samples.length;
    return new Measurement(mean(samples), Math.sqrt(centralMoment(samples, 2) / (n - 1)));
  }

  /// Returns the variance of the samples. Its standard error is sqrt((m4 - m2^2) / n), which holds for any
  /// distribution.
  static Measurement ofVariance(double[] samples) {
    Checks.lengthAtLeast("samples", 2, samples.length);
    int n = samples.length;
    double m2 = centralMoment(samples, 2);
    double m4 = centralMoment(samples, 4);
    return new Measurement(m2 * n / (n - 1), Math.sqrt(Math.max(0, m4 - m2 * m2) / n));
  }

  /// Returns the number of standard errors by which this is above the expected number. Without any spread it is 0 if
  /// both are equal, and infinite otherwise.
  public double standardErrorsFrom(double expected) {
    double difference = value - expected;
    return difference == 0 ? 0 : difference / standardError;
  }

  private static double mean(double[] samples) {
    double sum = 0;
    for (double x : samples) {
      sum += x;
    }
    return sum / samples.length;
  }

  private static double centralMoment(double[] samples, int order) {
    double mean = mean(samples);
    double sum = 0;
    for (double x : samples) {
      double square = (x - mean) * (x - mean);
      sum += order == 2 ? square : square * square;
    }
    return sum / samples.length;
  }
}
