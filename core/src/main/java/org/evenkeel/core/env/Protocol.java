package org.evenkeel.core.env;

import java.util.Objects;

/// The interpretation of an environment's steps by learning, in the points where published code differs. Scores are
/// always computed from the original steps. `docs/algorithms.md` gives the source of each choice.
///
/// @param truncation the meaning of a truncated episode
/// @param lifeLoss the meaning of a lost life
/// @param rewards the transformation of rewards for learning
/// @param stacks the effect of a lost life on stacks of frames
public record Protocol(Truncation truncation, LifeLoss lifeLoss, Rewards rewards, Stacks stacks) {
  /// The meaning for learning of an episode that was truncated, by its step limit or by the environment.
  public enum Truncation {
    /// The last state keeps its value.
    BOOTSTRAPS,
    /// There is no value beyond the last state, as if terminated (the authors' code).
    ENDS
  }

  /// The meaning of a lost life for learning.
  public enum LifeLoss {
    /// The episode continues.
    GOES_ON,
    /// There is no value beyond the lost life, as if terminated (Nature, the authors).
    ENDS
  }

  /// The transformation of rewards for learning.
  public enum Rewards {
    /// Rewards are unchanged.
    AS_GIVEN,
    /// Rewards are replaced by their sign: -1, 0 or 1 (the authors).
    SIGN,
    /// Rewards are clipped to [-1, 1] (Nature).
    CLIPPED;

    /// Returns the reward to learn from.
    public double learned(double reward) {
      return switch (this) {
        case AS_GIVEN -> reward;
        case SIGN -> Math.signum(reward);
        case CLIPPED -> Math.clamp(reward, -1, 1);
      };
    }
  }

  /// The effect of a lost life on stacks of frames, if [LifeLoss#ENDS]. Evaluations ignore it.
  public enum Stacks {
    /// No effect: a stack may contain frames from before the lost life (Gymnasium).
    THROUGH,
    /// A new stack starts after a lost life, as at the start of an episode, both for acting and for learning (Nature).
    ANEW,
    /// Acting ignores a lost life. A transition is learned from only if its complete stack belongs to one life of one
    /// episode (the authors).
    WHOLE
  }

  public Protocol {
    Objects.requireNonNull(truncation, "truncation");
    Objects.requireNonNull(lifeLoss, "lifeLoss");
    Objects.requireNonNull(rewards, "rewards");
    Objects.requireNonNull(stacks, "stacks");
  }

  /// Returns the protocol that learns from steps unchanged.
  public static Protocol plain() {
    return new Protocol(Truncation.BOOTSTRAPS, LifeLoss.GOES_ON, Rewards.AS_GIVEN, Stacks.THROUGH);
  }

  /// Returns a copy with this meaning of truncation.
  public Protocol truncation(Truncation truncation) {
    return new Protocol(truncation, lifeLoss, rewards, stacks);
  }

  /// Returns a copy with this meaning of a lost life.
  public Protocol lifeLoss(LifeLoss lifeLoss) {
    return new Protocol(truncation, lifeLoss, rewards, stacks);
  }

  /// Returns a copy with this transformation of rewards.
  public Protocol rewards(Rewards rewards) {
    return new Protocol(truncation, lifeLoss, rewards, stacks);
  }

  /// Returns a copy with this treatment of stacks.
  public Protocol stacks(Stacks stacks) {
    return new Protocol(truncation, lifeLoss, rewards, stacks);
  }

  /// Rejects combinations of choices that contradict each other. Called only when a run or a replay buffer is created,
  /// so that the parts of a configuration may be set in any order.
  public void check() {
    if (stacks != Stacks.THROUGH && lifeLoss != LifeLoss.ENDS) {
      throw new IllegalArgumentException(
          "stacks must be THROUGH if lifeLoss is GOES_ON, was " + stacks);
    }
  }

  /// Rejects contradictory choices like [#check()], and also those that do not fit the specification of a task.
  public void check(Spec spec) {
    check();
    if (stacks == Stacks.ANEW && spec.stackStart() == Spec.StackStart.LEAD_IN) {
      throw new IllegalArgumentException(
          "with stacks ANEW, stackStart must be ZEROS or REPEAT, was LEAD_IN");
    }
  }

  /// Whether a lost life counts as terminated.
  public boolean lifeLossEnds() {
    return lifeLoss == LifeLoss.ENDS;
  }

  /// Whether there is no value beyond a step for learning. A lost life is handled separately ([#lifeLossEnds]).
  ///
  /// @param truncated whether this step truncated the episode, by its own flag or by the step limit
  public boolean terminates(Step step, boolean truncated) {
    return step.terminated() || (truncated && truncation == Truncation.ENDS);
  }

  /// Returns the step to learn from: the same object if nothing changes.
  public Step learned(Step step) {
    double reward = rewards.learned(step.reward());
    boolean terminated = terminates(step, step.truncated());
    return reward == step.reward() && terminated == step.terminated()
        ? step
        : new Step(reward, terminated, step.truncated(), step.lifeLost());
  }
}
