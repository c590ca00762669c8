package org.evenkeel.lab.config;

import java.util.Collection;
import java.util.Locale;
import org.evenkeel.core.internal.Nearest;

/// Names as people write them.
final class Names {
  private Names() {}

  /// Without case and separators: `NatureRmsProp`, `nature-rms-prop` and `NATURE_RMS_PROP` are one name.
  static String plain(String name) {
    return name.replaceAll("[-_ ]", "").toLowerCase(Locale.ROOT);
  }

  /// `: did you mean 'x'?` or, where nothing is near, `; <all>`.
  static String hint(String given, Collection<String> names, String all) {
    String question = Nearest.question(given, names);
    return question.isEmpty() ? "; " + all : question;
  }
}
