package org.evenkeel.lab.config;

import org.evenkeel.core.train.Training;

/// The value of a setting in a training, as `config.yaml` has it.
public final class TrainingValues {
  private TrainingValues() {}

  /// The value of a dotted key; `-` where the training has no such key.
  public static String of(Training training, String key) {
    return GroupLabels.settings(training).getOrDefault(key, "-");
  }
}
