package org.evenkeel.core.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.SnapshotWindow;
import org.evenkeel.core.agent.TargetPasses;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.replay.Sampling;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The same training and seed give the same bits, however they are computed.
class SameRunTest {
  static List<Algorithm> algorithms() {
    return Runs.everyNamedAlgorithm();
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void oneThreadOrTwo(Algorithm algorithm) {
    // Large enough that the work is shared between the threads.
    Training training =
        Runs.small(algorithm).hidden(128, 128).schedule(new Schedule(90, 40, 4, 1, 64, 20, 25));
    assertTrue(
        Runs.trace(Tasks.Walk::new, training, 1, 1)
            .sameAs(Runs.trace(Tasks.Walk::new, training, 1, 2)));
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void anotherSeedIsAnotherRun(Algorithm algorithm) {
    Training training = Runs.small(algorithm);
    assertFalse(
        Runs.trace(Tasks.Walk::new, training, 1, 1)
            .sameAs(Runs.trace(Tasks.Walk::new, training, 2, 1)));
  }

  @Test
  void averagedOneEnsembleOneAndDqnAreTheSameRun() {
    for (Sampling sampling : List.of(new Sampling.Uniform(), Sampling.Prioritized.published())) {
      Runs.Trace dqn = run(Algorithm.dqn(), sampling);
      assertTrue(dqn.sameAs(run(Algorithm.averaged(1), sampling)));
      assertTrue(dqn.sameAs(run(Algorithm.ensemble(1), sampling)));
      assertTrue(dqn.sameAs(run(Algorithm.maxmin(1), sampling)));
      assertTrue(dqn.sameAs(run(Algorithm.weightedAveraged(1, 0.5), sampling)));
      assertFalse(dqn.sameAs(run(Algorithm.averaged(2), sampling)));
      assertFalse(dqn.sameAs(run(Algorithm.doubleDqn(), sampling)));
    }
  }

  @Test
  void averagesOfOneNetworkAreDqnHoweverTheWindowStarts() {
    for (SnapshotWindow.Start start : SnapshotWindow.Start.values()) {
      Runs.Trace dqn = run(Algorithm.dqn(), start);
      assertTrue(dqn.sameAs(run(Algorithm.movingAverage(1), start)), start.name());
      assertTrue(dqn.sameAs(run(Algorithm.weightMean(1), start)), start.name());
      assertFalse(dqn.sameAs(run(Algorithm.movingAverage(0.999), start)), start.name());
      assertFalse(dqn.sameAs(run(Algorithm.weightMean(2), start)), start.name());
    }
  }

  private static Runs.Trace run(Algorithm algorithm, SnapshotWindow.Start start) {
    Training training = Runs.small(algorithm).window(w -> w.start(start));
    return Runs.trace(Tasks.Walk::new, training, 7, 1);
  }

  private static Runs.Trace run(Algorithm algorithm, Sampling sampling) {
    return Runs.trace(Tasks.Walk::new, Runs.small(algorithm).sampling(sampling), 7, 1);
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void theSavingsOfTargetPassesChangeNothingButTheCounts(Algorithm algorithm) {
    List<String> weights = new ArrayList<>();
    List<Long> passes = new ArrayList<>();
    for (TargetPasses way :
        List.of(TargetPasses.REMEMBERED, TargetPasses.TOGETHER, TargetPasses.SEPARATE)) {
      for (SnapshotWindow.Start start :
          List.of(SnapshotWindow.Start.COPIES, SnapshotWindow.Start.GROWING)) {
        Training training = Runs.small(algorithm).window(w -> w.start(start));
        Execution execution = Execution.alone().targetPasses(way);
        try (Trainer trainer = new Trainer(Tasks.Walk::new, training, 3, execution)) {
          trainer.run(Long.MAX_VALUE);
          weights.add(Runs.parameters(trainer));
          passes.add(trainer.learner().targetPasses() + trainer.learner().targetPassesSaved());
          assertEquals(way == TargetPasses.REMEMBERED, trainer.learner().targetPassesSaved() > 0);
        }
      }
    }
    for (int i = 2; i < weights.size(); i++) {
      assertEquals(weights.get(i % 2), weights.get(i));
      assertEquals(passes.get(i % 2), passes.get(i));
    }
  }

  @Test
  void trialsInParallelAreTrialsInSequence() throws Exception {
    Training training = Runs.small(Algorithm.averaged(3));
    List<Callable<Runs.Trace>> trials = new ArrayList<>();
    for (int seed = 0; seed < 4; seed++) {
      int s = seed;
      trials.add(() -> Runs.trace(Tasks.Walk::new, training, s, 1));
    }
    try (ExecutorService pool = Executors.newFixedThreadPool(4)) {
      List<Future<Runs.Trace>> parallel = pool.invokeAll(trials);
      for (int seed = 0; seed < 4; seed++) {
        assertTrue(parallel.get(seed).get().sameAs(trials.get(seed).call()));
      }
    }
  }

  @Test
  void slicesOfARunAreTheRun() {
    Training training = Runs.small(Algorithm.averaged(3));
    List<String> lines = new ArrayList<>();
    try (Trainer trainer =
        Runs.trainer(Tasks.Walk::new, training, 1, 1, event -> lines.add(event.toString()))) {
      for (long until = 7; !trainer.finished(); until += 13) {
        trainer.run(until);
      }
      Runs.Trace sliced = new Runs.Trace(lines, Runs.state(trainer));
      assertTrue(sliced.sameAs(Runs.trace(Tasks.Walk::new, training, 1, 1)));
    }
  }

  /// Runs at every vector width and on the scalar kernels: one number for all of them.
  @Test
  @Tag("kernels")
  void aRunHasTheseBitsOnEveryMachine() {
    assertEquals(
        List.of("8cf79237", "560ccfde", "4e53e5b5"),
        List.of(
            checksum(Tasks.Walk::new, Runs.small(Algorithm.averaged(3))),
            checksum(
                () -> new Tasks.Catch(true),
                Runs.small(Algorithm.ensemble(2)).sampling(Sampling.Prioritized.published())),
            checksum(() -> new Tasks.Catch(false), Runs.small(Algorithm.doubleDqn()).nStep(3))));
  }

  @Test
  @Tag("kernels")
  void aRunWithAveragedParametersHasTheseBitsOnEveryMachine() {
    assertEquals(
        List.of("5e95dc42", "4119907d"),
        List.of(
            checksum(Tasks.Walk::new, Runs.small(Algorithm.movingAverage(0.3))),
            checksum(Tasks.Walk::new, Runs.small(Algorithm.weightMean(3)))));
  }

  private static String checksum(Supplier<Environment> environments, Training training) {
    try (Trainer trainer = Runs.trainer(environments, training, 1, 1, event -> {})) {
      trainer.run(Long.MAX_VALUE);
      return Runs.parameters(trainer);
    }
  }
}
