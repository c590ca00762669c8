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

/// What is watched: something that plays, and what it plays.
///
/// @param title what is played
/// @param environments makes it
/// @param policy what decides; null for chance alone
/// @param actor what that is called
/// @param defaults what a run says about how it is evaluated
/// @param notes what there is to say about how it was found
public record Watched(
    String title,
    Supplier<Environment> environments,
    @Nullable Policy policy,
    Scene.Actor actor,
    Defaults defaults,
    List<String> notes) {

  /// What decides an episode, if nobody says otherwise.
  ///
  /// @param seed the root of all randomness
  /// @param epsilon the probability of a random action
  public record Defaults(long seed, double epsilon) {}

  /// The policy of a run's folder.
  ///
  /// @param classpath where the class of the environment is found now; empty for where it was
  /// @param variant what to play instead of what the run trained on, the same game in another variant; null
  ///     for the same
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

  /// Random actions.
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
          "'%s' holds %d runs: choose one, for example '%s'"
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
          "the policy of '%s' chooses from %d actions, %s has %d"
              .formatted(folder, policy.network().outputs(), title, spec.actions()));
    }
    if (!policy.input().equals(spec.observation())) {
      throw new IllegalArgumentException(
          "the policy of '%s' observes %s, %s shows %s"
              .formatted(folder, policy.input(), title, spec.observation()));
    }
  }

  /// The names of its parts.
  public Scene scene(Player player) {
    return Scene.of(title, actor, player.spec(), player.legend());
  }

  /// The run of an environment below a folder that was written last, null if there is none with a policy.
  ///
  /// @param environment its name; without options it stands for all variants
  public static @Nullable Path newestRun(Path runs, String environment) throws IOException {
    return NewestRun.in(runs, environment);
  }
}
