package org.evenkeel.core.agent;

/// Thrown when a number in learning is not finite: learning has diverged. The learner cannot continue.
public final class NotFiniteException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /// @param what the number that is not finite: "the loss is NaN"
  public NotFiniteException(String what) {
    super(what);
  }
}
