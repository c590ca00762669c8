package org.evenkeel.examples;

import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Policy;
import org.evenkeel.core.env.EnvironmentCheck;
import org.evenkeel.core.train.Evaluation;
import org.evenkeel.core.train.EvaluationResult;
import org.evenkeel.core.train.Run;
import org.evenkeel.core.train.Trainer;
import org.evenkeel.core.train.Training;

/// Trains Averaged-DQN on [Thermostat] and queries the policy.
public final class TrainThermostat {
  private TrainThermostat() {}

  /// Runs the example; the argument is the number of steps, 20,000 by default.
  public static void main(String[] args) {
    long steps = args.length == 0 ? 20_000 : Long.parseLong(args[0]);

    EnvironmentCheck.verify(Thermostat::new); // explains what is wrong

    Training training = Training.of(Algorithm.averaged(10)).steps(steps);
    Run run = Trainer.train(Thermostat::new, training, 1); // seed 1
    Policy policy = run.policy(); // greedy on the mean of the 10 snapshots

    // seed 2, 100 episodes, no random actions
    EvaluationResult result = Evaluation.of(Thermostat::new, policy, training, 2, 100, 0);
    System.out.printf("mean return of 100 episodes: %.1f (200 is perfect)%n", result.meanReturn());
    String[] heater = {"off", "low", "high"};
    float[] cold = {-0.5f, -0.2f, 0}; // 15 degrees inside, -2 outside, heater off
    float[] warm = {0.5f, 0.8f, 1}; // 25 degrees inside, 8 outside, heater low
    System.out.println("at 15 degrees: " + heater[policy.act(cold)]);
    System.out.println("at 25 degrees: " + heater[policy.act(warm)]);
  }
}
