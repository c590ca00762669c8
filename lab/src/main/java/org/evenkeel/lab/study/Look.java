package org.evenkeel.lab.study;

import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Bootstrap;
import org.evenkeel.core.agent.Combine;

/// What an algorithm is called in a path and in a legend, and its colour, which is the same everywhere.
///
/// @param word in a path
/// @param label in a legend
/// @param colour which of the page's colours
public record Look(String word, String label, int colour) {
  /// The look of an algorithm.
  public static Look of(Algorithm algorithm) {
    int k = algorithm.k();
    if (algorithm.bootstrap() == Bootstrap.Named.DOUBLE) {
      return new Look("double", "Double-DQN", 6);
    }
    if (algorithm.combine() instanceof Combine.RecencyWeighted w) {
      return new Look(
          "weighted-" + k + "-" + w.decay(),
          "recency weights " + w.decay() + ", K=" + k,
          w.decay() > 0.7 ? 5 : 7);
    }
    if (k == 1) {
      return new Look("dqn", "DQN", 0);
    }
    return algorithm.learners() > 1
        ? new Look("ensemble-" + k, "Ensemble-DQN, K=" + k, k <= 5 ? 4 : 6)
        : new Look("averaged-" + k, "Averaged-DQN, K=" + k, k <= 5 ? 1 : k <= 10 ? 2 : 3);
  }
}
