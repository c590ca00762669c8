package org.evenkeel.core.env;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.random.RandomGenerator;

/// An [Environment] that can write down where it is and go on from there.
///
/// Not necessary for an exact resume: without it the library repeats the unfinished episode. Worth it when
/// an episode is long, and needed when something outlives an episode.
public interface SavesState {
  /// Writes everything that decides what happens next, except the random generator's own state, which the
  /// library keeps.
  void save(DataOutput out) throws IOException;

  /// Goes on from what [#save] wrote.
  ///
  /// @param random the generator of the episode, at the point where it was
  void restore(DataInput in, RandomGenerator random) throws IOException;
}
