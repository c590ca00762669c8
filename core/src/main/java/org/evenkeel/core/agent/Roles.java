package org.evenkeel.core.agent;

import java.util.Objects;

/// Which network acts during training, and which estimate is evaluated.
///
/// @param actor whose values the training policy follows
/// @param evaluated whose values the evaluated policy follows: the algorithm's output
/// @param ties which of several best actions the training policy takes; evaluations take the first
public record Roles(Actor actor, Evaluated evaluated, Ties ties) {
  /// Whose values the training policy follows.
  public enum Actor {
    /// The online network (for an ensemble: its online networks, combined like the estimates).
    ONLINE,
    /// The combined estimate that targets use.
    COMBINED,
    /// The online network of one learner, drawn again for each episode. With one learner, the online network.
    ONE_LEARNER
  }

  /// Whose values the evaluated policy follows.
  public enum Evaluated {
    /// The combined estimate: the output of Algorithms 2 and 3.
    COMBINED,
    /// The online network, as in most reimplementations.
    ONLINE
  }

  /// Which of several best actions is taken.
  public enum Ties {
    /// The one with the lowest index.
    LOWEST,
    /// A random one (DeepMind's Nature code).
    RANDOM
  }

  public Roles {
    Objects.requireNonNull(actor, "actor");
    Objects.requireNonNull(evaluated, "evaluated");
    Objects.requireNonNull(ties, "ties");
  }

  /// The paper's choices: the online network acts, the combined estimate is evaluated.
  public static Roles paper() {
    return new Roles(Actor.ONLINE, Evaluated.COMBINED, Ties.LOWEST);
  }

  /// A copy with this actor.
  public Roles actor(Actor actor) {
    return new Roles(actor, evaluated, ties);
  }

  /// A copy in which this estimate is evaluated.
  public Roles evaluated(Evaluated evaluated) {
    return new Roles(actor, evaluated, ties);
  }

  /// A copy with this way of breaking ties.
  public Roles ties(Ties ties) {
    return new Roles(actor, evaluated, ties);
  }
}
