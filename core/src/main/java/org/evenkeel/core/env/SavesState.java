package org.evenkeel.core.env;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.random.RandomGenerator;

/// An [Environment] that can write its state and continue from it.
///
/// It is not needed for an exact resume: without it, the library repeats the unfinished episode from its actions.
/// Implement it if episodes are so long that repeating one takes too much time, or if something outlives an episode.
public interface SavesState extends Environment {
  /// Writes everything that decides what happens next, except the state of the random generator, which the library
  /// saves itself. Called at any time: before the first reset, during an episode, and after its end.
  void save(DataOutput out) throws IOException;

  /// Continues from what [#save] wrote, and reads all of it.
  ///
  /// @param random the generator of the episode, in the state it had when [#save] was called
  void restore(DataInput in, RandomGenerator random) throws IOException;

  /// Whether something in this environment outlives an episode, so that an episode depends on those before it.
  /// Such an environment is evaluated one episode after the other; all others may play several at once.
  default boolean outlivesEpisodes() {
    return false;
  }
}
