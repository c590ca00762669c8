package org.evenkeel.core.env;

import org.evenkeel.core.nn.Input;

/// The last frames of an episode as one observation, the newest last: what the agent sees.
public final class FrameStack {
  private final Spec spec;
  private final Observation stacked;

  /// An empty stack.
  public FrameStack(Spec spec) {
    this.spec = spec;
    this.stacked = new Observation(spec.observation());
  }

  /// The observation: this object's own, rewritten by each call.
  public Observation observation() {
    return stacked;
  }

  /// The first frame of an episode.
  public void start(Observation frame) {
    if (spec.stack() > 1) {
      stacked.clear();
      if (spec.stackStart() == Spec.StackStart.REPEAT) {
        for (int i = 1; i < spec.stack(); i++) {
          push(frame);
        }
      }
    }
    push(frame);
  }

  /// The next frame of an episode.
  public void push(Observation frame) {
    if (spec.stack() == 1) {
      stacked.copyFrom(frame);
    } else if (spec.frame() instanceof Input.Vector) {
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
