package org.evenkeel.core.env;

import org.evenkeel.core.data.Form;
import org.evenkeel.core.data.Observation;

/// The most recent frames of an episode, newest last, as the one observation that the agent sees.
public final class FrameStack {
  private final Spec spec;
  private final Observation stacked;

  /// Buffer for lead-in frames, one at a time.
  private final Observation before;

  /// Creates an empty stack.
  public FrameStack(Spec spec) {
    this.spec = spec;
    this.stacked = new Observation(spec.observation());
    this.before = new Observation(spec.frame());
  }

  /// Returns the stacked observation. It belongs to this stack, and each call overwrites it.
  public Observation observation() {
    return stacked;
  }

  /// Starts the stack with the first frame of an episode.
  ///
  /// @param environment the environment, which has just been reset
  public void start(Environment environment, Observation frame) {
    if (spec.stack() == 1 || spec.stackStart() != Spec.StackStart.LEAD_IN) {
      start(frame);
      return;
    }
    HasLeadIn seen = environment.as(HasLeadIn.class);
    if (seen == null) {
      throw new IllegalArgumentException(
          "a stack that starts with LEAD_IN requires an environment that implements HasLeadIn, was given "
              + environment.getClass().getName());
    }
    for (int back = spec.stack() - 1; back > 0; back--) {
      seen.leadIn(back, before);
      push(before);
    }
    push(frame);
  }

  /// Starts the stack with the first frame of an episode without a lead-in, or of a life that is stacked like an
  /// episode.
  public void start(Observation frame) {
    if (spec.stack() > 1) {
      switch (spec.stackStart()) {
        case ZEROS -> stacked.clear();
        case REPEAT -> {
          for (int i = 1; i < spec.stack(); i++) {
            push(frame);
          }
        }
        case LEAD_IN -> throw new IllegalArgumentException("this stack starts with a lead-in");
      }
    }
    push(frame);
  }

  /// Adds the next frame of an episode and drops the oldest.
  public void push(Observation frame) {
    if (spec.stack() == 1) {
      stacked.copyFrom(frame);
    } else if (spec.frame() instanceof Form.Vector) {
      shift(stacked.vector(), frame.vector(), frame.vector().length);
    } else {
      shift(stacked.bytes(), frame.bytes(), frame.bytes().length);
    }
  }

  @SuppressWarnings("SuspiciousSystemArraycopy") // both are float[] or both byte[]
  private void shift(Object all, Object newest, int length) {
    int rest = length * (spec.stack() - 1);
    System.arraycopy(all, length, all, 0, rest);
    System.arraycopy(newest, 0, all, rest, length);
  }
}
