package org.evenkeel.lab.config;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Combine;

/// What an algorithm is called on a page, and its colour, which is the same on all pages.
///
/// @param label in legends, tables and sentences
/// @param colour which of the page's colours
public record Look(String label, int colour) {
  /// As many as a page can tell apart.
  private static final int COLOURS = 8;

  /// Of what has no colour of its own.
  private static final int OTHERS = 7;

  /// The look of an algorithm.
  public static Look of(Algorithm algorithm) {
    int k = algorithm.k();
    if (algorithm.equals(Algorithm.dqn())) {
      return new Look("DQN", 0);
    }
    if (algorithm.equals(Algorithm.doubleDqn())) {
      return new Look("Double-DQN", 6);
    }
    if (algorithm.equals(Algorithm.averaged(k))) {
      return new Look("Averaged-DQN, K=" + k, k <= 5 ? 1 : k <= 10 ? 2 : 3);
    }
    if (algorithm.equals(Algorithm.ensemble(k))) {
      return new Look("Ensemble-DQN, K=" + k, k <= 5 ? 4 : 6);
    }
    if (algorithm.combine() instanceof Combine.RecencyWeighted w
        && algorithm.equals(Algorithm.weightedAveraged(k, w.decay()))) {
      return new Look("recency weights " + w.decay() + ", K=" + k, w.decay() > 0.7 ? 5 : OTHERS);
    }
    return new Look(Algorithms.describe(algorithm), OTHERS);
  }

  /// The same with another colour.
  public Look colour(int other) {
    return new Look(label, other);
  }

  /// Those of several algorithms that are shown together: each has its own colour, or, where one before it has that, the
  /// next that is free.
  public static List<Look> together(List<Algorithm> algorithms) {
    List<Look> looks = new ArrayList<>();
    Set<Integer> taken = new HashSet<>();
    algorithms.forEach(algorithm -> taken.add(of(algorithm).colour));
    Set<Integer> given = new HashSet<>();
    for (Algorithm algorithm : algorithms) {
      Look look = of(algorithm);
      looks.add(given.add(look.colour) ? look : look.colour(free(taken)));
    }
    return looks;
  }

  /// The first colour that nobody has; where all are taken, that of the others.
  private static int free(Set<Integer> taken) {
    for (int colour = 0; colour < COLOURS; colour++) {
      if (taken.add(colour)) {
        return colour;
      }
    }
    return OTHERS;
  }
}
