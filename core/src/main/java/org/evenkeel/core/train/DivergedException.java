package org.evenkeel.core.train;

/// A number of the learning is not finite any more. The trainer cannot continue. Its last checkpoint is still
/// usable: checkpoints with non-finite parameters are never written.
public final class DivergedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final long step;
  private final String what;

  /// @param what what is not finite: "the loss is NaN"
  public DivergedException(long step, String what) {
    super(
        ("diverged at step %d: %s. Look at the learning rate, the size of rewards (protocol.rewards), the loss"
                + " (huber limits its slope), maxGradientNorm and discount")
            .formatted(step, what));
    this.step = step;
    this.what = what;
  }

  /// The step at which it was noticed.
  public long step() {
    return step;
  }

  /// What is not finite: "the loss is NaN".
  public String what() {
    return what;
  }
}
