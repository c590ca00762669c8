package org.evenkeel.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Policy;
import org.evenkeel.core.train.Checkpoint;
import org.evenkeel.core.train.Outcome;
import org.evenkeel.core.train.Trainer;
import org.evenkeel.core.train.Training;

/// Interrupts a run, continues it from its checkpoint, and compares the result with that of an uninterrupted run.
public final class ResumeRun {
  private ResumeRun() {}

  static final Training TRAINING =
      Training.of(Algorithm.averaged(5)).steps(3_000).evaluation(e -> e.periodSteps(1_000));

  // @start region=resume
  /// Runs to step `until`, from the checkpoint in the folder if it has one, with a checkpoint every 500 steps.
  static Outcome run(Path folder, Training training, long until) throws IOException {
    try (Trainer trainer = new Trainer(Thermostat::new, training, 1)) {
      if (Checkpoint.exists(folder)) {
        Checkpoint.resume(folder, trainer);
      }
      Outcome outcome;
      do {
        outcome = trainer.run(Math.min(until, trainer.step() + 500));
        Checkpoint.write(folder, trainer);
      } while (outcome == Outcome.REACHED && trainer.step() < until);
      return outcome; // REACHED until, FINISHED, or STOPPED by stop()
    }
  }

  // @end

  /// Returns the policy of the newest checkpoint.
  static Policy policy(Path folder, Training training) throws IOException {
    return Checkpoint.policy(folder, Thermostat::new, training, 1).policy();
  }

  public static void main(String[] args) throws IOException {
    Path folder = Files.createTempDirectory("interrupted");
    System.out.println(run(folder, TRAINING, 1_700)); // then the trainer is discarded
    System.out.println(run(folder, TRAINING, TRAINING.schedule().steps()));
    Path resumed = folder.resolve("resumed.safetensors");
    policy(folder, TRAINING).save(resumed);

    Path other = folder.resolve("never-interrupted.safetensors");
    Trainer.train(Thermostat::new, TRAINING, 1).policy().save(other);
    System.out.println("the same bytes: " + (Files.mismatch(resumed, other) < 0));
  }
}
