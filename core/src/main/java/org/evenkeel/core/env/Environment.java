package org.evenkeel.core.env;

import java.util.random.RandomGenerator;
import org.evenkeel.core.data.Identified;
import org.evenkeel.core.data.Observation;
import org.jspecify.annotations.Nullable;

/// A task: it shows observations, accepts actions and pays rewards. The package description is its manual.
///
/// An episode starts with [#reset] and continues with [#step] until a step ends it. The limit of
/// [Spec#maxEpisodeSteps] is enforced by the library, not by the environment. Everything random must come from the
/// generator given to [#reset], which may be kept until the next reset: then a run with the same seed is the same
/// run, and a killed run continues exactly, because the library repeats an unfinished episode from its actions.
///
/// An environment serves one thread at a time, though not always the same one. Several instances may be in use at
/// once. [EnvironmentCheck] tests all this and explains what is wrong.
public interface Environment extends Identified {
  /// What is observed and what can be done: the same for every instance and at any time.
  Spec spec();

  /// Starts an episode and writes its first observation, all of it.
  ///
  /// @param random the source of everything random in this episode
  /// @param observation where to write; it belongs to the caller, who may pass another one each time
  void reset(RandomGenerator random, Observation observation);

  /// Takes an action and writes the observation after it, all of it, also at the end of an episode.
  ///
  /// @param action 0 to the number of actions - 1
  /// @param observation where to write; it belongs to the caller, who may pass another one each time
  Step step(int action, Observation observation);

  /// What tells this task from every other, the same in every process: a checkpoint is continued only in the task
  /// it was written in.
  ///
  /// By default it is the class name. An environment with constructor parameters must override this method and
  /// name them all: `gridworld(side=20, goal=CONTINUING)`.
  @Override
  default String identity() {
    return getClass().getName();
  }

  /// This environment with an optional capability ([SavesState], [HasScreen] and so on), or null if it does not
  /// have it. Ask this instead of `instanceof`: an [EnvironmentWrapper] has the capabilities of what it wraps.
  ///
  /// Use the result for the methods of the capability alone, not to step or reset: it may be the environment
  /// inside a wrapper.
  default <T extends Environment> @Nullable T as(Class<T> capability) {
    return capability.isInstance(this) ? capability.cast(this) : null;
  }
}
