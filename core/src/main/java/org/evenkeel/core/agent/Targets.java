package org.evenkeel.core.agent;

import org.jspecify.annotations.Nullable;

/// Computes targets for the learner, for the Gridworld trials and for the tables in the tests:
///
/// `y = r + discount * bootstrap(combine(estimates(s')))`
public final class Targets {
  private Targets() {}

  /// The values of the samples' next states under every estimate, laid out as `[row][action]`, row after row.
  ///
  /// @param estimates the values of each estimate, newest first
  /// @param k the number of estimates to use
  /// @param rows the row of each sample's next state; null if sample `i` has row `i`
  /// @param actions the number of actions
  /// @param combined the array for the combined values, as many as one estimate has
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record NextStates(
      float[][] estimates, int k, int @Nullable [] rows, int actions, float[] combined) {
    int row(int sample) {
      return rows == null ? sample : rows[sample];
    }
  }

  /// The outcome of each sample, row by row.
  ///
  /// @param rewards the reward, or the discounted sum of several
  /// @param discounts the factor of the next state's value; 0 if there is no next state
  /// @param nextActions the action taken in the next state, read only for SARSA
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Outcomes(float[] rewards, float[] discounts, int[] nextActions) {}

  /// Computes the targets of all `y.length` samples.
  ///
  /// @param online the online network's values of the next states, read if [Bootstrap#needsOnline]
  /// @param y the array for the targets
  public static void of(
      Algorithm algorithm, NextStates next, float[] online, Outcomes outcomes, float[] y) {
    // Q(s', a) over all estimates: Algorithms 2 and 3, line 5
    algorithm
        .combine()
        .combine(next.estimates(), next.k(), next.combined().length, next.combined());
    // y: Algorithm 1, line 5; Algorithms 2 and 3, line 6
    for (int i = 0; i < y.length; i++) {
      float discount = outcomes.discounts()[i];
      if (discount == 0) {
        y[i] = outcomes.rewards()[i]; // terminated: no value, whatever the network says
        continue;
      }
      float value =
          algorithm
              .bootstrap()
              .value(
                  next.combined(),
                  online,
                  next.row(i) * next.actions(),
                  next.actions(),
                  outcomes.nextActions()[i]);
      y[i] = outcomes.rewards()[i] + discount * value;
    }
  }

  /// Returns the action with the largest value, the first if there are several.
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
