package org.evenkeel.lab.experiment;

import java.util.regex.Pattern;

/// An option of a kind of experiment, for help and for checks.
///
/// @param name without hyphens: lower case letters, digits and `-`
/// @param label what a user puts in its place, as `N` or `GAME`
/// @param description what it decides, with its default, a sentence
/// @param shared whether all experiments of one folder that have this option must have the same value
public record ExperimentOption(String name, String label, String description, boolean shared) {
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]*");

  /// Checks the name.
  public ExperimentOption {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "the name of an option must be lower case letters, digits and -, was '" + name + "'");
    }
  }

  /// An option of one experiment.
  public ExperimentOption(String name, String label, String description) {
    this(name, label, description, false);
  }
}
