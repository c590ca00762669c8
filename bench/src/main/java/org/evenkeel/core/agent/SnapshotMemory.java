package org.evenkeel.core.agent;

import org.evenkeel.core.data.Batch;
import org.evenkeel.core.nn.Evaluator;

/// Gives benchmarks access to the package-private [RememberedValues].
public final class SnapshotMemory {
  private final RememberedValues remembered;
  private final int snapshots;

  /// Creates a cache for `places` observations and `snapshots` parameter sets, with minibatches of up to `maxBatch`.
  public SnapshotMemory(int places, int snapshots, int actions, int maxBatch) {
    remembered = new RememberedValues(places, snapshots, actions, maxBatch);
    this.snapshots = snapshots;
  }

  /// Discards the values of a snapshot, whose place in the window now holds other parameters.
  public void forgetSnapshot(int snapshot) {
    remembered.forgetSnapshot(snapshot);
  }

  /// Computes the missing values of all snapshots for a minibatch.
  ///
  /// @param sequences the number of each observation
  public void complete(Evaluator evaluator, float[][] thetas, Batch batch, long[] sequences) {
    if (!remembered.claim(sequences, batch.size())) {
      throw new IllegalStateException("two observations of a minibatch have the same place");
    }
    remembered.complete(evaluator, thetas, snapshots, batch, sequences);
  }

  /// Returns a snapshot's value of an action for an observation of the last minibatch.
  public float value(long sequence, int snapshot, int action) {
    return remembered.values()[remembered.at(sequence, snapshot) + action];
  }
}
