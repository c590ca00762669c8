package org.evenkeel.paper.experiment;

import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Combine;
import org.evenkeel.lab.config.Algorithms;
import org.evenkeel.lab.study.TrialText;

/// What an algorithm is called in a path and in a legend, and its colour, which is the same everywhere. Two different
/// algorithms never have the same word: it is a part of a trial's name.
///
/// @param word in a path
/// @param label in a legend
/// @param colour which of the page's colours
public record Look(String word, String label, int colour) {
  private static final int OTHERS_COLOUR = 7;

  /// The look of an algorithm.
  public static Look of(Algorithm algorithm) {
    int k = algorithm.k();
    if (algorithm.equals(Algorithm.dqn())) {
      return new Look("dqn", "DQN", 0);
    }
    if (algorithm.equals(Algorithm.doubleDqn())) {
      return new Look("double", "Double-DQN", 6);
    }
    if (algorithm.equals(Algorithm.averaged(k))) {
      return new Look("averaged-" + k, "Averaged-DQN, K=" + k, k <= 5 ? 1 : k <= 10 ? 2 : 3);
    }
    if (algorithm.equals(Algorithm.ensemble(k))) {
      return new Look("ensemble-" + k, "Ensemble-DQN, K=" + k, k <= 5 ? 4 : 6);
    }
    if (algorithm.combine() instanceof Combine.RecencyWeighted w
        && algorithm.equals(Algorithm.weightedAveraged(k, w.decay()))) {
      return new Look(
          "weighted-" + k + "-" + w.decay(),
          "recency weights " + w.decay() + ", K=" + k,
          w.decay() > 0.7 ? 5 : OTHERS_COLOUR);
    }
    return other(algorithm, Algorithms.describe(algorithm));
  }

  /// `maxmin(5)` is `maxmin-5`. One without a short name has a part of its hash too: its description may have any
  /// letters, of which a path keeps few.
  private static Look other(Algorithm algorithm, String description) {
    String word = description.replaceAll("[^A-Za-z0-9.]+", "-").replaceAll("^-|-$", "");
    boolean named = description.matches("[a-z-]+\\(\\d+\\)");
    String hash = named ? "" : "-" + TrialText.hash(TrialText.of(algorithm)).substring(0, 8);
    return new Look(word + hash, description, OTHERS_COLOUR);
  }
}
