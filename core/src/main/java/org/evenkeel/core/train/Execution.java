package org.evenkeel.core.train;

import java.util.Objects;
import org.evenkeel.core.agent.TargetPasses;

/// How a run is computed, not what: the result is the same bits for every choice, so none of this is part of a
/// run's identity. A run may be resumed with another one.
///
/// @param threads how many threads compute an update and play an evaluation
/// @param targetPasses how the values of the K estimates are computed
public record Execution(int threads, TargetPasses targetPasses) {
  /// @param threads 1 to 256
  public Execution {
    if (threads < 1 || threads > 256) {
      throw new IllegalArgumentException("threads must be 1 to 256, was " + threads);
    }
    Objects.requireNonNull(targetPasses, "targetPasses");
  }

  /// That many threads.
  public static Execution threads(int threads) {
    return new Execution(threads, TargetPasses.AUTO);
  }

  /// The calling thread alone.
  public static Execution alone() {
    return threads(1);
  }

  /// A copy that computes target values in another way.
  public Execution targetPasses(TargetPasses targetPasses) {
    return new Execution(threads, targetPasses);
  }
}
