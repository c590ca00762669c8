package org.evenkeel.lab.config;

import java.util.List;
import java.util.Locale;
import org.evenkeel.core.train.Training;

/// Everything that decides a run: two of the same give the same bytes.
///
/// @param environment a name of the registry, or the name of a class
/// @param classpath jars and folders where that class is found; empty for the registry
/// @param seed the root of all randomness
/// @param training the rest
public record RunConfig(String environment, List<String> classpath, long seed, Training training) {
  /// Checks the name.
  public RunConfig {
    if (environment.isBlank()) {
      throw new IllegalArgumentException("environment must be a name, was blank");
    }
    classpath = List.copyOf(classpath);
  }

  /// The same with another seed.
  public RunConfig withSeed(long other) {
    return new RunConfig(environment, classpath, other, training);
  }

  /// The same with the class found elsewhere.
  public RunConfig withClasspath(List<String> other) {
    return new RunConfig(environment, other, seed, training);
  }

  /// The same with another length.
  public RunConfig withSteps(long steps) {
    return new RunConfig(environment, classpath, seed, training.steps(steps));
  }

  /// A name for the run, fit for a folder: `minatar-breakout-averaged-10-seed3`.
  public String slug() {
    return slug(environment, "");
  }

  /// The same with another name for the environment, and more that tells it from other runs.
  ///
  /// @param called what the environment is called in it: its options may be too many for a name
  /// @param changes what else is different, empty for nothing
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
