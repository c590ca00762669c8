package org.evenkeel.examples;

import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.nn.Layer;
import org.evenkeel.core.train.Evaluation;
import org.evenkeel.core.train.Trainer;
import org.evenkeel.core.train.Training;

/// Trains a network with two convolutions on 64x64 byte images ([WhichWay]).
public final class CustomNetwork {
  private CustomNetwork() {}

  // @start region=network
  static final Training TRAINING =
      Training.of(Algorithm.averaged(3))
          .network(
              Layer.conv(8, 8, 4), // 8 filters of 8x8, stride 4
              Layer.relu(),
              Layer.conv(16, 4, 2),
              Layer.relu(),
              Layer.flatten(),
              Layer.dense(64),
              Layer.relu()) // the output layer is added automatically
          .steps(1_500)
          .learningStartSteps(200)
          .targetPeriod(100)
          .discount(0.5)
          .schedule(s -> s.updatePeriodSteps(2));

  // @end

  /// Returns the mean return of the trained policy; the maximum is 20, guessing gives 10.
  static double meanReturn() {
    var run = Trainer.train(WhichWay::new, TRAINING, 1);
    return Evaluation.of(WhichWay::new, run.policy(), TRAINING, 2, 50, 0).meanReturn();
  }

  public static void main(String[] args) {
    System.out.printf("%.1f of 20 answers right; guessing gives 10%n", meanReturn());
  }
}
