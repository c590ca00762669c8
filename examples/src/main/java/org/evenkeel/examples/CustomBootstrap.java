package org.evenkeel.examples;

import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Bootstrap;
import org.evenkeel.core.agent.Combine;
import org.evenkeel.core.agent.Targets;
import org.evenkeel.core.train.Evaluation;
import org.evenkeel.core.train.Trainer;
import org.evenkeel.core.train.Training;

/// Custom bootstrap rules, the third part of an algorithm: two values of a next state that overestimate less than the
/// maximum.
public final class CustomBootstrap {
  private CustomBootstrap() {}

  // @start region=bootstrap
  /// Mellowmax (Asadi and Littman 2017): `log(mean of exp(omega * q)) / omega`, between mean and maximum.
  record Mellowmax(double omega) implements Bootstrap {
    @Override
    public float value(float[] combined, float[] online, int from, int actions, int taken) {
      double largest = combined[from + Targets.argmax(combined, from, actions)];
      double sum = 0;
      for (int a = 0; a < actions; a++) {
        sum += StrictMath.exp(omega * (combined[from + a] - largest));
      }
      return (float) (largest + StrictMath.log(sum / actions) / omega);
    }
  }

  // @end

  /// The mean value under an epsilon-greedy policy (Expected SARSA).
  record Expected(double epsilon) implements Bootstrap {
    @Override
    public float value(float[] combined, float[] online, int from, int actions, int taken) {
      double sum = 0;
      for (int a = 0; a < actions; a++) {
        sum += combined[from + a];
      }
      double largest = combined[from + Targets.argmax(combined, from, actions)];
      return (float) ((1 - epsilon) * largest + epsilon * sum / actions);
    }
  }

  /// Returns the mean return of a policy trained with a bootstrap rule.
  static double meanReturn(Bootstrap bootstrap) {
    // @start region=bootstrap-use
    Algorithm algorithm =
        new Algorithm(new Algorithm.Estimates.Snapshots(5), new Combine.Mean(), bootstrap);
    // @end
    Training training = Training.of(algorithm).steps(4_000);
    var run = Trainer.train(Thermostat::new, training, 1);
    return Evaluation.of(Thermostat::new, run.policy(), training, 2, 20, 0).meanReturn();
  }

  public static void main(String[] args) {
    System.out.printf("mellowmax: %.1f (200 is perfect)%n", meanReturn(new Mellowmax(5)));
    System.out.printf("expected value: %.1f%n", meanReturn(new Expected(0.05)));
  }
}
