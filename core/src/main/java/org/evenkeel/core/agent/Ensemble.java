package org.evenkeel.core.agent;

import java.util.Objects;

/// How the K learners of an ensemble learn. It has no effect on an algorithm with one learner.
///
/// @param minibatches whether they learn from the same minibatch
/// @param update how many of them learn at an update
public record Ensemble(Minibatches minibatches, Update update) {
  /// Whether the learners share a minibatch.
  public enum Minibatches {
    /// Each learner draws its own: K separate minimizations.
    OWN,
    /// One minibatch is drawn for all.
    SHARED
  }

  /// How many learners learn at an update.
  public enum Update {
    /// All: Algorithm 3, lines 7 to 9.
    ALL,
    /// One, drawn at random (the published code of Maxmin-DQN).
    ONE
  }

  public Ensemble {
    Objects.requireNonNull(minibatches, "minibatches");
    Objects.requireNonNull(update, "update");
  }

  /// The paper's choices: K separate minimizations at each update.
  public static Ensemble paper() {
    return new Ensemble(Minibatches.OWN, Update.ALL);
  }

  /// A copy with this choice of minibatches.
  public Ensemble minibatches(Minibatches minibatches) {
    return new Ensemble(minibatches, update);
  }

  /// A copy with this choice of learners per update.
  public Ensemble update(Update update) {
    return new Ensemble(minibatches, update);
  }
}
