package org.evenkeel.examples;

import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.nn.LearningRate;
import org.evenkeel.core.nn.Optimizer;
import org.evenkeel.core.train.Evaluation;
import org.evenkeel.core.train.Trainer;
import org.evenkeel.core.train.Training;

/// Trains with a changing learning rate: the library's cosine schedule after a custom warm-up.
public final class LearningRateSchedule {
  private LearningRateSchedule() {}

  // @start region=warm-up
  /// Rises linearly over the first updates, then follows another schedule.
  record WarmUp(long updates, LearningRate then) implements LearningRate {
    @Override
    public double factorAt(long update) {
      double risen = update < updates ? (double) update / updates : 1;
      return risen * then.factorAt(update);
    }

    @Override
    public String identity() {
      return "warm-up over " + updates + " updates, then " + then.identity();
    }
  }

  // @end

  /// Returns the mean return after a number of steps, with one update per step after the first 1,000.
  static double meanReturn(long steps) {
    // @start region=cosine
    LearningRate cosine = new LearningRate.Cosine(0.01, 0, steps - 1_000); // ends at a hundredth
    Training training =
        Training.of(Algorithm.averaged(5))
            .steps(steps)
            .optimizer(new Optimizer.Adam(2e-3)) // the rate that the factor multiplies
            .learningRate(new WarmUp(200, cosine));
    // @end
    var run = Trainer.train(Thermostat::new, training, 1);
    return Evaluation.of(Thermostat::new, run.policy(), training, 2, 20, 0).meanReturn();
  }

  public static void main(String[] args) {
    LearningRate schedule = new WarmUp(200, new LearningRate.Cosine(0.01, 0, 3_000));
    for (long update : new long[] {1, 100, 200, 1_500, 3_000}) {
      System.out.printf("update %,d: factor %.3f%n", update, schedule.factorAt(update));
    }
    System.out.printf("mean return: %.1f (200 is perfect)%n", meanReturn(4_000));
  }
}
