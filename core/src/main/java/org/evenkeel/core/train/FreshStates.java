package org.evenkeel.core.train;

import org.evenkeel.core.agent.Learner;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.replay.Replay;

/// States drawn anew from the memory at each evaluation: what the authors report values of.
final class FreshStates {
  private final int wanted;
  private final Batch batch;

  FreshStates(Training training, Form observation) {
    wanted = training.evaluation().freshStates();
    batch = new Batch(observation, Math.clamp(wanted, 1, training.schedule().batchSize()));
  }

  /// The mean of their largest values under the online network; NaN if none are wanted, or none can be drawn.
  double value(Replay replay, Learner learner, RandomStream random) {
    if (wanted == 0 || replay.sampleable() == 0) {
      return Double.NaN;
    }
    double sum = 0;
    for (int drawn = 0; drawn < wanted; drawn += batch.size()) {
      batch.resize(Math.min(batch.capacity(), wanted - drawn));
      replay.sampleObservations(batch, random);
      sum += learner.sumOfLargestOnlineValues(batch);
    }
    return sum / wanted;
  }
}
