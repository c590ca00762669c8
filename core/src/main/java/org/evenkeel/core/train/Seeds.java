package org.evenkeel.core.train;

import org.evenkeel.core.data.RandomStream;

/// A root seed and named independent random streams derived from it. There is no other source of randomness in a run.
///
/// @param root the seed of the run
public record Seeds(long root) {
  /// The purpose of a random stream.
  public enum Purpose {
    /// The initial parameters; one stream per learner.
    NETWORK(1),
    /// Random actions during training, and ties.
    EXPLORATION(2),
    /// Minibatches.
    REPLAY(3),
    /// Randomness in the environment; one stream per episode.
    ENVIRONMENT(4),
    /// The seeds of an evaluation's episodes; one stream per evaluation.
    EVALUATION(5),
    /// The choice of held-out states.
    HELD_OUT(6),
    /// The choice of fresh states; one stream per evaluation.
    FRESH_STATES(7);

    private final long key;

    Purpose(long key) {
      this.key = key;
    }
  }

  /// Returns the seed of stream number `index` for a purpose.
  public long seed(Purpose purpose, long index) {
    long purposed = RandomStream.mix(root ^ RandomStream.mix(purpose.key));
    return RandomStream.mix(purposed + RandomStream.mix(index + 0x9E3779B97F4A7C15L));
  }

  /// Returns the seed of the random actions in an episode of an evaluation.
  ///
  /// @param episodeSeed the seed of the environment in that episode
  public static long ofRandomActions(long episodeSeed) {
    return RandomStream.mix(episodeSeed ^ RandomStream.mix(Purpose.EXPLORATION.key));
  }

  /// Returns stream number `index` for a purpose.
  public RandomStream stream(Purpose purpose, long index) {
    return new RandomStream(seed(purpose, index));
  }
}
