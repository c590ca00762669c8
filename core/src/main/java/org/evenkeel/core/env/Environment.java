package org.evenkeel.core.env;

import java.util.random.RandomGenerator;
import org.evenkeel.core.data.Observation;

/// A task: it shows observations, takes actions and gives rewards.
///
/// An episode starts with [#reset] and goes on with [#step] until a step ends it; the limit of
/// [Spec#maxEpisodeSteps] is kept by the library, not by the environment. Everything random must come from
/// the generator given to [#reset], which may be kept until the next reset: then a run with the same seed
/// is the same run, and one that was killed goes on exactly, because an unfinished episode is repeated
/// from its actions. An environment that remembers things beyond an episode, or whose episodes are very
/// long, also implements [SavesState].
///
/// One environment serves one thread at a time, though not always the same; several may be in use at once, each by
/// another thread. [EnvironmentCheck] tries all this out and says what is wrong.
public interface Environment {
  /// What is observed and what can be done: the same for every instance and at any time.
  Spec spec();

  /// Starts an episode and writes its first observation, all of it.
  ///
  /// @param random where everything random of this episode comes from
  /// @param observation where to write; belongs to the caller, who may give another one each time
  void reset(RandomGenerator random, Observation observation);

  /// Takes an action and writes the observation after it, all of it, also at the end of an episode.
  ///
  /// @param action 0 to the number of actions - 1
  /// @param observation where to write; belongs to the caller, who may give another one each time
  Step step(int action, Observation observation);
}
