package org.evenkeel.lab.report;

/// One number on which a verdict is based.
///
/// @param name the measured quantity, with its unit if it has one
/// @param value the point estimate
/// @param lower the lower end of its interval, whose level the claim's rule states; NaN if it is exact or has none
/// @param upper the upper end
/// @param trials the number of independent trials, 0 if it is computed and not sampled
/// @param test the name of the test, empty if there was none
/// @param p the test's p-value, corrected for multiple comparisons, NaN if there was none
public record Effect(
    String name, double value, double lower, double upper, int trials, String test, double p) {

  /// Creates an effect that was computed, not sampled.
  public static Effect exact(String name, double value) {
    return new Effect(name, value, Double.NaN, Double.NaN, 0, "", Double.NaN);
  }

  /// Creates a sampled effect with its interval and no test.
  public static Effect sampled(String name, double value, double lower, double upper, int trials) {
    return new Effect(name, value, lower, upper, trials, "", Double.NaN);
  }
}
