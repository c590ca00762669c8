package org.evenkeel.core.train;

import java.util.Arrays;

/// An episode of an evaluation: its rewards, step by step, and the values that the policy predicted.
final class PlayedEpisode {
  double[] rewards = new double[256];

  /// The value that the policy assigned to the state before each step.
  double[] values = new double[256];

  /// Whether the learner sees no value after each step: after a lost life, if learning treats it as an end.
  boolean[] ends = new boolean[256];

  int length;

  /// Whether the learner sees no value after the last step.
  boolean terminated;

  void add(double value, double reward, boolean end) {
    if (length == rewards.length) {
      rewards = Arrays.copyOf(rewards, 2 * length);
      values = Arrays.copyOf(values, 2 * length);
      ends = Arrays.copyOf(ends, 2 * length);
    }
    values[length] = value;
    rewards[length] = reward;
    ends[length] = end;
    length++;
  }

  /// Returns the undiscounted sum of the rewards.
  double totalReward() {
    double total = 0;
    for (int t = 0; t < length; t++) {
      total += rewards[t];
    }
    return total;
  }
}
