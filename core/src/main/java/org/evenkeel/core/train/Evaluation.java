package org.evenkeel.core.train;

import java.util.Objects;
import java.util.function.Supplier;
import org.evenkeel.core.agent.Policy;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.internal.Checks;
import org.evenkeel.core.nn.Workers;

/// Plays whole episodes with a policy, in environments of its own, and compares what the policy expected with what it
/// got.
///
/// Each episode has its own random streams, one for the environment and one for random actions. It does not depend on
/// the episodes before it, unless something in the environment outlives an episode
/// ([org.evenkeel.core.env.SavesState#outlivesEpisodes]).
public final class Evaluation {
  /// An episode without a limit of its own is cut here, or where an evaluation by more steps has taken them all: a policy may walk in circles for ever, as one does that
  /// stays at the surface in Seaquest.
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
    Training.Evaluate how = new Training.Evaluate(0, episodes, epsilon, 1);
    try (Workers alone = Workers.of(1);
        EvaluationPlay play =
            new EvaluationPlay(
                new EvaluationPlay.Setting(environments, training, how, alone), policy, seeds)) {
      return Objects.requireNonNull(play.play(() -> false, share -> {}));
    }
  }
}
