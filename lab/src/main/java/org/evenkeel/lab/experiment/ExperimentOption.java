package org.evenkeel.lab.experiment;

import java.util.regex.Pattern;

/// An option of a kind of experiment, used for help and for checks.
///
/// @param name its name without hyphens: lower case letters, digits and `-`
/// @param label the placeholder for its value in help, such as `N` or `GAME`
/// @param description one sentence on what it does, including its default
/// @param shared whether all experiments of a folder that have this option must have the same value
public record ExperimentOption(String name, String label, String description, boolean shared) {
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]*");

  /// Checks the name.
  public ExperimentOption {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "the name of an option must be lower case letters, digits and -, was '" + name + "'");
    }
  }

  /// Creates an option that is not shared.
  public ExperimentOption(String name, String label, String description) {
    this(name, label, description, false);
  }
}
