package org.evenkeel.core.agent;

/// A number of the learning is not finite: the learning has diverged. The learner cannot continue.
public final class NotFiniteException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /// @param what what is not finite: "the loss is NaN"
  public NotFiniteException(String what) {
    super(what);
  }
}
