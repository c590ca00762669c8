package org.evenkeel.core.agent;

import org.evenkeel.core.agent.Algorithm.Combine;

/// The one place where targets are computed:
///
/// `y = r + discount * bootstrap(combine(estimates(s')))`
///
/// Tables of values are `[row][action]`, row after row. Sums go from the newest estimate to the oldest, so
/// that the result does not depend on where in a ring they stand.
public final class Targets {
  private Targets() {}

  /// `Q(s', a) = combine over k of Q_k(s', a)`: Algorithm 2, line 5, and Algorithm 3, line 5.
  ///
  /// @param estimates the tables, the newest first
  /// @param k how many of them count
  /// @param size values in a table
  /// @param combined where to write
  public static void combine(
      Combine combine, float[][] estimates, int k, int size, float[] combined) {
    System.arraycopy(estimates[0], 0, combined, 0, size);
    switch (combine) {
      case Combine.Mean _ -> mean(estimates, k, size, combined);
      case Combine.RecencyWeighted w -> weighted(w.decay(), estimates, k, size, combined);
      case Combine.Min _ -> min(estimates, k, size, combined);
    }
  }

  private static void mean(float[][] estimates, int k, int size, float[] combined) {
    for (int j = 1; j < k; j++) {
      float[] q = estimates[j];
      for (int i = 0; i < size; i++) {
        combined[i] += q[i];
      }
    }
    for (int i = 0; i < size; i++) {
      combined[i] /= k;
    }
  }

  private static void weighted(
      double decay, float[][] estimates, int k, int size, float[] combined) {
    double sum = 0;
    for (int j = k - 1; j >= 0; j--) {
      sum = 1 + decay * sum;
    }
    double weight = 1 / sum;
    for (int i = 0; i < size; i++) {
      combined[i] *= (float) weight;
    }
    for (int j = 1; j < k; j++) {
      weight *= decay;
      float w = (float) weight;
      float[] q = estimates[j];
      for (int i = 0; i < size; i++) {
        combined[i] += w * q[i];
      }
    }
  }

  private static void min(float[][] estimates, int k, int size, float[] combined) {
    for (int j = 1; j < k; j++) {
      float[] q = estimates[j];
      for (int i = 0; i < size; i++) {
        combined[i] = Math.min(combined[i], q[i]);
      }
    }
  }

  /// The value of the next state: which action of the combined estimate counts.
  ///
  /// @param combined the combined estimate of the next state
  /// @param online the online network's values of the next state; read only when [Algorithm.Bootstrap#DOUBLE]
  /// @param nextActions the actions taken there; read only when [Algorithm.Bootstrap#ACTION_TAKEN]
  public static float bootstrap(
      Algorithm.Bootstrap bootstrap,
      float[] combined,
      float[] online,
      int[] nextActions,
      int row,
      int actions) {
    int at = row * actions;
    return switch (bootstrap) {
      case MAX -> combined[at + argmax(combined, at, actions)];
      case DOUBLE -> combined[at + argmax(online, at, actions)];
      case ACTION_TAKEN -> combined[at + nextActions[row]];
    };
  }

  /// `r + discount * value`: Algorithm 1, line 5. A terminated transition has discount 0 and no value,
  /// whatever the network says.
  public static float target(float reward, float discount, float value) {
    return discount == 0 ? reward : reward + discount * value;
  }

  /// The action with the largest value, the first of several.
  public static int argmax(float[] q, int from, int actions) {
    int best = 0;
    for (int a = 1; a < actions; a++) {
      if (q[from + a] > q[from + best]) {
        best = a;
      }
    }
    return best;
  }
}
