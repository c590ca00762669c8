package org.evenkeel.core.data;

import java.util.Arrays;
import org.evenkeel.core.internal.Checks;
import org.jspecify.annotations.Nullable;

/// Transitions drawn from a replay buffer, row by row; filled again at each draw. All arrays are its own.
///
/// A row is a window of up to n steps from one observation to the next: `Q(observation, action)` is to
/// become `reward + discount * value(next observation)`. A replay buffer of your own fills the two batches of
/// observations, the actions, the rewards and the discounts of every row. The rest it may leave: weights
/// start as 1, sequence numbers as -1 (unknown).
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

  /// A minibatch of `size` transitions between observations of this form.
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

  /// Marks every row as not filled, so that [#fault] finds those that stay so. Whatever a buffer may leave out starts
  /// again as in a new minibatch.
  public void clear() {
    Arrays.fill(nextActions, 0);
    Arrays.fill(weights, 1);
    Arrays.fill(sequences, -1);
    Arrays.fill(nextSequences, -1);
    Arrays.fill(actions, -1);
    Arrays.fill(rewards, Float.NaN);
    Arrays.fill(discounts, Float.NaN);
  }

  /// What is wrong with the first row that cannot be learned from; null if nothing is.
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

  /// How many transitions.
  public int size() {
    return actions.length;
  }

  /// Where each window starts.
  public Batch observations() {
    return observations;
  }

  /// Where each window ends: the observation whose value is needed. For a window that ends terminated there is
  /// none; its discount is 0, and any observation may be here.
  public Batch nextObservations() {
    return nextObservations;
  }

  /// The action taken at the observation.
  public int[] actions() {
    return actions;
  }

  /// The sum over the window of `discount^j * reward_j`, computed in double and rounded once.
  public float[] rewards() {
    return rewards;
  }

  /// `discount^L` for a window of L steps, 0 where it ends terminated.
  public float[] discounts() {
    return discounts;
  }

  /// The action taken at the next observation if the algorithm needs it (SARSA) and there is one, otherwise 0.
  public int[] nextActions() {
    return nextActions;
  }

  /// Importance weights, the largest 1; all 1 when drawn uniformly.
  public float[] weights() {
    return weights;
  }

  /// The number of each transition: a buffer recognizes it when its TD error becomes known, although another one
  /// may be stored in its place by then. -1 where the buffer gives no numbers.
  public long[] sequences() {
    return sequences;
  }

  /// The number of each next observation, by which its values under the snapshots are remembered: the same
  /// number must always mean the same observation. -1 where the buffer gives no numbers, and nothing is
  /// remembered. For a window that ends terminated, the number of the first observation, which is then used.
  public long[] nextSequences() {
    return nextSequences;
  }
}
