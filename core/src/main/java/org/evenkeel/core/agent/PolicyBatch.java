package org.evenkeel.core.agent;

import org.evenkeel.core.data.Batch;

/// The values of a policy for several observations at once: the same bits as one by one, and faster, since the
/// parameters are read once for all of them. One serves one thread (which may have workers); nothing is allocated.
public final class PolicyBatch {
  private final CombinedValues values;
  private final float[][] thetas;

  PolicyBatch(CombinedValues values, float[][] thetas) {
    this.values = values;
    this.thetas = thetas;
  }

  /// The combined values, `[row][action]`: this object's own array, until the next call.
  public float[] values(Batch batch) {
    return values.of(thetas, thetas.length, batch);
  }
}
