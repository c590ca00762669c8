package org.evenkeel.paper.experiment;

import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Combine;
import org.evenkeel.lab.config.Algorithms;
import org.evenkeel.lab.study.TrialText;

/// Words for algorithms in the names of trials, and thus in the paths of their results. Two different algorithms never
/// have the same word.
public final class PathWord {
  private PathWord() {}

  /// Returns the word for an algorithm.
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
    if (algorithm.estimates() instanceof Algorithm.Estimates.MovingAverage m
        && algorithm.equals(Algorithm.movingAverage(m.tau()))) {
      return "moving-average-" + m.tau();
    }
    return other(algorithm, Algorithms.describe(algorithm));
  }

  /// Returns `maxmin-5` for `maxmin(5)`. If the algorithm has no short name, part of its hash is appended, because its
  /// description may contain characters that a path cannot keep.
  private static String other(Algorithm algorithm, String description) {
    String word = description.replaceAll("[^A-Za-z0-9.]+", "-").replaceAll("^-|-$", "");
    boolean named = description.matches("[a-z-]+\\(\\d+\\)");
    return named ? word : word + "-" + TrialText.hash(TrialText.of(algorithm)).substring(0, 8);
  }
}
