package org.evenkeel.lab.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.evenkeel.core.internal.Nearest;
import org.evenkeel.lab.gridworld.GridworldExperiment;
import org.evenkeel.lab.study.Experiment;
import org.evenkeel.lab.study.Scale;
import org.evenkeel.lab.theory.TheoryExperiment;

/// What is to be reproduced of the paper.
///
/// @param experiments their names, in the order of [#NAMES]
/// @param scale how large
/// @param trials trials of each algorithm of an experiment that has some, 0 for the scale's own numbers
/// @param seed the seed of the first trial
public record Reproduction(List<String> experiments, Scale scale, int trials, long seed) {
  /// The experiments there are.
  public static final List<String> NAMES = List.of("theory", "gridworld");

  /// The one that takes a number of trials.
  private static final String WITH_TRIALS = "gridworld";

  private static final int MOST_TRIALS = 10_000;

  /// Checks every part.
  public Reproduction {
    for (String name : experiments) {
      if (!NAMES.contains(name)) {
        throw new IllegalArgumentException(unknown("experiment", name, NAMES));
      }
    }
    if (experiments.isEmpty()) {
      throw new IllegalArgumentException(
          "there must be an experiment: there are " + String.join(", ", NAMES));
    }
    experiments = NAMES.stream().filter(experiments::contains).toList();
    if (trials < 0 || trials > MOST_TRIALS) {
      throw new IllegalArgumentException(
          "trials must be 1 to %d, was %d".formatted(MOST_TRIALS, trials));
    }
  }

  /// The experiments that a word on the command line means.
  public static List<String> named(String word) {
    if (word.equals("all")) {
      return NAMES;
    }
    if (!NAMES.contains(word)) {
      List<String> words = new ArrayList<>(NAMES);
      words.add("all");
      throw new IllegalArgumentException(unknown("experiment", word, words));
    }
    return List.of(word);
  }

  /// A scale by its word.
  public static Scale scaleNamed(String word) {
    return switch (word) {
      case "quick" -> Scale.QUICK;
      case "paper" -> Scale.PAPER;
      default ->
          throw new IllegalArgumentException(unknown("scale", word, List.of("quick", "paper")));
    };
  }

  private static String unknown(String what, String given, List<String> known) {
    String question = Nearest.question(given, known);
    return "unknown %s '%s'%s"
        .formatted(
            what, given, question.isEmpty() ? ": there are " + String.join(", ", known) : question);
  }

  /// The experiments as values.
  public List<Experiment> all() {
    return experiments.stream().map(this::experiment).toList();
  }

  private Experiment experiment(String name) {
    return switch (name) {
      case "theory" -> new TheoryExperiment(scale, seed);
      case "gridworld" -> new GridworldExperiment(scale, trials, seed);
      default -> throw new IllegalStateException(name);
    };
  }

  /// The word of the scale.
  public String scaleWord() {
    return scale.name().toLowerCase(Locale.ROOT);
  }

  /// What the scale means, for a reader.
  public String scaleSentence() {
    return switch (scale) {
      case QUICK ->
          "This is the quick scale: a Gridworld of 10x10 cells instead of 20x20, few trials and iterations. Verdicts"
              + " may differ from those at the paper's scale, which are in docs/results.";
      case PAPER -> "This is the paper's scale.";
    };
  }

  /// What to type to have it.
  public String command() {
    String what = experiments.size() == NAMES.size() ? "all" : experiments.getFirst();
    return "./evenkeel reproduce "
        + what
        + " --scale "
        + scaleWord()
        + (trials == 0 ? "" : " --trials " + trials)
        + " --seed "
        + seed;
  }

  /// The same with the experiments of another one too.
  Reproduction and(Reproduction other) {
    List<String> both = new ArrayList<>(experiments);
    both.addAll(other.experiments);
    return new Reproduction(both, scale, trialsBeside(other), seed);
  }

  /// Asking for the theory must not compute more of the Gridworld, and asking for the scale's own number must
  /// not take trials out of the page.
  private int trialsBeside(Reproduction other) {
    if (!experiments.contains(WITH_TRIALS)) {
      return other.trials;
    }
    int usual = new GridworldExperiment(scale, 0, seed).mostTrials();
    return trials == 0 && other.trials > usual ? other.trials : trials;
  }
}
