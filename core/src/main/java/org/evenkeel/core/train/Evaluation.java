package org.evenkeel.core.train;

import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;
import java.util.function.Supplier;
import org.evenkeel.core.agent.Policy;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.internal.Checks;
import org.evenkeel.core.nn.Workers;

/// Plays complete episodes with a policy, in separate environments, and compares the values that the policy predicted
/// with the returns it obtained.
///
/// Each episode has its own random streams, one for the environment and one for random actions. It does not depend on
/// earlier episodes, unless some state of the environment outlives an episode
/// ([org.evenkeel.core.env.SavesState#outlivesEpisodes]).
public final class Evaluation {
  /// The number of steps after which an episode without a step limit is cut off (or later, when a longer step budget is
  /// used up), since a policy may loop forever.
  public static final int LONGEST = 10_000;

  private Evaluation() {}

  /// Plays `episodes` episodes, all determined by `seed`.
  ///
  /// @param training the training whose discount and rewards the value estimates refer to
  /// @param epsilon the probability of a random action
  public static EvaluationResult of(
      Supplier<? extends Environment> environments,
      Policy policy,
      Training training,
      long seed,
      int episodes,
      double epsilon) {
    return of(environments, policy, training, seed, episodes, epsilon, Following.NONE)
        .orElseThrow();
  }

  /// The threads of an evaluation, its stop condition and its progress listener. The threads do not affect the result.
  ///
  /// @param threads the number of threads that play
  /// @param stop polled repeatedly; once true, playing stops
  /// @param progress the receiver of the fraction completed
  public record Following(int threads, BooleanSupplier stop, DoubleConsumer progress) {
    private static final Following NONE = new Following(1, () -> false, share -> {});

    /// @param threads 1 to 256
    public Following {
      Execution.threads(threads);
      Objects.requireNonNull(stop, "stop");
      Objects.requireNonNull(progress, "progress");
    }
  }

  /// Plays episodes like [#of(Supplier, Policy, Training, long, int, double)], on several threads, with progress
  /// reports, until finished or stopped.
  ///
  /// @return after a stop, the result of the episodes played until then, in the order of their numbers; empty if there
  ///     are none
  public static Optional<EvaluationResult> of(
      Supplier<? extends Environment> environments,
      Policy policy,
      Training training,
      long seed,
      int episodes,
      double epsilon,
      Following following) {
    Checks.atLeast("episodes", 1, episodes);
    Checks.probability("epsilon", epsilon);
    RandomStream seeds = new Seeds(seed).stream(Seeds.Purpose.EVALUATION, -1);
    EvaluationPlan how = new EvaluationPlan(0, episodes, epsilon, 1);
    try (Workers workers = Workers.of(following.threads);
        EvaluationPlay play =
            new EvaluationPlay(
                new EvaluationPlay.Setting(environments, training, how, workers), policy, seeds)) {
      EvaluationResult whole = play.play(following.stop, following.progress);
      return Optional.ofNullable(whole == null ? play.soFar() : whole);
    }
  }
}
