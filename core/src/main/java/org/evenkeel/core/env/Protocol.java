package org.evenkeel.core.env;

import java.util.Objects;

/// What the steps of an environment mean for learning, where published code differs. Scores are always computed
/// from the steps as they are. `docs/algorithms.md` has the sources of each choice.
///
/// @param truncation what an episode that was cut short means
/// @param lifeLoss what the loss of a life means
/// @param rewards what is done to rewards before they are learned from
/// @param stacks what the loss of a life means for stacks of frames
public record Protocol(Truncation truncation, LifeLoss lifeLoss, Rewards rewards, Stacks stacks) {
  /// What an episode that was cut short, by its limit of steps or by the environment, means for learning.
  public enum Truncation {
    /// The last state keeps its value.
    BOOTSTRAPS,
    /// No value beyond it, as if terminated (the authors' code).
    ENDS
  }

  /// What the loss of a life means for learning.
  public enum LifeLoss {
    /// Nothing.
    GOES_ON,
    /// No value beyond it, as if terminated (Nature, the authors).
    ENDS
  }

  /// What is done to rewards before they are learned from.
  public enum Rewards {
    /// Nothing.
    AS_GIVEN,
    /// -1, 0 or 1 by their sign (the authors).
    SIGN,
    /// Clipped to [-1, 1] (Nature).
    CLIPPED;

    /// The reward to learn from.
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
    /// Nothing: a stack may hold frames from before it (Gymnasium).
    THROUGH,
    /// A stack starts again after it, as at the start of an episode, for acting and for learning (Nature).
    ANEW,
    /// Acting ignores it; a transition is learned from only if its whole stack belongs to one life of one
    /// episode (the authors).
    WHOLE
  }

  public Protocol {
    Objects.requireNonNull(truncation, "truncation");
    Objects.requireNonNull(lifeLoss, "lifeLoss");
    Objects.requireNonNull(rewards, "rewards");
    Objects.requireNonNull(stacks, "stacks");
  }

  /// Steps are learned from as they are.
  public static Protocol plain() {
    return new Protocol(Truncation.BOOTSTRAPS, LifeLoss.GOES_ON, Rewards.AS_GIVEN, Stacks.THROUGH);
  }

  /// A copy with another meaning of truncation.
  public Protocol truncation(Truncation truncation) {
    return new Protocol(truncation, lifeLoss, rewards, stacks);
  }

  /// A copy with another meaning of a lost life.
  public Protocol lifeLoss(LifeLoss lifeLoss) {
    return new Protocol(truncation, lifeLoss, rewards, stacks);
  }

  /// A copy with other rewards.
  public Protocol rewards(Rewards rewards) {
    return new Protocol(truncation, lifeLoss, rewards, stacks);
  }

  /// A copy with other stacks.
  public Protocol stacks(Stacks stacks) {
    return new Protocol(truncation, lifeLoss, rewards, stacks);
  }

  /// Refuses choices that do not go together. Called when a run or a replay buffer is made, not before: parts
  /// of a configuration may be set in any order.
  public void check() {
    if (stacks != Stacks.THROUGH && lifeLoss != LifeLoss.ENDS) {
      throw new IllegalArgumentException(
          "stacks must be THROUGH where lifeLoss is GOES_ON, was " + stacks);
    }
  }

  /// As [#check], for a task.
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

  /// Whether nothing beyond a step has value for learning; a lost life is treated apart ([#lifeLossEnds]).
  ///
  /// @param truncated whether the episode was cut short by the step, by the environment's word or by its limit
  public boolean terminates(Step step, boolean truncated) {
    return step.terminated() || (truncated && truncation == Truncation.ENDS);
  }

  /// A step as it is learned from: the same object where nothing changes.
  public Step learned(Step step) {
    double reward = rewards.learned(step.reward());
    boolean terminated = terminates(step, step.truncated());
    return reward == step.reward() && terminated == step.terminated()
        ? step
        : new Step(reward, terminated, step.truncated(), step.lifeLost());
  }
}
