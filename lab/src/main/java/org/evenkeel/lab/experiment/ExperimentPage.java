package org.evenkeel.lab.experiment;

import java.util.Locale;

/// The beginning of the page of an experiment.
///
/// @param title its heading
/// @param introduction a sentence or two on the question of the experiment
public record ExperimentPage(String title, String introduction) {
  /// Returns a line as a sentence, with a capital letter and a full stop.
  public static String sentence(String line) {
    String capital = line.substring(0, 1).toUpperCase(Locale.ROOT) + line.substring(1);
    return capital.endsWith(".") ? capital : capital + ".";
  }
}
