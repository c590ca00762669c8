package org.evenkeel.core.agent;

import java.util.Objects;

/// The way in which the K learners of an ensemble learn. It has no effect on an algorithm with one
/// learner.
///
/// @param minibatches whether the learners share a minibatch
/// @param update the number of learners that learn at an update
public record Ensemble(Minibatches minibatches, Update update) {
  /// Whether the learners share a minibatch.
  public enum Minibatches {
    /// Each learner draws its own minibatch: K separate minimizations.
    OWN,
    /// One minibatch is drawn for all learners.
    SHARED
  }

  /// The number of learners that learn at an update.
  public enum Update {
    /// All learners: Algorithm 3, lines 7 to 9.
    ALL,
    /// One learner, drawn at random (the published code of Maxmin-DQN).
    ONE
  }

  public Ensemble {
    Objects.requireNonNull(minibatches, "minibatches");
    Objects.requireNonNull(update, "update");
  }

  /// Returns the paper's choices: K separate minimizations at each update.
  public static Ensemble paper() {
    return new Ensemble(Minibatches.OWN, Update.ALL);
  }

  /// Returns a copy with this choice of minibatches.
  public Ensemble minibatches(Minibatches minibatches) {
    return new Ensemble(minibatches, update);
  }

  /// Returns a copy with this choice of learners per update.
  public Ensemble update(Update update) {
    return new Ensemble(minibatches, update);
  }
}
