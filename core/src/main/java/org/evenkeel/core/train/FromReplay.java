package org.evenkeel.core.train;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.evenkeel.core.agent.Learner;
import org.evenkeel.core.data.Minibatch;
import org.evenkeel.core.internal.SlotStorage;
import org.evenkeel.core.replay.ReplayBuffer;

/// Supplies minibatches from the replay buffer of a run. A custom buffer is checked, because missing or wrong rows
/// would be learned from silently.
final class FromReplay implements Learner.Source {
  private final ReplayBuffer replay;
  private final boolean checked;
  private final int actions;
  private final boolean needsNextAction;
  private final long steps;
  private final RandomGenerator random;
  private long now;

  /// @param needsNextAction whether targets read the action taken in the next state
  /// @param steps the length of the run
  FromReplay(
      ReplayBuffer replay,
      int actions,
      boolean needsNextAction,
      long steps,
      RandomGenerator random) {
    this.replay = replay;
    this.checked = !(replay instanceof SlotStorage);
    this.actions = actions;
    this.needsNextAction = needsNextAction;
    this.steps = steps;
    this.random = random;
  }

  /// Whether the buffer has something to draw at a step.
  boolean ready(long step) {
    now = step;
    int count = replay.sampleable();
    if (count < 0) {
      throw new IllegalStateException(name() + ".sampleable must be >= 0, was " + count);
    }
    return count > 0;
  }

  @Override
  public void draw(Minibatch into) {
    double progress = (double) (now - 1) / steps;
    if (!checked) {
      replay.sample(into, progress, random);
      return;
    }
    into.clear();
    if (needsNextAction) {
      Arrays.fill(into.nextActions(), -1); // so that a row without one is detected
    }
    try {
      replay.sample(into, progress, random);
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException(name() + ".sample failed: " + e.getMessage(), e);
    }
    String fault = into.fault(actions);
    if (fault != null) {
      throw new IllegalStateException(name() + ".sample filled a minibatch incorrectly: " + fault);
    }
  }

  @Override
  public void learned(Minibatch batch, float[] tdErrors) {
    replay.learned(batch, tdErrors);
  }

  private String name() {
    return replay.getClass().getName();
  }
}
