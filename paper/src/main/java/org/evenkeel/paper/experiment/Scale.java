package org.evenkeel.paper.experiment;

import java.util.List;
import java.util.Locale;
import org.evenkeel.core.internal.Nearest;
import org.evenkeel.lab.experiment.ExperimentOption;
import org.evenkeel.lab.experiment.GivenOptions;

/// How much is computed.
public enum Scale {
  /// Seconds: enough to see the effects, on a smaller world and with fewer trials.
  QUICK,

  /// What the paper did.
  PAPER;

  /// The name of the option.
  public static final String NAME = "scale";

  /// The option of every experiment of the paper. A folder has one scale.
  public static final ExperimentOption OPTION =
      new ExperimentOption(NAME, "SCALE", "quick or paper (default: quick).", true);

  /// The word for it.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// A scale by its word.
  ///
  /// @throws IllegalArgumentException if there is none, with the nearest word
  public static Scale named(String word) {
    return switch (word) {
      case "quick" -> QUICK;
      case "paper" -> PAPER;
      default -> {
        List<String> known = List.of(QUICK.word(), PAPER.word());
        String question = Nearest.question(word, known);
        throw new IllegalArgumentException(
            "unknown scale '%s'%s"
                .formatted(
                    word,
                    question.isEmpty() ? ": there are " + String.join(", ", known) : question));
      }
    };
  }

  /// The scale that options ask for.
  public static Scale of(GivenOptions given) {
    return named(given.text(NAME, QUICK.word()));
  }

  /// What the scale means for the theory and the Gridworld, which have no other size.
  public String sentence() {
    return switch (this) {
      case QUICK ->
          "This is the quick scale: a Gridworld of 10x10 cells instead of 20x20, few trials and iterations."
              + " Verdicts may differ from those at the paper's scale, which are in docs/results.";
      case PAPER -> "This is the paper's scale.";
    };
  }
}
