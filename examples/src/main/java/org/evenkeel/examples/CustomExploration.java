package org.evenkeel.examples;

import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Exploration;
import org.evenkeel.core.train.Evaluation;
import org.evenkeel.core.train.Trainer;
import org.evenkeel.core.train.Training;

/// Two custom exploration strategies: one chooses the actions itself, the other sets the probability of a random action.
public final class CustomExploration {
  private CustomExploration() {}

  // @start region=softmax
  /// Softmax (Boltzmann) exploration: an action's probability is proportional to `exp(value / temperature)`.
  record Softmax(double temperature) implements Exploration {
    @Override
    public int act(Situation now) {
      float[] q = now.values();
      double largest = q[now.best()]; // subtracted, so that exp does not overflow
      double sum = 0;
      for (int a = 0; a < now.actions(); a++) {
        sum += weight(q[a] - largest);
      }
      double left = now.random().nextDouble() * sum;
      int action = 0;
      while (action < now.actions() - 1 && left >= weight(q[action] - largest)) {
        left -= weight(q[action++] - largest);
      }
      return action;
    }

    private double weight(double advantage) {
      return StrictMath.exp(advantage / temperature); // StrictMath: the same bits on every machine
    }

    @Override
    public double epsilonAt(long step) {
      return Double.NaN; // there is no epsilon to report
    }
  }

  // @end

  // @start region=epsilon
  /// Epsilon-greedy, with epsilon halved every `halfLife` steps, down to `least`.
  record Halving(long halfLife, double least) implements Exploration {
    @Override
    public double epsilonAt(long step) {
      return Math.max(least, StrictMath.pow(0.5, (double) step / halfLife));
    }
  }

  // @end

  /// Returns the mean return of a policy trained with an exploration strategy.
  static double meanReturn(Exploration exploration) {
    Training training = Training.of(Algorithm.averaged(5)).steps(4_000).exploration(exploration);
    var run = Trainer.train(Thermostat::new, training, 1);
    return Evaluation.of(Thermostat::new, run.policy(), training, 2, 20, 0).meanReturn();
  }

  public static void main(String[] args) {
    System.out.printf("softmax: %.1f (200 is perfect)%n", meanReturn(new Softmax(0.5)));
    System.out.printf("halving epsilon: %.1f%n", meanReturn(new Halving(1_000, 0.05)));
  }
}
