package org.evenkeel.core.train;

/// The reason why [Trainer#run] returned.
public enum Outcome {
  /// The requested step has been reached; the run is not finished.
  REACHED,
  /// The last step was taken and measured.
  FINISHED,
  /// [Trainer#stop] was called.
  STOPPED
}
