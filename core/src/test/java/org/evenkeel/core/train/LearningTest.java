package org.evenkeel.core.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.Supplier;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Architecture;
import org.evenkeel.core.agent.Bootstrap;
import org.evenkeel.core.agent.Combine;
import org.evenkeel.core.agent.Ensemble;
import org.evenkeel.core.agent.Exploration;
import org.evenkeel.core.agent.Roles;
import org.evenkeel.core.agent.SnapshotWindow;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.nn.Loss;
import org.evenkeel.core.nn.Optimizer;
import org.evenkeel.core.replay.Memory;
import org.evenkeel.core.replay.Sampling;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every named algorithm learns, and the pieces that combine with all of them do not stop it.
///
/// The walk is won by going right: greedy play from a good policy returns about 0.9 on average, random
/// play about 0. Its values reach back over several steps, so it is not learned when the target is
/// detached from the reward, when snapshots are never taken or when the gradient has the wrong sign.
@Tag("slow")
class LearningTest {
  static final Training TRAINING =
      Training.of(Algorithm.dqn())
          .hidden(32)
          .optimizer(new Optimizer.Adam(0.002))
          .discount(0.95)
          .exploration(new Exploration.Linear(1, 0.2, 200, 1_500))
          .replay(new Memory.Frames(2_000, new Sampling.Uniform()))
          .schedule(new Schedule(4_000, 200, 2, 1, 32, 60, 1_000))
          .evaluation(new EvaluationPlan(4_000, 200, 0, 100));

  static List<Algorithm> algorithms() {
    return Runs.everyNamedAlgorithm();
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void everyAlgorithmLearnsTheWalk(Algorithm algorithm) {
    learnsTheWalk(TRAINING.algorithm(algorithm));
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void alsoWithAllThatCombines(Algorithm algorithm) {
    learnsTheWalk(
        TRAINING
            .algorithm(algorithm)
            .network(new Architecture.Dense(List.of(32), true))
            .nStep(3)
            .sampling(Sampling.Prioritized.published()));
  }

  @Test
  void alsoWithTheOtherVariants() {
    Training ensemble = TRAINING.algorithm(Algorithm.ensemble(2));
    learnsTheWalk(ensemble.ensemble(e -> e.minibatches(Ensemble.Minibatches.SHARED)));
    learnsTheWalk(
        ensemble
            .ensemble(e -> e.update(Ensemble.Update.ONE))
            .roles(r -> r.actor(Roles.Actor.ONE_LEARNER)));
    Training averaged = TRAINING.algorithm(Algorithm.averaged(3));
    learnsTheWalk(
        averaged
            .roles(r -> r.actor(Roles.Actor.COMBINED))
            .roles(r -> r.evaluated(Roles.Evaluated.ONLINE)));
    learnsTheWalk(
        averaged
            .window(w -> w.start(SnapshotWindow.Start.GROWING))
            .roles(r -> r.ties(Roles.Ties.RANDOM)));
    learnsTheWalk(averaged.loss(new Loss(Loss.Kind.SQUARED, Loss.Reduction.MEAN)));
    // A combination nobody has named.
    learnsTheWalk(
        TRAINING.algorithm(
            new Algorithm(
                new Algorithm.Estimates.Snapshots(3), new Combine.Min(), Bootstrap.Named.DOUBLE)));
  }

  /// Over the last evaluation of 200 episodes; a wrong policy is below 0, and the best returns
  /// 0.91 in the mean with a standard error of about 0.02.
  private static void learnsTheWalk(Training training) {
    EvaluationResult result = last(Tasks.Walk::new, training, 1);
    assertTrue(result.meanReturn() > 0.75, training.algorithm() + " " + result);
    // What was learned is the value: the estimate is near what is obtained.
    assertEquals(result.discountedReturn(), result.valueEstimate(), 0.35);
  }

  @Test
  void statesImagesAndPlanesAreLearnedFrom() {
    Training training = TRAINING.algorithm(Algorithm.averaged(2));
    // Naming is right every time: 8 a episode, chance gives 2.
    assertTrue(last(Tasks.Naming::new, training, 1).meanReturn() > 7.9);
    Training longer =
        training.schedule(new Schedule(8_000, 200, 2, 1, 32, 60, 1_000)).discount(0.9);
    // Three balls caught give 3, chance gives about -0.4.
    assertTrue(last(() -> new Tasks.Catch(true), longer, 1).meanReturn() > 2);
    assertTrue(last(() -> new Tasks.Catch(false), longer, 1).meanReturn() > 2);
  }

  private static EvaluationResult last(
      Supplier<? extends Environment> environments, Training training, long seed) {
    return Trainer.train(environments, training, seed).measured().getLast().evaluation();
  }
}
