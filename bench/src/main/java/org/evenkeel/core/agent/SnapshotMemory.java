package org.evenkeel.core.agent;

import org.evenkeel.core.data.Batch;
import org.evenkeel.core.nn.Evaluator;

/// A benchmark's door to [RememberedValues], which are nobody else's business.
public final class SnapshotMemory {
  private final RememberedValues remembered;
  private final int snapshots;

  /// A memory for `places` observations and `snapshots` parameter sets, minibatches of up to `maxBatch`.
  public SnapshotMemory(int places, int snapshots, int actions, int maxBatch) {
    remembered = new RememberedValues(places, snapshots, actions, maxBatch);
    this.snapshots = snapshots;
  }

  /// Forgets a snapshot: its place in the window has other parameters now.
  public void forgetSnapshot(int snapshot) {
    remembered.forgetSnapshot(snapshot);
  }

  /// Makes the values of all snapshots on a minibatch known.
  ///
  /// @param sequences the number of each observation
  public void complete(Evaluator evaluator, float[][] thetas, Batch batch, long[] sequences) {
    if (!remembered.claim(sequences, batch.size())) {
      throw new IllegalStateException("two observations of a minibatch have the same place");
    }
    remembered.complete(evaluator, thetas, snapshots, batch, sequences);
  }

  /// The value that a snapshot gives to an action in an observation of the last minibatch.
  public float value(long sequence, int snapshot, int action) {
    return remembered.values()[remembered.at(sequence, snapshot) + action];
  }
}
