package org.evenkeel.paper.experiment;

import java.util.List;
import java.util.Locale;
import org.evenkeel.core.internal.Nearest;
import org.evenkeel.lab.experiment.ExperimentOption;
import org.evenkeel.lab.experiment.GivenOptions;

/// The size of an experiment.
public enum Scale {
  /// A smaller world and fewer trials, which take seconds and are enough to see the effects.
  QUICK,

  /// The paper's own size.
  PAPER;

  /// The name of the option.
  public static final String NAME = "scale";

  /// The scale as an option of every experiment of the paper. All experiments in a folder have the same scale.
  public static final ExperimentOption OPTION =
      new ExperimentOption(NAME, "SCALE", "quick or paper (default: quick).", true);

  /// Returns the word for this scale.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Returns the scale with a given word.
  ///
  /// @throws IllegalArgumentException if there is none; the message suggests the nearest word
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
                    question.isEmpty() ? ": choose " + String.join(" or ", known) : question));
      }
    };
  }

  /// Returns the scale selected by the options.
  public static Scale of(GivenOptions given) {
    return named(given.text(NAME, QUICK.word()));
  }

  /// Returns a sentence on the meaning of the scale for the theory and the Gridworld, which have no other size.
  public String sentence() {
    return switch (this) {
      case QUICK ->
          "This is the quick scale: a Gridworld of 10x10 cells instead of 20x20, with fewer trials and iterations."
              + " Verdicts may differ from those at the paper's scale, which are in docs/results.";
      case PAPER -> "This is the paper's scale.";
    };
  }
}
