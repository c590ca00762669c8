package org.evenkeel.core.train;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Architecture;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.EnvironmentCalls;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.replay.Memory;
import org.evenkeel.core.replay.Sampling;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The estimate of the heap that a run needs, against what a run allocates. Garbage is in that number too, but a run
/// makes little: it may be neither above the estimate nor far below.
class FootprintTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @TempDir Path folder;

  private static final int MOST_RUNS = 100;

  record Case(String name, Supplier<Environment> environments, Training training) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Case> cases() {
    Training small =
        Runs.small(Algorithm.averaged(10)).evaluation(new EvaluationPlan(100, 2, 0, 20));
    Training wide = small.network(new Architecture.Dense(List.of(512, 512), false));
    Training buffer = small.replay(new Memory.Frames(1_000_000, new Sampling.Uniform()));
    return Stream.of(
        new Case("many snapshots", Tasks.Walk::new, wide),
        new Case("one learner", Tasks.Walk::new, wide.algorithm(Algorithm.dqn())),
        new Case("moving average", Tasks.Walk::new, wide.algorithm(Algorithm.movingAverage(0.2))),
        new Case("mean of weights", Tasks.Walk::new, wide.algorithm(Algorithm.weightMean(10))),
        new Case("ensemble", Tasks.Walk::new, wide.algorithm(Algorithm.ensemble(5))),
        new Case(
            "large minibatch",
            Tasks.Walk::new,
            wide.schedule(s -> s.batchSize(256)).replay(new Memory.Frames(5_000))),
        new Case("replay buffer on the heap", Tasks.Walk::new, buffer),
        new Case("priorities", Tasks.Walk::new, buffer.sampling(Sampling.Prioritized.published())),
        new Case(
            "images",
            () -> new Tasks.Catch(false),
            small.replay(new Memory.Frames(50_000)).schedule(s -> s.batchSize(256))));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theEstimateOfTheHeapIsNeitherTooSmallNorFarTooLarge(Case given) throws IOException {
    Training training = given.training().schedule(s -> s.steps(100).learningStartSteps(94));
    Spec spec = EnvironmentCalls.ask(given.environments(), EnvironmentCalls::spec);
    long estimate = Footprint.heapBytes(training, spec);
    // Until classes are loaded and kernels compiled: vectors are objects before that.
    long allocated = Long.MAX_VALUE;
    for (int i = 0; i < MOST_RUNS && estimate < 0.9 * allocated; i++) {
      allocated = Math.min(allocated, allocated(given, training));
    }
    String numbers = "allocated %,d, estimated %,d".formatted(allocated, estimate);
    assertTrue(estimate >= 0.9 * allocated, numbers);
    assertTrue(estimate <= 2.5 * allocated, numbers);
  }

  @Test
  void theReportNamesTheSnapshotsThatAreKeptForTheirMean() {
    Spec spec = EnvironmentCalls.ask(Tasks.Walk::new, EnvironmentCalls::spec);
    assertTrue(networks(Algorithm.averaged(4), spec).endsWith(" 1 trained, 4 in targets"));
    assertTrue(networks(Algorithm.movingAverage(0.2), spec).endsWith(" 1 trained, 1 in targets"));
    assertTrue(
        networks(Algorithm.weightMean(4), spec)
            .endsWith(" 1 trained, 1 in targets, the mean of 4 snapshots"));
  }

  private static String networks(Algorithm algorithm, Spec spec) {
    return Footprint.report(Runs.small(algorithm), spec, Execution.alone()).get(1);
  }

  private long allocated(Case given, Training training) throws IOException {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    try (Trainer trainer = new Trainer(given.environments(), training, 1)) {
      trainer.run();
      trainer.policy().save(folder.resolve("policy.safetensors"));
    }
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }
}
