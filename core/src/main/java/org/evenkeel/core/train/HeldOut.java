package org.evenkeel.core.train;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import org.evenkeel.core.agent.Learner;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.replay.ReplayBuffer;

/// States set aside once, whose values are reported from then on. They are the same throughout, so that a rising value
/// means a rising estimate, not different states.
final class HeldOut {
  /// Values states.
  interface Values {
    /// Returns the sum over a batch of the largest value of each state.
    double sumOfLargest(Learner.Reported whose, Batch batch);
  }

  private final Batch[] batches;

  /// The successors of the states that have one.
  private final Batch[] next;

  private final int wanted;
  private boolean chosen;

  HeldOut(Training training, Form observation) {
    int states = training.evaluation().heldOutStates();
    int rows = Math.min(states, training.schedule().batchSize());
    batches = new Batch[(states + rows - 1) / rows];
    next = new Batch[batches.length];
    for (int i = 0; i < batches.length; i++) {
      batches[i] = new Batch(observation, rows).resize(Math.min(rows, states - i * rows));
      next[i] = new Batch(observation, rows);
    }
    // Enough transitions that the states differ, even if learning starts immediately.
    wanted = Math.clamp(training.replay().capacity() / 2, 1, states);
  }

  /// Sets the states aside, if that has not been done and there are enough to choose from.
  void choose(ReplayBuffer replay, Seeds seeds) {
    if (chosen || replay.sampleable() < wanted) {
      return;
    }
    var random = seeds.stream(Seeds.Purpose.HELD_OUT, 0);
    for (int i = 0; i < batches.length; i++) {
      replay.sampleObservations(batches[i], next[i], random);
    }
    chosen = true;
  }

  boolean chosen() {
    return chosen;
  }

  /// Returns the states, in batches.
  List<Batch> batches() {
    return List.of(batches);
  }

  /// Returns their successors, in batches.
  List<Batch> successors() {
    return List.of(next);
  }

  /// Returns the mean of the states' largest values under the evaluated estimate; NaN if none have been set aside yet.
  double value(Values values) {
    if (!chosen) {
      return Double.NaN;
    }
    double sum = 0;
    double states = 0;
    for (Batch batch : batches) {
      sum += values.sumOfLargest(Learner.Reported.EVALUATED, batch);
      states += batch.size();
    }
    return sum / states;
  }

  /// Returns the mean of the largest values of the states' successors under the newest snapshot; NaN if there are none.
  double targetValue(Values values) {
    double sum = 0;
    double states = 0;
    for (Batch batch : next) {
      if (batch.size() > 0) {
        sum += values.sumOfLargest(Learner.Reported.NEWEST_SNAPSHOT, batch);
        states += batch.size();
      }
    }
    return sum / states;
  }

  void save(DataOutput out) throws IOException {
    out.writeBoolean(chosen);
    for (int i = 0; i < batches.length; i++) {
      SavedData.write(batches[i], out);
      SavedData.write(next[i], out);
    }
  }

  void restore(DataInput in) throws IOException {
    chosen = in.readBoolean();
    for (int i = 0; i < batches.length; i++) {
      SavedData.read(in, batches[i]);
      SavedData.read(in, next[i]);
    }
  }
}
