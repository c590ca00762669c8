package org.evenkeel.core.train;

import java.util.function.Supplier;
import org.evenkeel.core.agent.Policy;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.RandomStream;
import org.evenkeel.core.internal.Checks;

/// Plays whole episodes with a policy, in an environment of its own, and compares what the policy expected with
/// what it got.
///
/// Each episode has random streams of its own, one for the environment and one for random actions: it does not
/// depend on those before it.
public final class Evaluation {
  /// An episode without a limit of its own is cut here: a policy may walk in circles for ever, as one does that
  /// stays at the surface in Seaquest.
  public static final int LONGEST = 10_000;

  private Evaluation() {}

  /// Plays as many episodes or steps as a training's evaluations do, with other random numbers.
  ///
  /// @param seeds gives each episode its seed
  static EvaluationResult of(
      Supplier<? extends Environment> environments,
      Policy policy,
      Training training,
      Training.Evaluate how,
      RandomStream seeds) {
    EvaluationTally tally = new EvaluationTally(training, how);
    try (EvaluationLane lane =
        new EvaluationLane(environments.get(), training.variants(), how.epsilon())) {
      float[] q = new float[lane.spec().actions()];
      while (!tally.complete()) {
        lane.start(seeds.nextLong());
        while (!lane.over()) {
          policy.values(lane.observation(), q);
          lane.step(q, 0);
        }
        tally.add(lane.episode());
      }
    }
    return tally.result();
  }

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
    return of(environments, policy, training, how, seeds);
  }
}
