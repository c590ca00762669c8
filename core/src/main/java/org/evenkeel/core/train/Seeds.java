package org.evenkeel.core.train;

import org.evenkeel.core.data.RandomStream;

/// One root seed, and named independent streams from it. Nothing random comes from anywhere else.
///
/// @param root the seed of the run
public record Seeds(long root) {
  /// What a stream is for.
  public enum Purpose {
    /// The initial parameters; one for each learner.
    NETWORK(1),
    /// Random actions of training, and ties.
    EXPLORATION(2),
    /// Minibatches.
    REPLAY(3),
    /// What happens in the environment; one for each episode.
    ENVIRONMENT(4),
    /// Evaluation: the seeds of its episodes; one for each evaluation.
    EVALUATION(5),
    /// The states set aside to report values of.
    HELD_OUT(6),
    /// The states drawn to report values of; one for each evaluation.
    FRESH_STATES(7);

    private final long key;

    Purpose(long key) {
      this.key = key;
    }
  }

  /// The seed of the stream number `index` for a purpose.
  public long seed(Purpose purpose, long index) {
    long purposed = RandomStream.mix(root ^ RandomStream.mix(purpose.key));
    return RandomStream.mix(purposed + RandomStream.mix(index + 0x9E3779B97F4A7C15L));
  }

  /// The seed of the random actions in an episode of an evaluation.
  ///
  /// @param episodeSeed the seed of what happens in the environment
  public static long ofRandomActions(long episodeSeed) {
    return RandomStream.mix(episodeSeed ^ RandomStream.mix(Purpose.EXPLORATION.key));
  }

  /// The stream number `index` for a purpose.
  public RandomStream stream(Purpose purpose, long index) {
    return new RandomStream(seed(purpose, index));
  }
}
