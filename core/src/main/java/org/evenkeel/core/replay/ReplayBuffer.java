package org.evenkeel.core.replay;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.random.RandomGenerator;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.Minibatch;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.env.Step;
import org.jspecify.annotations.Nullable;

/// A replay buffer: keeps what happened, and draws minibatches from it. Made by a [Memory].
///
/// ```
/// buffer.start(first);
/// buffer.add(action, step, next);            // ... until a step ends the episode
/// buffer.sample(minibatch, 0.5, random);
/// ```
///
/// A buffer of your own implements these methods. It must draw from the given generator alone, and copy what it
/// keeps: observations belong to the caller. One thread uses it.
public interface ReplayBuffer extends AutoCloseable {
  /// The first frame of an episode.
  void start(Observation frame);

  /// The next step of an episode.
  ///
  /// @param action the action taken at the frame before
  /// @param step what it led to, as it is to be learned from ([org.evenkeel.core.env.Protocol#learned])
  /// @param next the frame it led to; means nothing if the step is terminated
  void add(int action, Step step, Observation next);

  /// How many transitions may be drawn now.
  int sampleable();

  /// Fills a minibatch with transitions. Called only if [#sampleable] is above 0.
  ///
  /// @param out every row of which has to be filled, as [Minibatch] says
  /// @param progress the share of the run that is done, 0 to 1
  /// @param random where all randomness comes from
  void sample(Minibatch out, double progress, RandomGenerator random);

  /// Receives the absolute TD errors of a drawn minibatch, row by row.
  default void learned(Minibatch batch, float[] tdErrors) {}

  /// Fills all rows of a batch with observations, for reports of their values.
  ///
  /// @param next if not null, receives the observation that followed each, where one did, in the same order: as many
  ///     rows as there are; of the same capacity as `out`
  default void sampleObservations(Batch out, @Nullable Batch next, RandomGenerator random) {
    Minibatch one = new Minibatch(out.form(), 1);
    int rows = 0;
    for (int row = 0; row < out.size(); row++) {
      sample(one, 0, random);
      out.set(row, one.observations(), 0);
      if (next != null && one.discounts()[0] > 0) {
        next.resize(rows + 1).set(rows++, one.nextObservations(), 0);
      }
    }
    if (next != null) {
      next.resize(rows);
    }
  }

  /// Writes everything an exact continuation needs.
  void save(DataOutput out) throws IOException;

  /// Continues from what [#save] wrote, in a fresh buffer that was made in the same way.
  void restore(DataInput in) throws IOException;

  /// Frees what is not on the heap.
  @Override
  default void close() {}
}
