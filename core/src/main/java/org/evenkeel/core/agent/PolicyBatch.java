package org.evenkeel.core.agent;

import org.evenkeel.core.data.Batch;

/// Computes the values of a policy for several observations at once. The results are bit-identical to those of single
/// observations, but faster, since the parameters are read once for all of them. An instance is used by one thread
/// (which may have workers); nothing is allocated.
public final class PolicyBatch {
  private final CombinedValues values;
  private final float[][] thetas;

  PolicyBatch(CombinedValues values, float[][] thetas) {
    this.values = values;
    this.thetas = thetas;
  }

  /// Returns the combined values, `[row][action]`, in this object's own array, valid until the next call.
  public float[] values(Batch batch) {
    return values.of(thetas, thetas.length, batch);
  }
}
