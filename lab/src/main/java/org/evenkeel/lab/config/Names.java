package org.evenkeel.lab.config;

import java.util.Collection;
import java.util.Locale;
import org.evenkeel.core.internal.Nearest;

/// Compares names regardless of how people write them.
final class Names {
  private Names() {}

  /// Returns a name without case and separators: `NatureRmsProp`, `nature-rms-prop` and `NATURE_RMS_PROP` are the same.
  static String plain(String name) {
    return name.replaceAll("[-_ ]", "").toLowerCase(Locale.ROOT);
  }

  /// Returns `: did you mean 'x'?` or, if no name is close, `; <all>`.
  static String hint(String given, Collection<String> names, String all) {
    String question = Nearest.question(given, names);
    return question.isEmpty() ? "; " + all : question;
  }
}
