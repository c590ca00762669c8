package org.evenkeel.lab.config;

import org.evenkeel.core.train.Training;

/// Looks up the value of a setting as `config.yaml` shows it.
public final class TrainingValues {
  private TrainingValues() {}

  /// Returns the value of a dotted key, or `-` if the training configuration has no such key.
  public static String of(Training training, String key) {
    return GroupLabels.settings(training).getOrDefault(key, "-");
  }
}
