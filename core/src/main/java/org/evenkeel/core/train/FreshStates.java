package org.evenkeel.core.train;

import org.evenkeel.core.agent.Learner;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.replay.ReplayBuffer;

/// States newly drawn from the replay buffer at each evaluation, whose values the authors report.
final class FreshStates {
  private final int wanted;
  private final Batch batch;

  FreshStates(Training training, Form observation) {
    wanted = training.evaluation().freshStates();
    batch = new Batch(observation, Math.clamp(wanted, 1, training.schedule().batchSize()));
  }

  /// Returns the mean of the states' largest values under the online network; NaN if none are requested or none can be
  /// drawn.
  double value(ReplayBuffer replay, Learner learner, RandomStream random) {
    if (wanted == 0 || replay.sampleable() == 0) {
      return Double.NaN;
    }
    double sum = 0;
    for (int drawn = 0; drawn < wanted; drawn += batch.size()) {
      batch.resize(Math.min(batch.capacity(), wanted - drawn));
      replay.sampleObservations(batch, null, random);
      sum += learner.sumOfLargest(Learner.Reported.ONLINE, batch);
    }
    return sum / wanted;
  }
}
