package org.evenkeel.core.internal;

/// What the user asked for cannot be done, as the sentence says. The command line reports it as a mistake of usage,
/// wherever it is thrown; any other [IllegalArgumentException] that comes out of a computation is a mistake in a program.
public final class RefusedException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  /// With a sentence for the user.
  public RefusedException(String sentence) {
    super(sentence);
  }
}
