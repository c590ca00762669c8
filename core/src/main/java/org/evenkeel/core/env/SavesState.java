package org.evenkeel.core.env;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.random.RandomGenerator;

/// An [Environment] that can save its state and continue from it.
///
/// It is not needed for an exact resume: without it, the library replays the unfinished episode from its actions.
/// Implement it if episodes are so long that replaying one takes too much time, or if some state outlives an episode.
public interface SavesState extends Environment {
  /// Writes all state that determines what happens next, except that of the random generator, which the library saves
  /// itself. It may be called at any time: before the first reset, during an episode, and after its end.
  void save(DataOutput out) throws IOException;

  /// Continues from the state that [#save] wrote. It must read all of it.
  ///
  /// @param random the generator of the episode, in the state it had when [#save] was called
  void restore(DataInput in, RandomGenerator random) throws IOException;

  /// Whether some state of this environment outlives an episode, so that an episode depends on those before it. Such an
  /// environment is evaluated one episode at a time; others may play several at once.
  default boolean outlivesEpisodes() {
    return false;
  }
}
