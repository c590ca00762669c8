package org.evenkeel.core.train;

import java.util.Objects;
import org.evenkeel.core.agent.TargetPasses;
import org.jspecify.annotations.Nullable;

/// The hardware, the threads and the method with which a run is computed. Every choice gives bit-identical results, so
/// none of this is part of a run's identity: a run may be resumed with a different choice.
///
/// @param threads the number of threads that compute an update and play an evaluation
/// @param targetPasses the way in which the values of the K estimates are computed
/// @param accelerator hardware that takes the steps; null for the processor alone
public record Execution(int threads, TargetPasses targetPasses, @Nullable Accelerator accelerator) {
  /// @param threads 1 to 256
  public Execution {
    if (threads < 1 || threads > 256) {
      throw new IllegalArgumentException("threads must be 1 to 256, was " + threads);
    }
    Objects.requireNonNull(targetPasses, "targetPasses");
  }

  /// An execution on the processor.
  public Execution(int threads, TargetPasses targetPasses) {
    this(threads, targetPasses, null);
  }

  /// Returns an execution with this many threads.
  public static Execution threads(int threads) {
    return new Execution(threads, TargetPasses.AUTO);
  }

  /// Returns an execution on the calling thread alone.
  public static Execution alone() {
    return threads(1);
  }

  /// Returns a copy that computes target values in this way.
  public Execution targetPasses(TargetPasses targetPasses) {
    return new Execution(threads, targetPasses, accelerator);
  }

  /// Returns a copy whose steps are taken by this accelerator; null for the processor.
  public Execution accelerator(@Nullable Accelerator accelerator) {
    return new Execution(threads, targetPasses, accelerator);
  }
}
