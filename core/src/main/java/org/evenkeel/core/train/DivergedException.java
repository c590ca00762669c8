package org.evenkeel.core.train;

/// A number of the training was not finite any more. The trainer has stopped and is of no more use; its last
/// checkpoint is, since none is written with parameters that are not finite.
public final class DivergedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final long step;

  /// @param what what is not finite: "the loss is NaN"
  public DivergedException(long step, String what) {
    super(
        "diverged at step %d: %s. Look at the learning rate, the size of rewards (variants.rewards), the loss (huber limits its slope), maxGradientNorm and discount"
            .formatted(step, what));
    this.step = step;
  }

  /// The step at which it was noticed.
  public long step() {
    return step;
  }
}
