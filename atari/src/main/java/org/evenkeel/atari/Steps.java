package org.evenkeel.atari;

import org.evenkeel.core.env.Step;
import org.jspecify.annotations.Nullable;

/// A cache of steps, so that steps with common rewards are not allocated again.
final class Steps {
  /// The size of the cache. Rewards that differ by a multiple of it replace each other.
  private static final int REWARDS = 1024;

  private final @Nullable Step[] kept = new Step[3 * REWARDS];

  /// Returns a step with a given reward.
  Step of(int reward, boolean terminated, boolean lifeLost) {
    int kind = terminated ? 2 : lifeLost ? 1 : 0;
    int at = kind * REWARDS + (reward & (REWARDS - 1));
    Step step = kept[at];
    if (step == null || step.reward() != reward) {
      step = new Step(reward, terminated, false, lifeLost);
      kept[at] = step;
    }
    return step;
  }
}
