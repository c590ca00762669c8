package org.evenkeel.lab.config;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Algorithm.Estimates;
import org.evenkeel.core.agent.Combine;

/// The label of an algorithm on report pages, and its colour, which is the same on all pages.
///
/// @param label its name in legends, tables and sentences
/// @param colour the index of its colour
public record Look(String label, int colour) {
  /// The number of colours that can be told apart on a page.
  private static final int COLOURS = 8;

  /// The colour of algorithms without a colour of their own.
  private static final int OTHERS = 7;

  /// Returns the look of an algorithm.
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
    if (algorithm.estimates() instanceof Estimates.MovingAverage m
        && algorithm.equals(Algorithm.movingAverage(m.tau()))) {
      return new Look("moving average, tau=" + m.tau(), 5);
    }
    if (algorithm.estimates() instanceof Estimates.WeightMean w
        && algorithm.equals(Algorithm.weightMean(w.snapshots()))) {
      return new Look("mean of weights, K=" + w.snapshots(), OTHERS);
    }
    return new Look(Algorithms.describe(algorithm), OTHERS);
  }

  /// Returns the same label with another colour.
  public Look colour(int other) {
    return new Look(label, other);
  }

  /// Returns the looks of several algorithms shown together. Each has its own colour, or the next free one if an
  /// earlier algorithm uses it.
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

  /// Returns the first unused colour, or that of the others if all are in use.
  private static int free(Set<Integer> taken) {
    for (int colour = 0; colour < COLOURS; colour++) {
      if (taken.add(colour)) {
        return colour;
      }
    }
    return OTHERS;
  }
}
