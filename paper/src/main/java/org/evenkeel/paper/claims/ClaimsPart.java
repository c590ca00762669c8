package org.evenkeel.paper.claims;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.evenkeel.core.internal.Nearest;
import org.evenkeel.lab.experiment.ExperimentOption;
import org.evenkeel.lab.experiment.GivenOptions;

/// A part of the experiment that can be computed alone.
enum ClaimsPart {
  /// Everything.
  ALL,

  /// The claims and the errors of trained networks.
  NETWORKS,

  /// Injected errors, and the paper's Table 1, for which nothing is computed.
  CONTROLS,

  /// Figure 7 over the choices that the paper leaves open.
  CHOICES;

  static final String NAME = "part";

  static final ExperimentOption OPTION =
      new ExperimentOption(
          NAME,
          "PART",
          "all, networks, controls (seconds) or choices (default: all). Each part has its own folder.");

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Returns whether this part contains another.
  boolean has(ClaimsPart part) {
    return this == ALL || this == part;
  }

  static ClaimsPart of(GivenOptions given) {
    String word = given.text(NAME, ALL.word());
    List<String> known = Arrays.stream(values()).map(ClaimsPart::word).toList();
    int index = known.indexOf(word);
    if (index < 0) {
      String question = Nearest.question(word, known);
      throw new IllegalArgumentException(
          "unknown part '%s'%s"
              .formatted(
                  word,
                  question.isEmpty() ? ": choose all, networks, controls or choices" : question));
    }
    return values()[index];
  }
}
