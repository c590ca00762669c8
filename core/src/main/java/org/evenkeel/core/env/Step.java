package org.evenkeel.core.env;

import org.evenkeel.core.internal.Checks;

/// The result of an action. The three flags mean different things and are stored separately.
///
/// An environment with few distinct rewards should keep its steps as constants, so that nothing is allocated.
///
/// @param reward the reward, finite
/// @param terminated the episode is over and nothing follows: there is no value beyond the last state
/// @param truncated the episode was cut off from outside: the last state keeps its value
/// @param lifeLost a life was lost and the episode continues (Atari); some protocols treat it as terminated for
///     learning
public record Step(double reward, boolean terminated, boolean truncated, boolean lifeLost) {
  public Step {
    Checks.finite("reward", reward);
  }

  /// Returns a step after which the episode continues.
  public static Step of(double reward) {
    return new Step(reward, false, false, false);
  }

  /// Returns a step after which the episode continues or terminates.
  public static Step of(double reward, boolean terminated) {
    return new Step(reward, terminated, false, false);
  }

  /// Whether the episode is over, terminated or truncated.
  public boolean ends() {
    return terminated || truncated;
  }
}
