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

/// A replay buffer: stores transitions and draws minibatches from them. Created by a [Memory].
///
/// ```
/// buffer.start(first);
/// buffer.add(action, step, next);            // ... until a step ends the episode
/// buffer.sample(minibatch, 0.5, random);
/// ```
///
/// A custom buffer implements these methods. It must draw only from the given generator, and copy the observations it
/// keeps, since they belong to the caller. It is used by one thread.
public interface ReplayBuffer extends AutoCloseable {
  /// Adds the first frame of an episode.
  void start(Observation frame);

  /// Adds the next step of an episode.
  ///
  /// @param action the action taken at the previous frame
  /// @param step the result, as it is to be learned from ([org.evenkeel.core.env.Protocol#learned])
  /// @param next the frame that followed; meaningless if the step is terminated
  void add(int action, Step step, Observation next);

  /// Returns the number of transitions that can be drawn now.
  int sampleable();

  /// Fills a minibatch with transitions. Called only if [#sampleable] is above 0.
  ///
  /// @param out the minibatch; every row must be filled as [Minibatch] describes
  /// @param progress the fraction of the run that is done, 0 to 1
  /// @param random the only source of randomness
  void sample(Minibatch out, double progress, RandomGenerator random);

  /// Receives the absolute TD errors of a drawn minibatch, row by row.
  default void learned(Minibatch batch, float[] tdErrors) {}

  /// Fills all rows of a batch with observations, for reports of their values.
  ///
  /// @param next the batch for the observations that followed these, as far as they exist, in the same order; may be
  ///     null. It is resized to their number and has the same capacity as `out`
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

  /// Writes everything that an exact continuation needs.
  void save(DataOutput out) throws IOException;

  /// Continues from the state that [#save] wrote, in a new buffer with the same settings.
  void restore(DataInput in) throws IOException;

  /// Frees memory outside the heap.
  @Override
  default void close() {}
}
