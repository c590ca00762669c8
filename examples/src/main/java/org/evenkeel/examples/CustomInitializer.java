package org.evenkeel.examples;

import java.util.random.RandomGenerator;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Policy;
import org.evenkeel.core.nn.Initializer;
import org.evenkeel.core.train.Evaluation;
import org.evenkeel.core.train.Trainer;
import org.evenkeel.core.train.Training;

/// Starts a network from custom random weights.
public final class CustomInitializer {
  private CustomInitializer() {}

  // @start region=initializer
  /// Glorot and Bengio 2010: weights uniform in +-gain * sqrt(6 / (fan in + fan out)), biases 0.
  record Glorot(double gain) implements Initializer {
    @Override
    public float draw(Weights of, RandomGenerator random) {
      double bound = gain * Math.sqrt(6.0 / (of.fanIn() + of.fanOut()));
      return of.bias() ? 0 : (float) ((2 * random.nextDouble() - 1) * bound);
    }
  }

  // @end

  static final Training TRAINING =
      Training.of(Algorithm.averaged(5)).steps(4_000).initializer(new Glorot(1));

  /// Returns the policy before the first step: its parameters are the initial ones.
  static Policy untrained() {
    try (Trainer trainer = new Trainer(Thermostat::new, TRAINING, 1)) {
      return trainer.policy();
    }
  }

  /// Returns the mean return of the trained policy.
  static double meanReturn() {
    var run = Trainer.train(Thermostat::new, TRAINING, 1);
    return Evaluation.of(Thermostat::new, run.policy(), TRAINING, 2, 20, 0).meanReturn();
  }

  public static void main(String[] args) {
    float[] first = untrained().tensors().tensor("0.fc1.weight").floats();
    System.out.printf("first weights: %.3f, %.3f, %.3f%n", first[0], first[1], first[2]);
    System.out.printf("mean return: %.1f (200 is perfect)%n", meanReturn());
  }
}
