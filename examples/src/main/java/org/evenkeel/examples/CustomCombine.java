package org.evenkeel.examples;

import java.util.Arrays;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Bootstrap;
import org.evenkeel.core.agent.Combine;
import org.evenkeel.core.train.Evaluation;
import org.evenkeel.core.train.Trainer;
import org.evenkeel.core.train.Training;

/// A custom combination of the estimates, the second part of an algorithm: the median of the snapshots' values, where
/// Averaged-DQN uses their mean.
public final class CustomCombine {
  private CustomCombine() {}

  // @start region=combine
  record Median() implements Combine {
    @Override
    public void combine(float[][] estimates, int k, int size, float[] combined) {
      float[] sorted = new float[k];
      for (int i = 0; i < size; i++) { // one value per state and action
        for (int j = 0; j < k; j++) {
          sorted[j] = estimates[j][i];
        }
        Arrays.sort(sorted);
        combined[i] = (sorted[(k - 1) / 2] + sorted[k / 2]) / 2;
      }
    }
  }

  static final Algorithm MEDIAN_DQN =
      new Algorithm(new Algorithm.Estimates.Snapshots(5), new Median(), Bootstrap.Named.MAX);

  // @end

  static final Training TRAINING = Training.of(MEDIAN_DQN).steps(4_000);

  /// Returns the mean return of the trained policy, which is greedy on the median.
  static double meanReturn() {
    var run = Trainer.train(Thermostat::new, TRAINING, 1);
    return Evaluation.of(Thermostat::new, run.policy(), TRAINING, 2, 20, 0).meanReturn();
  }

  public static void main(String[] args) {
    System.out.printf("Median-DQN(5): %.1f (200 is perfect)%n", meanReturn());
  }
}
