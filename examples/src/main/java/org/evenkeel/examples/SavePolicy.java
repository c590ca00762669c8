package org.evenkeel.examples;

import java.io.IOException;
import java.nio.file.Path;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Policy;
import org.evenkeel.core.train.Trainer;
import org.evenkeel.core.train.Training;

/// Trains a policy and writes it to a file, which [LoadPolicy] reads.
public final class SavePolicy {
  private SavePolicy() {}

  /// Trains, saves and returns the policy.
  static Policy save(Path file) throws IOException {
    Training training = Training.of(Algorithm.averaged(5)).steps(4_000);
    // @start region=save
    Policy policy = Trainer.train(Thermostat::new, training, 1).policy();
    policy.save(file); // the complete file or none
    // @end
    return policy;
  }

  /// Runs the example; the argument is the name of the policy file.
  public static void main(String[] args) throws IOException {
    Path file = Path.of(args.length == 0 ? "policy.safetensors" : args[0]);
    Policy policy = save(file);
    System.out.println("saved " + policy.sets() + " parameter sets to " + file);
  }
}
