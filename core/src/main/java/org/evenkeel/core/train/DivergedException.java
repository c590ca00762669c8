package org.evenkeel.core.train;

/// Thrown when a number in learning is no longer finite. The trainer cannot continue. Its last checkpoint is still
/// usable: checkpoints with non-finite parameters are never written.
public final class DivergedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final long step;
  private final String what;

  /// @param what the number that is not finite: "the loss is NaN"
  public DivergedException(long step, String what) {
    super(
        ("diverged at step %d: %s. Check the learning rate, the size of rewards (protocol.rewards), the loss"
                + " (huber limits its slope), maxGradientNorm and discount")
            .formatted(step, what));
    this.step = step;
    this.what = what;
  }

  /// Returns the step at which the divergence was noticed.
  public long step() {
    return step;
  }

  /// Returns the number that is not finite: "the loss is NaN".
  public String what() {
    return what;
  }
}
