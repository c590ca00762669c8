package org.evenkeel.core.agent;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.evenkeel.core.data.Minibatch;

/// Whose turn it is at an update of K learners, which of them draw a minibatch, and what is told about it
/// afterwards: the options of [Ensemble]. With one learner: that one, its own minibatch, its own errors.
final class Turns {
  private final int learners;
  private final boolean one;
  private final boolean shared;
  private final float[] errors;
  private int first;
  private int last;

  Turns(int learners, Ensemble ensemble, int batchSize) {
    this.learners = learners;
    one = learners > 1 && ensemble.update() == Ensemble.Update.ONE;
    shared = ensemble.minibatches() == Ensemble.Minibatches.SHARED;
    errors = new float[batchSize];
  }

  /// Decides who learns at this update.
  void begin(RandomGenerator random) {
    first = one ? random.nextInt(learners) : 0;
    last = one ? first : learners - 1;
    Arrays.fill(errors, 0);
  }

  int first() {
    return first;
  }

  int last() {
    return last;
  }

  /// How many learn at this update.
  int count() {
    return last - first + 1;
  }

  /// Whether a minibatch is drawn for a learner, or it learns from the one before.
  boolean draws(int learner) {
    return learner == first || !shared;
  }

  /// A learner has learned. The source of its minibatch is told the absolute errors of its rows: the mean over
  /// all learners where they share it.
  void learned(int learner, float[] tdErrors, Minibatch minibatch, Learner.Source source) {
    for (int i = 0; i < minibatch.size(); i++) {
      errors[i] += Math.abs(tdErrors[i]) / (shared ? count() : 1);
    }
    if (!shared || learner == last) {
      source.learned(minibatch, errors);
      Arrays.fill(errors, 0);
    }
  }
}
