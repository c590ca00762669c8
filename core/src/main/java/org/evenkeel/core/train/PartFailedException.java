package org.evenkeel.core.train;

import org.jspecify.annotations.Nullable;

/// Thrown when a user-written part of a run, such as an exploration or a replay buffer, throws an exception. The last
/// checkpoint is intact.
public final class PartFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String part;

  private PartFailedException(
      long step, String part, StackTraceElement at, RuntimeException cause) {
    super(
        "%s failed at step %d (%s:%d): %s"
            .formatted(part, step, at.getFileName(), at.getLineNumber(), cause),
        cause);
    this.part = part;
  }

  /// Returns the name of the class that failed.
  public String part() {
    return part;
  }

  /// Returns an exception that names the class responsible; the same exception if that class is part of the library.
  ///
  /// @param step the step at which it was thrown
  static RuntimeException of(long step, RuntimeException cause) {
    @Nullable StackTraceElement innermost = null; // the line to look at
    @Nullable StackTraceElement called = null; // the class that the library called
    for (StackTraceElement at : cause.getStackTrace()) {
      String name = at.getClassName();
      boolean ours = name.startsWith("org.evenkeel.core.") || name.startsWith("org.evenkeel.cuda.");
      if (name.equals(Trainer.class.getName()) || (ours && called != null)) {
        break; // the remaining frames called the trainer or the part
      }
      if (!ours && !name.startsWith("java.") && !name.startsWith("jdk.")) {
        innermost = innermost == null ? at : innermost;
        called = at;
      }
    }
    return innermost == null || called == null
        ? cause
        : new PartFailedException(step, called.getClassName(), innermost, cause);
  }
}
