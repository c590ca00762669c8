package org.evenkeel.core.nn;

import org.evenkeel.core.data.Batch;
import org.evenkeel.core.internal.Checks;

/// Computes the values of K parameter sets on one shared batch in one call: the target networks of Averaged-DQN (paper,
/// algorithm 2, line 5) and the members of Ensemble-DQN (algorithm 3, line 5).
///
/// This costs less than K separate passes, since the batch is decoded once and read from the cache. The results are
/// bit-identical. An evaluator is used by one thread; nothing is allocated after construction.
public final class Evaluator {
  private final ForwardPass pass;
  private final int maxSets;
  private final int outputs;
  private long passes;

  /// Creates an evaluator for up to `maxSets` parameter sets and batches of up to `maxBatch` rows.
  public Evaluator(Network network, int maxBatch, int maxSets, Workers workers) {
    this.pass = new ForwardPass(network, maxBatch, maxSets, workers);
    this.maxSets = maxSets;
    this.outputs = network.outputs();
  }

  /// Evaluates the first `sets` of `thetas` on every observation of the batch.
  public void evaluate(float[][] thetas, int sets, Batch batch) {
    pass.run(thetas, sets, batch, null, null);
    passes += (long) sets * batch.size();
  }

  /// Evaluates set `s` only on the rows `rows[s][0]` to `rows[s][counts[s] - 1]` of the batch, for callers that already
  /// know the values of the other rows. [#values] then has `counts[s]` rows for set `s`.
  public void evaluate(float[][] thetas, int sets, Batch batch, int[][] rows, int[] counts) {
    Checks.lengthAtLeast("rows", sets, rows.length);
    Checks.lengthAtLeast("counts", sets, counts.length);
    pass.run(thetas, sets, batch, rows, counts);
    for (int set = 0; set < sets; set++) {
      passes += counts[set];
    }
  }

  /// Returns the values of a parameter set, `[row][action]`, in the evaluator's own array, valid until the next call.
  /// Rows beyond the size of the batch are undefined.
  public float[] values(int set) {
    if (set < 0 || set >= maxSets) {
      throw new IllegalArgumentException("set must be 0 to " + (maxSets - 1) + ", was " + set);
    }
    return pass.outputs(set);
  }

  /// Returns the number of values per row: the number of actions.
  public int outputs() {
    return outputs;
  }

  /// Returns the number of forward passes of single observations made so far.
  public long passes() {
    return passes;
  }
}
