package org.evenkeel.core.agent;

import java.util.Objects;

/// The choice of the network that acts during training and of the estimate that is evaluated.
///
/// @param actor the network whose values the training policy follows
/// @param evaluated the estimate whose values the evaluated policy follows: the algorithm's output
/// @param ties the choice among several best actions during training; evaluations choose the first
public record Roles(Actor actor, Evaluated evaluated, Ties ties) {
  /// The network whose values the training policy follows.
  public enum Actor {
    /// The online network (for an ensemble: its online networks, combined like the estimates).
    ONLINE,
    /// The combined estimate that targets use.
    COMBINED,
    /// The online network of one learner, drawn again for each episode. With one learner, the online network.
    ONE_LEARNER
  }

  /// The estimate whose values the evaluated policy follows.
  public enum Evaluated {
    /// The combined estimate: the output of Algorithms 2 and 3.
    COMBINED,
    /// The online network, as in most reimplementations.
    ONLINE
  }

  /// The choice among several best actions.
  public enum Ties {
    /// The action with the lowest index.
    LOWEST,
    /// A random one of the best actions (DeepMind's Nature code).
    RANDOM
  }

  public Roles {
    Objects.requireNonNull(actor, "actor");
    Objects.requireNonNull(evaluated, "evaluated");
    Objects.requireNonNull(ties, "ties");
  }

  /// Returns the paper's choices: the online network acts, the combined estimate is evaluated.
  public static Roles paper() {
    return new Roles(Actor.ONLINE, Evaluated.COMBINED, Ties.LOWEST);
  }

  /// Returns a copy with this actor.
  public Roles actor(Actor actor) {
    return new Roles(actor, evaluated, ties);
  }

  /// Returns a copy in which this estimate is evaluated.
  public Roles evaluated(Evaluated evaluated) {
    return new Roles(actor, evaluated, ties);
  }

  /// Returns a copy with this way of breaking ties.
  public Roles ties(Ties ties) {
    return new Roles(actor, evaluated, ties);
  }
}
