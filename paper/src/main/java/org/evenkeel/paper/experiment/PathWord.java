package org.evenkeel.paper.experiment;

import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Combine;
import org.evenkeel.lab.config.Algorithms;
import org.evenkeel.lab.study.TrialText;

/// The word for an algorithm in the name of a trial, and so in the path of its results. Two different algorithms never
/// have the same.
public final class PathWord {
  private PathWord() {}

  /// The word of an algorithm.
  public static String of(Algorithm algorithm) {
    int k = algorithm.k();
    if (algorithm.equals(Algorithm.dqn())) {
      return "dqn";
    }
    if (algorithm.equals(Algorithm.doubleDqn())) {
      return "double";
    }
    if (algorithm.equals(Algorithm.averaged(k))) {
      return "averaged-" + k;
    }
    if (algorithm.equals(Algorithm.ensemble(k))) {
      return "ensemble-" + k;
    }
    if (algorithm.combine() instanceof Combine.RecencyWeighted w
        && algorithm.equals(Algorithm.weightedAveraged(k, w.decay()))) {
      return "weighted-" + k + "-" + w.decay();
    }
    return other(algorithm, Algorithms.describe(algorithm));
  }

  /// `maxmin(5)` is `maxmin-5`. One without a short name has a part of its hash too: its description may have any
  /// letters, of which a path keeps few.
  private static String other(Algorithm algorithm, String description) {
    String word = description.replaceAll("[^A-Za-z0-9.]+", "-").replaceAll("^-|-$", "");
    boolean named = description.matches("[a-z-]+\\(\\d+\\)");
    return named ? word : word + "-" + TrialText.hash(TrialText.of(algorithm)).substring(0, 8);
  }
}
