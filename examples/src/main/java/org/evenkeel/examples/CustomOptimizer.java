package org.evenkeel.examples;

import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.nn.Optimizer;
import org.evenkeel.core.nn.OptimizerStep;
import org.evenkeel.core.train.Evaluation;
import org.evenkeel.core.train.Trainer;
import org.evenkeel.core.train.Training;

/// Trains with an optimizer that the library does not have.
public final class CustomOptimizer {
  private CustomOptimizer() {}

  // @start region=optimizer
  /// Lion (Chen et al. 2023): a step of fixed size in the direction of a sign, with decoupled weight decay.
  record Lion(double learningRate, double beta1, double beta2, double decay) implements Optimizer {
    @Override
    public int moments() {
      return 1; // one float per parameter, initially zero, saved in checkpoints
    }

    @Override
    public void step(OptimizerStep step, float[] theta, float[] gradient, int from, int to) {
      float[] mean = step.moments(0);
      float rate = (float) step.learningRate(); // after the learning-rate schedule
      for (int i = from; i < to; i++) { // other threads update the rest
        float direction = Math.signum(mix(beta1, mean[i], gradient[i]));
        theta[i] -= rate * (direction + (float) decay * theta[i]);
        mean[i] = mix(beta2, mean[i], gradient[i]);
      }
    }

    private static float mix(double beta, float old, float now) {
      return (float) (beta * old + (1 - beta) * now);
    }
  }

  // @end

  /// Returns the mean return of a policy trained with an optimizer.
  static double meanReturn(Optimizer optimizer) {
    Training training = Training.of(Algorithm.averaged(5)).steps(4_000).optimizer(optimizer);
    var run = Trainer.train(Thermostat::new, training, 1);
    return Evaluation.of(Thermostat::new, run.policy(), training, 2, 20, 0).meanReturn();
  }

  public static void main(String[] args) {
    System.out.printf("Lion: %.1f (200 is perfect)%n", meanReturn(new Lion(2e-4, 0.9, 0.99, 0)));
    System.out.printf("Adam: %.1f%n", meanReturn(new Optimizer.Adam(5e-4)));
  }
}
