package org.evenkeel.core.train;

import java.util.Objects;
import org.evenkeel.core.agent.TargetPasses;

/// How a run is computed. Every choice gives bit-identical results, so none of this is part of a run's identity: a run
/// may be resumed with a different choice.
///
/// @param threads the number of threads that compute an update and play an evaluation
/// @param targetPasses how the values of the K estimates are computed
public record Execution(int threads, TargetPasses targetPasses) {
  /// @param threads 1 to 256
  public Execution {
    if (threads < 1 || threads > 256) {
      throw new IllegalArgumentException("threads must be 1 to 256, was " + threads);
    }
    Objects.requireNonNull(targetPasses, "targetPasses");
  }

  /// An execution with this many threads.
  public static Execution threads(int threads) {
    return new Execution(threads, TargetPasses.AUTO);
  }

  /// An execution on the calling thread alone.
  public static Execution alone() {
    return threads(1);
  }

  /// A copy that computes target values in this way.
  public Execution targetPasses(TargetPasses targetPasses) {
    return new Execution(threads, targetPasses);
  }
}
