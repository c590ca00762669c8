package org.evenkeel.lab.config;

import java.util.List;
import java.util.Locale;
import org.evenkeel.core.train.Training;

/// The complete configuration of a run. Two runs with equal configurations produce the same bytes.
///
/// @param environment a registered name, or the name of a class
/// @param classpath jars and folders that contain that class; empty for registered environments
/// @param seed the seed from which all random numbers are derived
/// @param training all other settings
public record RunConfig(String environment, List<String> classpath, long seed, Training training) {
  /// Checks the name.
  public RunConfig {
    if (environment.isBlank()) {
      throw new IllegalArgumentException("environment must be a name, was blank");
    }
    classpath = List.copyOf(classpath);
  }

  /// Returns a copy with another seed.
  public RunConfig withSeed(long other) {
    return new RunConfig(environment, classpath, other, training);
  }

  /// Returns a copy with another class path.
  public RunConfig withClasspath(List<String> other) {
    return new RunConfig(environment, other, seed, training);
  }

  /// Returns a copy with another number of steps.
  public RunConfig withSteps(long steps) {
    return new RunConfig(environment, classpath, seed, training.steps(steps));
  }

  /// Returns a name for the run that can be used for a folder: `minatar-breakout-averaged-10-seed3`.
  public String slug() {
    return slug(environment, "");
  }

  /// Returns a name for the run, like [#slug()], with another name for the environment and further distinguishing text.
  ///
  /// @param called the name for the environment, whose options may be too long for a folder name
  /// @param changes other differences, empty for none
  public String slug(String called, String changes) {
    String text =
        "%s-%s%s-seed%d"
            .formatted(
                called,
                Algorithms.describe(training.algorithm()),
                changes.isEmpty() ? "" : "-" + changes,
                seed);
    return text.replaceAll("[^A-Za-z0-9.]+", "-").toLowerCase(Locale.ROOT);
  }
}
