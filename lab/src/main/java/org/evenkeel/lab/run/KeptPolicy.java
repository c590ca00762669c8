package org.evenkeel.lab.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.evenkeel.core.agent.Policy;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.EnvironmentCalls;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.nn.Network;
import org.evenkeel.core.nn.SafeTensors;
import org.evenkeel.core.train.Checkpoint;
import org.evenkeel.core.train.Evaluation;
import org.evenkeel.core.train.EvaluationResult;

/// The policy of a run, ready to play: of its end, or of its last good checkpoint.
///
/// @param config the run's
/// @param environments what it plays
/// @param policy what it does
/// @param step the step of the checkpoint
/// @param notes what there is to say about the checkpoint
public record KeptPolicy(
    RunConfig config,
    Supplier<Environment> environments,
    Policy policy,
    long step,
    List<String> notes) {

  /// Reads it; the run may be going on meanwhile.
  ///
  /// @param classpath where the class of the environment is found now; empty for where it was
  public static KeptPolicy of(Path folder, List<String> classpath) throws IOException {
    RunConfig kept = RunDirectory.config(folder);
    RunConfig config = classpath.isEmpty() ? kept : kept.withClasspath(classpath);
    Supplier<Environment> environments = Tasks.find(config.environment(), config.classpath());
    Path file = folder.resolve(RunDirectory.POLICY);
    if (Files.exists(file)) {
      Spec spec = EnvironmentCalls.ask(environments, EnvironmentCalls::spec);
      Network network = config.training().network().build(spec.observation(), spec.actions());
      Policy policy = load(file, network, config.environment());
      long steps = config.training().schedule().steps();
      return new KeptPolicy(config, environments, policy, steps, List.of());
    }
    if (!Checkpoint.exists(folder)) {
      throw new IOException(
          "there is no checkpoint in '" + folder + "' yet: there is no policy to play");
    }
    try {
      Checkpoint.Kept found =
          Checkpoint.policy(folder, environments, config.training(), config.seed());
      return new KeptPolicy(config, environments, found.policy(), found.step(), found.notes());
    } catch (NoSuchFileException e) {
      return of(folder, classpath); // a run that goes on has just replaced it by a newer one
    }
  }

  private static Policy load(Path file, Network network, String environment) throws IOException {
    SafeTensors tensors = SafeTensors.read(file);
    try {
      return Policy.load(tensors, network);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "'%s' does not fit the network for %s that config.yaml beside it describes: %s"
              .formatted(file, environment, e.getMessage()),
          e);
    }
  }

  /// Lets it play.
  public EvaluationResult evaluate(long seed, int episodes, double epsilon) {
    return Evaluation.of(environments, policy, config.training(), seed, episodes, epsilon);
  }
}
