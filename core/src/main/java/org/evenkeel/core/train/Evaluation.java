package org.evenkeel.core.train;

import java.util.Objects;
import java.util.function.Supplier;
import org.evenkeel.core.agent.Policy;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.internal.Checks;
import org.evenkeel.core.nn.Workers;

/// Plays whole episodes with a policy, in separate environments, and compares the values that the policy expected with
/// the returns it obtained.
///
/// Each episode has its own random streams, one for the environment and one for random actions. It does not depend on
/// the episodes before it, unless something in the environment outlives an episode
/// ([org.evenkeel.core.env.SavesState#outlivesEpisodes]).
public final class Evaluation {
  /// Episodes without a step limit are cut off here (or when a longer step budget is used up), since a policy may loop
  /// forever.
  public static final int LONGEST = 10_000;

  private Evaluation() {}

  /// Plays `episodes` episodes, all decided by `seed`.
  ///
  /// @param training whose discount and rewards the value estimates speak of
  /// @param epsilon the probability of a random action
  public static EvaluationResult of(
      Supplier<? extends Environment> environments,
      Policy policy,
      Training training,
      long seed,
      int episodes,
      double epsilon) {
    Checks.atLeast("episodes", 1, episodes);
    Checks.probability("epsilon", epsilon);
    RandomStream seeds = new Seeds(seed).stream(Seeds.Purpose.EVALUATION, -1);
    EvaluationPlan how = new EvaluationPlan(0, episodes, epsilon, 1);
    try (Workers alone = Workers.of(1);
        EvaluationPlay play =
            new EvaluationPlay(
                new EvaluationPlay.Setting(environments, training, how, alone), policy, seeds)) {
      return Objects.requireNonNull(play.play(() -> false, share -> {}));
    }
  }
}
