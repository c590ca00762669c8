package org.evenkeel.core.data;

import java.util.Arrays;
import org.evenkeel.core.internal.Checks;

/// Transitions drawn from a replay buffer, row by row; filled again at each draw. All arrays are its own.
///
/// A row is a window of up to n steps from one observation to the next: `Q(observation, action)` is to
/// become `reward + discount * value(next observation)`.
public final class Minibatch {
  private final Batch observations;
  private final Batch nextObservations;
  private final int[] actions;
  private final float[] rewards;
  private final float[] discounts;
  private final int[] nextActions;
  private final float[] weights;
  private final int[] slots;
  private final int[] nextSlots;

  private final long[] sequences;

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
    slots = new int[size];
    nextSlots = new int[size];
    sequences = new long[size];
    Arrays.fill(sequences, -1);
  }

  /// How many transitions.
  public int size() {
    return actions.length;
  }

  /// Where each window starts.
  public Batch observations() {
    return observations;
  }

  /// Where each window ends: the observation to take the value of. For a window that ends terminated there is
  /// none, its discount is 0, and the first observation stands here again.
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

  /// The action taken at the next observation if the memory needs it (for SARSA) and
  /// there is one, else 0.
  public int[] nextActions() {
    return nextActions;
  }

  /// Importance weights, the largest 1; all 1 when drawn uniformly.
  public float[] weights() {
    return weights;
  }

  /// The slot where each observation is stored.
  public int[] slots() {
    return slots;
  }

  /// The slot where each next observation is stored; for a window that ends terminated, the slot itself.
  public int[] nextSlots() {
    return nextSlots;
  }

  /// Which transitions were drawn: a slot may hold another one by the time its TD error is known.
  public long[] sequences() {
    return sequences;
  }
}
