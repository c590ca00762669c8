package org.evenkeel.lab.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.evenkeel.core.agent.Policy;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.EnvironmentCalls;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.internal.Shell;
import org.evenkeel.core.train.Checkpoint;
import org.evenkeel.core.train.Evaluation;
import org.evenkeel.core.train.EvaluationResult;
import org.evenkeel.lab.config.RunConfig;
import org.evenkeel.lab.config.Tasks;

/// The policy of a run, ready to play: the final one, or that of the last good checkpoint.
///
/// @param config the configuration of the run
/// @param environments the supplier, which creates the environment to play
/// @param policy the policy
/// @param step the step of the checkpoint
/// @param notes remarks about the checkpoint for the user
public record KeptPolicy(
    RunConfig config,
    Supplier<Environment> environments,
    Policy policy,
    long step,
    List<String> notes) {
  /// The number of attempts after which a missing checkpoint counts as a dangling link and no longer as one that is
  /// being replaced.
  private static final int MOST_TRIES = 10;

  /// Reads the policy. The run may still be training.
  ///
  /// @param classpath the current location of the environment's class; empty if it has not moved
  public static KeptPolicy of(Path folder, List<String> classpath) throws IOException {
    for (int again = 1; ; again++) {
      try {
        return read(folder, classpath);
      } catch (NoSuchFileException e) {
        // The run, still training, has just replaced the checkpoint with a newer one.
        if (again == MOST_TRIES) {
          throw e;
        }
      }
    }
  }

  private static KeptPolicy read(Path folder, List<String> classpath) throws IOException {
    RunConfig kept = RunDirectory.config(folder);
    RunConfig config = classpath.isEmpty() ? kept : kept.withClasspath(classpath);
    Supplier<Environment> environments = Tasks.find(config.environment(), config.classpath());
    Path file = folder.resolve(RunDirectory.POLICY);
    if (Files.exists(file)) {
      Policy policy = load(folder, file);
      Checksums.compare(folder, RunDirectory.CONFIG, RunDirectory.POLICY);
      Spec spec = EnvironmentCalls.ask(environments, EnvironmentCalls::spec);
      requireFits(policy, file, spec, config.environment());
      long steps = config.training().schedule().steps();
      return new KeptPolicy(config, environments, policy, steps, List.of());
    }
    if (!Checkpoint.exists(folder)) {
      throw new IOException(
          "there is no checkpoint in '" + folder + "' yet, so there is no policy to play");
    }
    Checkpoint.Kept found =
        Checkpoint.policy(
            folder,
            environments,
            config.training(),
            config.seed(),
            LongerRun.earlierLengths(folder, kept));
    return new KeptPolicy(config, environments, found.policy(), found.step(), found.notes());
  }

  private static Policy load(Path folder, Path file) throws IOException {
    try {
      return Policy.load(file);
    } catch (IOException e) {
      if (!Checkpoint.exists(folder)) {
        throw e;
      }
      throw new IOException(
          "%s; '%s' writes it again".formatted(e.getMessage(), Shell.command("resume", folder)), e);
    }
  }

  private static void requireFits(Policy policy, Path file, Spec spec, String environment) {
    boolean fits =
        policy.input().equals(spec.observation()) && policy.spec().actions() == spec.actions();
    if (!fits) {
      throw new IllegalArgumentException(
          "'%s' was trained on %s with %d actions, but %s in config.yaml of the same folder has %s with %d actions"
              .formatted(
                  file,
                  policy.input(),
                  policy.spec().actions(),
                  environment,
                  spec.observation(),
                  spec.actions()));
    }
  }

  /// Plays episodes.
  public EvaluationResult evaluate(long seed, int episodes, double epsilon) {
    return Evaluation.of(environments, policy, config.training(), seed, episodes, epsilon);
  }

  /// Plays episodes on several threads, until stopped.
  ///
  /// @return the result; after a stop, that of the episodes played so far, empty if there are none
  public Optional<EvaluationResult> evaluate(
      long seed, int episodes, double epsilon, Evaluation.Following following) {
    return Evaluation.of(
        environments, policy, config.training(), seed, episodes, epsilon, following);
  }
}
