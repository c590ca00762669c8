package org.evenkeel.lab.experiment;

import java.util.Locale;

/// What the page of an experiment begins with.
///
/// @param title its heading
/// @param introduction a sentence or two on what the experiment asks
public record ExperimentPage(String title, String introduction) {
  /// A line without capital and full stop, as a sentence.
  public static String sentence(String line) {
    String capital = line.substring(0, 1).toUpperCase(Locale.ROOT) + line.substring(1);
    return capital.endsWith(".") ? capital : capital + ".";
  }
}
