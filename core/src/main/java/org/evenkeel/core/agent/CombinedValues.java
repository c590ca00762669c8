package org.evenkeel.core.agent;

import org.evenkeel.core.data.Batch;
import org.evenkeel.core.nn.Evaluator;
import org.evenkeel.core.nn.Network;
import org.evenkeel.core.nn.Workers;

/// Computes the combined values of several parameter sets on a batch. An instance is used by one thread; nothing is
/// allocated after construction.
final class CombinedValues {
  private final Combine combine;
  private final Evaluator evaluator;
  private final float[][] tables;
  private final float[] combined;

  CombinedValues(Network network, Combine combine, int maxBatch, int maxSets, Workers workers) {
    this.combine = combine;
    this.evaluator = new Evaluator(network, maxBatch, maxSets, workers);
    this.tables = new float[maxSets][];
    for (int set = 0; set < maxSets; set++) {
      tables[set] = evaluator.values(set);
    }
    this.combined = new float[maxBatch * network.outputs()];
  }

  /// Returns the combined values, `[row][action]`, in this object's own array, valid until the next call.
  ///
  /// @param thetas the parameter sets, newest first
  float[] of(float[][] thetas, int sets, Batch batch) {
    evaluator.evaluate(thetas, sets, batch);
    combine.combine(tables, sets, batch.size() * evaluator.outputs(), combined);
    return combined;
  }

  /// Returns the values of one of the sets in the last call of [#of], `[row][action]`, in this object's own array.
  float[] ofSet(int set) {
    return tables[set];
  }
}
