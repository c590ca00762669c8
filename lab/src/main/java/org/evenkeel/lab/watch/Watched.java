package org.evenkeel.lab.watch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Policy;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.EnvironmentCalls;
import org.evenkeel.core.env.Spec;
import org.evenkeel.envs.Environments;
import org.evenkeel.lab.config.Algorithms;
import org.evenkeel.lab.config.RunConfig;
import org.evenkeel.lab.config.Tasks;
import org.evenkeel.lab.run.KeptPolicy;
import org.evenkeel.lab.run.RunDirectory;
import org.jspecify.annotations.Nullable;

/// A player and the environment it plays.
///
/// @param title the name of the game
/// @param environments the supplier, which creates the environment
/// @param policy the policy; null for random actions only
/// @param actor the name of the player
/// @param defaults the evaluation settings of the run
/// @param notes remarks for the user about the policy
public record Watched(
    String title,
    Supplier<Environment> environments,
    @Nullable Policy policy,
    Scene.Actor actor,
    Defaults defaults,
    List<String> notes) {

  /// The default settings of an episode.
  ///
  /// @param seed the seed from which all random numbers are derived
  /// @param epsilon the probability of a random action
  public record Defaults(long seed, double epsilon) {}

  /// Returns the policy in a run's folder.
  ///
  /// @param classpath the current location of the environment's class; empty if it has not moved
  /// @param variant another variant of the same game to play instead of the one the run trained on; null for the same
  public static Watched run(Path folder, List<String> classpath, @Nullable String variant)
      throws IOException {
    Path found = onlyRun(folder);
    if (variant != null) {
      requireSameGame(found, RunDirectory.config(found).environment(), variant);
    }
    KeptPolicy kept = KeptPolicy.of(found, classpath);
    RunConfig config = kept.config();
    Supplier<Environment> environments = kept.environments();
    String title = Environments.title(config.environment());
    if (variant != null) {
      environments = Tasks.find(variant, config.classpath());
      title = Environments.title(variant);
      requireFits(
          found, kept.policy(), title, EnvironmentCalls.ask(environments, EnvironmentCalls::spec));
    }
    Algorithm algorithm = config.training().algorithm();
    String setName =
        switch (algorithm.estimates()) {
          case Algorithm.Estimates.Snapshots _ -> "snapshot";
          case Algorithm.Estimates.Learners _ -> "learner";
          case Algorithm.Estimates.MovingAverage _, Algorithm.Estimates.WeightMean _ -> "network";
        };
    String name =
        String.format(Locale.ROOT, "%s at step %,d", Algorithms.describe(algorithm), kept.step());
    return new Watched(
        title,
        environments,
        kept.policy(),
        new Scene.Actor(name, kept.policy().sets(), setName),
        new Defaults(config.seed(), config.training().evaluation().epsilon()),
        kept.notes());
  }

  /// Returns a player with random actions.
  public static Watched random(String environment, List<String> classpath) {
    return new Watched(
        environment,
        Tasks.find(environment, classpath),
        null,
        Scene.Actor.RANDOM,
        new Defaults(1, 1),
        List.of());
  }

  private static Path onlyRun(Path folder) throws IOException {
    List<Path> runs = RunDirectory.runsIn(folder);
    if (runs.size() > 1) {
      throw new IllegalArgumentException(
          "'%s' contains %d runs: choose one, for example '%s'"
              .formatted(folder, runs.size(), runs.getFirst()));
    }
    return runs.getFirst();
  }

  private static void requireSameGame(Path folder, String trained, String wanted) {
    if (!Environments.withoutOptions(trained).equals(Environments.withoutOptions(wanted))) {
      throw new IllegalArgumentException(
          "'%s' is a run of %s, which cannot play %s".formatted(folder, trained, wanted));
    }
  }

  private static void requireFits(Path folder, Policy policy, String title, Spec spec) {
    if (policy.network().outputs() != spec.actions()) {
      throw new IllegalArgumentException(
          "the policy of '%s' chooses from %d actions, but %s has %d"
              .formatted(folder, policy.network().outputs(), title, spec.actions()));
    }
    if (!policy.input().equals(spec.observation())) {
      throw new IllegalArgumentException(
          "the policy of '%s' observes %s, but %s shows %s"
              .formatted(folder, policy.input(), title, spec.observation()));
    }
  }

  /// Returns the scene for a player.
  public Scene scene(Player player) {
    return Scene.of(title, actor, player.spec(), player.legend());
  }

  /// Returns the most recently written run of an environment below a folder, null if there is none with a policy.
  ///
  /// @param environment its name; without options it matches all variants
  public static @Nullable Path newestRun(Path runs, String environment) throws IOException {
    return NewestRun.in(runs, environment);
  }
}
