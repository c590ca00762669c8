package org.evenkeel.core.agent;

import java.util.Locale;
import java.util.Map;
import org.evenkeel.core.internal.RecordText;

/// Where published code differs silently: one named choice for each difference. The defaults are the
/// paper's or, where it is silent, the authors' code; `docs/algorithms.md` has the sources.
///
/// @param actor whose values the training policy follows
/// @param evaluated whose values the evaluated policy follows: the algorithm's output
/// @param windowStart what the K estimates are before K snapshots have been taken
/// @param targetClock what the target period counts
/// @param minibatches whether the learners of an ensemble learn from the same minibatch
/// @param ensembleUpdate how many learners of an ensemble learn at an update
/// @param ties which of several best actions is taken
/// @param truncation what an episode that was cut short means for learning
/// @param lifeLoss what the loss of a life means for learning
/// @param rewards what is done to rewards before they are learned from
/// @param targetPasses how the values of the K estimates are computed; the numbers are the same
/// @param stacks what the loss of a life means for stacks of frames
public record Variants(
    Actor actor,
    Evaluated evaluated,
    WindowStart windowStart,
    TargetClock targetClock,
    Minibatches minibatches,
    EnsembleUpdate ensembleUpdate,
    Ties ties,
    Truncation truncation,
    LifeLoss lifeLoss,
    Rewards rewards,
    TargetPasses targetPasses,
    Stacks stacks) {
  /// Checks that stacks heed lives only where learning does.
  public Variants {
    if (stacks != Stacks.THROUGH && lifeLoss != LifeLoss.ENDS) {
      throw new IllegalArgumentException(
          "stacks must be through where lifeLoss is goes-on, was "
              + stacks.name().toLowerCase(Locale.ROOT)
              + ": set both, or neither");
    }
  }

  /// One of the choices below.
  public sealed interface Choice {}

  /// Whose values the training policy follows.
  public enum Actor implements Choice {
    /// The online network (of an ensemble: its online networks, combined as the estimates are).
    ONLINE,
    /// The combined estimate, the one that targets use.
    COMBINED,
    /// One learner's online network, drawn anew for each episode.
    ONE_LEARNER
  }

  /// Whose values the evaluated policy follows.
  public enum Evaluated implements Choice {
    /// The combined estimate: the output of Algorithms 2 and 3.
    COMBINED,
    /// The online network, as most reimplementations do.
    ONLINE
  }

  /// What the K estimates are before K snapshots have been taken.
  public enum WindowStart implements Choice {
    /// K copies of the initial parameters; the mean is always over K.
    COPIES,
    /// As many as there have been, the initial parameters counted as the first (MushroomRL).
    GROWING,
    /// K networks of other random parameters (a mistake seen twice).
    INDEPENDENT
  }

  /// What the target period counts.
  public enum TargetClock implements Choice {
    /// Steps of the agent, as the authors' "10,000".
    STEPS,
    /// Updates of the parameters.
    UPDATES
  }

  /// Whether the learners of an ensemble learn from the same minibatch.
  public enum Minibatches implements Choice {
    /// Each draws its own: K separate minimizations.
    OWN,
    /// One is drawn for all.
    SHARED
  }

  /// How many learners of an ensemble learn at an update.
  public enum EnsembleUpdate implements Choice {
    /// All: Algorithm 3, lines 7 to 9.
    ALL,
    /// One, drawn at random (the published code of Maxmin-DQN).
    ONE
  }

  /// Which of several best actions is taken.
  public enum Ties implements Choice {
    /// The first.
    LOWEST,
    /// A random one (DeepMind's Nature code), for actions of the training policy.
    RANDOM
  }

  /// What an episode that was cut short, by its limit of steps or by the environment, means for learning.
  public enum Truncation implements Choice {
    /// The last state has its value.
    BOOTSTRAPS,
    /// No value beyond it, as if terminated (the authors' code).
    ENDS
  }

  /// What the loss of a life means for learning.
  public enum LifeLoss implements Choice {
    /// Nothing.
    GOES_ON,
    /// No value beyond it, as if terminated (Nature, the authors).
    ENDS
  }

  /// What is done to rewards before they are learned from; scores keep them as they are.
  public enum Rewards implements Choice {
    /// Nothing.
    AS_GIVEN,
    /// -1, 0 or 1 by their sign (the authors).
    SIGN,
    /// Cut to [-1, 1] (Nature).
    CLIPPED;

    /// A reward as it is learned from.
    public double learned(double reward) {
      return switch (this) {
        case AS_GIVEN -> reward;
        case SIGN -> Math.signum(reward);
        case CLIPPED -> Math.clamp(reward, -1, 1);
      };
    }
  }

  /// How the values of the K estimates are computed; the numbers are the same bits.
  public enum TargetPasses implements Choice {
    /// Remembered where that pays and fits, else together.
    AUTO,
    /// Values of frozen networks are remembered while they are in the window.
    REMEMBERED,
    /// All K networks on one shared batch.
    TOGETHER,
    /// One network after the other: the plain way, to compare with.
    SEPARATE
  }

  /// What the loss of a life means for stacks of frames, where it is learned from as an end. In evaluations a lost
  /// life means nothing.
  public enum Stacks implements Choice {
    /// Nothing: a stack may hold frames from before (Gymnasium).
    THROUGH,
    /// Behind a lost life a stack starts anew, as at the start of an episode, for acting and for learning (Nature).
    ANEW,
    /// Acting goes through; a transition is learned from only if its whole stack is of one life of one episode (the
    /// authors).
    WHOLE
  }

  /// The paper's choices and the authors'.
  public static Variants paper() {
    return new Variants(
        Actor.ONLINE,
        Evaluated.COMBINED,
        WindowStart.COPIES,
        TargetClock.STEPS,
        Minibatches.OWN,
        EnsembleUpdate.ALL,
        Ties.LOWEST,
        Truncation.BOOTSTRAPS,
        LifeLoss.GOES_ON,
        Rewards.AS_GIVEN,
        TargetPasses.AUTO,
        Stacks.THROUGH);
  }

  /// The same with one choice made otherwise: `Variants.paper().with(Ties.RANDOM)`.
  public Variants with(Choice choice) {
    return new Variants(
        choice instanceof Actor c ? c : actor,
        choice instanceof Evaluated c ? c : evaluated,
        choice instanceof WindowStart c ? c : windowStart,
        choice instanceof TargetClock c ? c : targetClock,
        choice instanceof Minibatches c ? c : minibatches,
        choice instanceof EnsembleUpdate c ? c : ensembleUpdate,
        choice instanceof Ties c ? c : ties,
        choice instanceof Truncation c ? c : truncation,
        choice instanceof LifeLoss c ? c : lifeLoss,
        choice instanceof Rewards c ? c : rewards,
        choice instanceof TargetPasses c ? c : targetPasses,
        choice instanceof Stacks c ? c : stacks);
  }

  /// As it was before there were [Stacks], where they go through.
  @Override
  public String toString() {
    return RecordText.of(this, Map.of("stacks", Stacks.THROUGH));
  }
}
