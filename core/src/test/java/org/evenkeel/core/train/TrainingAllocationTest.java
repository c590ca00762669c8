package org.evenkeel.core.train;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.Stream;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.replay.Sampling;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A training step allocates nothing: acting, stepping, adding, drawing, learning, snapshots, the ends of
/// episodes. Measured over windows of steps until one is at zero; a step that always allocates never gets
/// there.
@Tag("slow")
class TrainingAllocationTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  static Stream<Training> trainings() {
    return Stream.of(new Sampling.Uniform(), Sampling.Prioritized.published())
        .flatMap(
            sampling ->
                List.of(
                        Algorithm.averaged(3),
                        Algorithm.ensemble(2),
                        Algorithm.averagedSarsa(2),
                        Algorithm.movingAverage(0.5),
                        Algorithm.weightMean(3))
                    .stream()
                    .map(
                        algorithm ->
                            Runs.small(algorithm)
                                .nStep(2)
                                .sampling(sampling)
                                .schedule(
                                    new Schedule(
                                        Long.MAX_VALUE, 40, 2, 1, 8, 20, Integer.MAX_VALUE))
                                .evaluation(new EvaluationPlan(0, 1, 0, 4))));
  }

  @ParameterizedTest
  @MethodSource("trainings")
  void aStepAllocatesNothing(Training training) {
    try (Trainer trainer = new Trainer(Tasks.SavedWalk::new, training, 1)) {
      long least = Long.MAX_VALUE;
      long deadline = System.nanoTime() + 60_000_000_000L;
      while (least > 0 && System.nanoTime() < deadline) {
        trainer.run(trainer.step() + 2_000);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        trainer.run(trainer.step() + 2_000);
        least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
      }
      assertTrue(least == 0, "2,000 steps allocate " + least + " bytes");
    }
  }
}
