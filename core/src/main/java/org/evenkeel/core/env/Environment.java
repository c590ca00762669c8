package org.evenkeel.core.env;

import java.util.random.RandomGenerator;
import org.evenkeel.core.data.Identified;
import org.evenkeel.core.data.Observation;
import org.jspecify.annotations.Nullable;

/// A task to learn: it emits observations and rewards, and accepts actions. The package description is its manual.
///
/// An episode starts with [#reset] and continues with [#step] until a step ends it. The limit of [Spec#maxEpisodeSteps]
/// is enforced by the library, not by the environment. All randomness must come from the generator passed to [#reset],
/// which may be kept until the next reset. Then runs with the same seed are identical, and a killed run continues
/// exactly, because the library replays an unfinished episode from its actions.
///
/// An environment is used by one thread at a time, though not always the same one. Several instances may be in use at
/// once. [EnvironmentCheck] tests all this and explains any violation.
public interface Environment extends Identified {
  /// Returns the observations and actions of this task: the same for every instance and at any time.
  Spec spec();

  /// Starts an episode and writes every value of its first observation.
  ///
  /// @param random the source of all randomness in this episode
  /// @param observation the observation to write to; it belongs to the caller, who may pass a different one each time
  void reset(RandomGenerator random, Observation observation);

  /// Performs an action and writes every value of the observation that follows, even if the episode ends.
  ///
  /// @param action 0 to the number of actions - 1
  /// @param observation the observation to write to; it belongs to the caller, who may pass a different one each time
  Step step(int action, Observation observation);

  /// Returns a text that distinguishes this task from every other and is the same in every process: a checkpoint can
  /// only be continued in the task it was written for.
  ///
  /// The default is the class name. An environment with constructor parameters must override this method and include
  /// them all: `gridworld(side=20, goal=CONTINUING)`.
  @Override
  default String identity() {
    return getClass().getName();
  }

  /// Returns this environment as an optional capability ([SavesState], [HasScreen] and so on), or null if
  /// it does not have it. Use this instead of `instanceof`: an [EnvironmentWrapper] has the capabilities of
  /// the environment it wraps.
  ///
  /// Call only the methods of the capability on the result, never `step` or `reset`: it may be the
  /// environment inside a wrapper.
  default <T extends Environment> @Nullable T as(Class<T> capability) {
    return capability.isInstance(this) ? capability.cast(this) : null;
  }
}
