package org.evenkeel.core.env;

import java.util.Objects;

/// How learning interprets the steps of an environment, in the points where published code differs. Scores are always
/// computed from the original steps. `docs/algorithms.md` gives the source of each choice.
///
/// @param truncation what a truncated episode means
/// @param lifeLoss what the loss of a life means
/// @param rewards how rewards are transformed for learning
/// @param stacks what the loss of a life means for stacks of frames
public record Protocol(Truncation truncation, LifeLoss lifeLoss, Rewards rewards, Stacks stacks) {
  /// What an episode that was truncated, by its step limit or by the environment, means for learning.
  public enum Truncation {
    /// The last state keeps its value.
    BOOTSTRAPS,
    /// There is no value beyond the last state, as if terminated (the authors' code).
    ENDS
  }

  /// What the loss of a life means for learning.
  public enum LifeLoss {
    /// Nothing.
    GOES_ON,
    /// There is no value beyond it, as if terminated (Nature, the authors).
    ENDS
  }

  /// How rewards are transformed for learning.
  public enum Rewards {
    /// Unchanged.
    AS_GIVEN,
    /// Replaced by their sign: -1, 0 or 1 (the authors).
    SIGN,
    /// Clipped to [-1, 1] (Nature).
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

  /// What the loss of a life means for stacks of frames, if [LifeLoss#ENDS]. Evaluations ignore it.
  public enum Stacks {
    /// Nothing: a stack may contain frames from before it (Gymnasium).
    THROUGH,
    /// A new stack starts after it, as at the start of an episode, both for acting and for learning (Nature).
    ANEW,
    /// Acting ignores it. A transition is learned from only if its complete stack belongs to one life of
    /// one episode (the authors).
    WHOLE
  }

  public Protocol {
    Objects.requireNonNull(truncation, "truncation");
    Objects.requireNonNull(lifeLoss, "lifeLoss");
    Objects.requireNonNull(rewards, "rewards");
    Objects.requireNonNull(stacks, "stacks");
  }

  /// The protocol that learns from steps unchanged.
  public static Protocol plain() {
    return new Protocol(Truncation.BOOTSTRAPS, LifeLoss.GOES_ON, Rewards.AS_GIVEN, Stacks.THROUGH);
  }

  /// A copy with this meaning of truncation.
  public Protocol truncation(Truncation truncation) {
    return new Protocol(truncation, lifeLoss, rewards, stacks);
  }

  /// A copy with this meaning of a lost life.
  public Protocol lifeLoss(LifeLoss lifeLoss) {
    return new Protocol(truncation, lifeLoss, rewards, stacks);
  }

  /// A copy with this transformation of rewards.
  public Protocol rewards(Rewards rewards) {
    return new Protocol(truncation, lifeLoss, rewards, stacks);
  }

  /// A copy with this treatment of stacks.
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

  /// Like [#check()], and also checks against the specification of a task.
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

  /// The step to learn from: the same object if nothing changes.
  public Step learned(Step step) {
    double reward = rewards.learned(step.reward());
    boolean terminated = terminates(step, step.truncated());
    return reward == step.reward() && terminated == step.terminated()
        ? step
        : new Step(reward, terminated, step.truncated(), step.lifeLost());
  }
}
