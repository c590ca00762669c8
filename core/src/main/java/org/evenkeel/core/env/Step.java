package org.evenkeel.core.env;

import org.evenkeel.core.internal.Checks;

/// What an action led to. The three flags are different things and are stored apart.
///
/// An environment whose rewards are few keeps its steps as constants, so that nothing is allocated.
///
/// @param reward the reward, finite
/// @param terminated the episode is over and nothing follows: the last state has no value beyond it
/// @param truncated the episode was cut short from outside: the last state still has its value
/// @param lifeLost a life was lost and the episode goes on (Atari); some protocols learn from it as if
///     terminated
public record Step(double reward, boolean terminated, boolean truncated, boolean lifeLost) {
  /// Checks the reward.
  public Step {
    Checks.finite("reward", reward);
  }

  /// The episode goes on.
  public static Step of(double reward) {
    return new Step(reward, false, false, false);
  }

  /// The episode goes on, or terminates.
  public static Step of(double reward, boolean terminated) {
    return new Step(reward, terminated, false, false);
  }

  /// Whether the episode is over, one way or the other.
  public boolean ends() {
    return terminated || truncated;
  }
}
