package org.evenkeel.core.internal;

/// Thrown when a user's request cannot be carried out; the message explains why. The command line reports it as a usage
/// error, wherever it is thrown. Any other [IllegalArgumentException] from a computation is a bug in a program.
public final class RefusedException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  /// @param sentence the message for the user
  public RefusedException(String sentence) {
    super(sentence);
  }
}
