package org.evenkeel.core.data;

import java.util.Arrays;
import org.evenkeel.core.internal.Checks;
import org.jspecify.annotations.Nullable;

/// Transitions drawn from a replay buffer, one per row. It owns its arrays and is refilled at each draw.
///
/// A row is a window of up to n steps from one observation to the next. The update moves `Q(observation, action)`
/// towards `reward + discount * value(next observation)`. A custom replay buffer must fill both batches of
/// observations and the actions, rewards and discounts of every row. The rest is optional: weights default to 1,
/// sequence numbers to -1 (unknown).
public final class Minibatch {
  private final Batch observations;
  private final Batch nextObservations;
  private final int[] actions;
  private final float[] rewards;
  private final float[] discounts;
  private final int[] nextActions;
  private final float[] weights;
  private final long[] sequences;
  private final long[] nextSequences;

  /// Creates a minibatch of `size` transitions between observations of this form.
  public Minibatch(Form observation, int size) {
    Checks.atLeast("size", 1, size);
    observations = new Batch(observation, size).resize(size);
    nextObservations = new Batch(observation, size).resize(size);
    actions = new int[size];
    rewards = new float[size];
    discounts = new float[size];
    nextActions = new int[size];
    weights = new float[size];
    Arrays.fill(weights, 1);
    sequences = new long[size];
    nextSequences = new long[size];
    Arrays.fill(sequences, -1);
    Arrays.fill(nextSequences, -1);
  }

  /// Marks every row as not filled, so that [#fault] finds those that remain so. The optional arrays get their
  /// defaults, as in a new minibatch.
  public void clear() {
    Arrays.fill(nextActions, 0);
    Arrays.fill(weights, 1);
    Arrays.fill(sequences, -1);
    Arrays.fill(nextSequences, -1);
    Arrays.fill(actions, -1);
    Arrays.fill(rewards, Float.NaN);
    Arrays.fill(discounts, Float.NaN);
  }

  /// Describes the first row that cannot be learned from; null if all rows are valid.
  ///
  /// @param actionCount the number of actions
  public @Nullable String fault(int actionCount) {
    if (observations.size() != size() || nextObservations.size() != size()) {
      return "it must have %d observations and next observations, had %d and %d"
          .formatted(size(), observations.size(), nextObservations.size());
    }
    for (int row = 0; row < size(); row++) {
      if (actions[row] < 0 || actions[row] >= actionCount) {
        return "the action of row %d must be 0 to %d, was %d"
            .formatted(row, actionCount - 1, actions[row]);
      }
      if (!Float.isFinite(rewards[row])) {
        return "the reward of row %d must be finite, was %s".formatted(row, rewards[row]);
      }
      if (!(discounts[row] >= 0 && discounts[row] <= 1)) {
        return "the discount of row %d must be in [0, 1], was %s".formatted(row, discounts[row]);
      }
      if (discounts[row] > 0 && (nextActions[row] < 0 || nextActions[row] >= actionCount)) {
        return "the next action of row %d must be 0 to %d, was %d"
            .formatted(row, actionCount - 1, nextActions[row]);
      }
      if (!(weights[row] >= 0) || Float.isInfinite(weights[row])) {
        return "the weight of row %d must be >= 0 and finite, was %s".formatted(row, weights[row]);
      }
    }
    int bad = Checks.firstNonFinite(observations.floats(), 0, observations.floats().length);
    if (bad < 0) {
      bad = Checks.firstNonFinite(nextObservations.floats(), 0, nextObservations.floats().length);
    }
    return bad < 0 ? null : "an observation must be finite, but one of its values is not";
  }

  /// Returns the number of transitions.
  public int size() {
    return actions.length;
  }

  /// Returns the first observation of each window.
  public Batch observations() {
    return observations;
  }

  /// Returns the last observation of each window, whose value is needed. If the window ends in a terminal state, no
  /// value is needed: its discount is 0, and this may be any observation.
  public Batch nextObservations() {
    return nextObservations;
  }

  /// Returns the actions taken at the observations.
  public int[] actions() {
    return actions;
  }

  /// Returns the sum over the window of `discount^j * reward_j`, computed in double and rounded once.
  public float[] rewards() {
    return rewards;
  }

  /// Returns `discount^L` for each window of L steps, 0 if the window ends in a terminal state.
  public float[] discounts() {
    return discounts;
  }

  /// Returns the actions taken at the next observations if the algorithm needs them (SARSA) and they exist, otherwise
  /// 0.
  public int[] nextActions() {
    return nextActions;
  }

  /// Returns the importance weights, of which the largest is 1; all are 1 if transitions are drawn uniformly.
  public float[] weights() {
    return weights;
  }

  /// Returns the sequence number of each transition. A buffer uses it to recognize the transition when its TD error
  /// becomes known, even if its slot has been overwritten by then. -1 if the buffer does not number its transitions.
  public long[] sequences() {
    return sequences;
  }

  /// Returns the sequence number of each next observation, the key under which its values under the snapshots are
  /// cached: the same number must always mean the same observation. -1 if the buffer does not number its observations,
  /// in which case nothing is cached. If a window ends in a terminal state, this is the number of its first
  /// observation, which is used instead.
  public long[] nextSequences() {
    return nextSequences;
  }
}
