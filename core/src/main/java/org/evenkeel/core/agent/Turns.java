package org.evenkeel.core.agent;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.evenkeel.core.data.Minibatch;

/// Applies the options of [Ensemble] at an update of K learners: which of them learn, which draw a minibatch, and which
/// TD errors are reported. A single learner always learns, from its own minibatch, and its own errors are reported.
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

  /// Selects the learners of this update.
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

  /// Returns the number of learners that learn at this update.
  int count() {
    return last - first + 1;
  }

  /// Whether a learner draws a minibatch, instead of learning from the previous one.
  boolean draws(int learner) {
    return learner == first || !shared;
  }

  /// Records that a learner has learned, and reports the absolute TD errors of its rows to the source of its minibatch:
  /// the mean over all learners if they share the minibatch.
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
