package org.evenkeel.envs.minatar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.nn.Loss;
import org.evenkeel.core.nn.Optimizer;
import org.evenkeel.core.replay.Memory;
import org.evenkeel.core.replay.Sampling;
import org.evenkeel.core.train.EvaluationPlan;
import org.evenkeel.core.train.Execution;
import org.evenkeel.core.train.Footprint;
import org.evenkeel.core.train.Schedule;
import org.evenkeel.core.train.Trainer;
import org.evenkeel.core.train.Training;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What a training on a game takes of memory: 100,000 steps of a game of four channels in less than 6 MB, and
/// nothing for each step.
@Tag("slow")
class MinAtarMemoryTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /// The hyper-parameters of MinAtar's authors, with less to do for each step.
  private static Training training(int capacity) {
    return Training.of(Algorithm.averaged(2))
        .optimizer(new Optimizer.PyTorchRmsProp(0.00025, 0.95, 0.01, 0, true))
        .loss(new Loss(Loss.Kind.HUBER, Loss.Reduction.MEAN))
        .replay(new Memory.Frames(capacity, new Sampling.Uniform()))
        .schedule(new Schedule(Long.MAX_VALUE, 40, 16, 1, 4, 100, Integer.MAX_VALUE))
        .evaluation(new EvaluationPlan(0, 1, 0, 1));
  }

  @Test
  void aHundredThousandStepsOfFourChannelsFitInSixMegabytes() {
    for (Game game : new Game[] {Game.BREAKOUT, Game.ASTERIX}) {
      Spec spec = new MinAtar(game).spec();
      assertEquals(5_600_056, Footprint.replayBytes(training(100_000), spec), game.id());
      assertEquals(
          "replay buffer: 5.6 MB for 100,000 steps",
          Footprint.report(training(100_000), spec, Execution.alone()).getFirst());
      Memory memory = new Memory.Frames(100_000);
      Memory.Needs needs = Memory.Needs.of(spec);
      long before = THREADS.getCurrentThreadAllocatedBytes();
      memory.create(needs).close();
      long taken = THREADS.getCurrentThreadAllocatedBytes() - before;
      assertTrue(taken < 6_000_000, taken + " bytes");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aStepAllocatesNothing(Game game) {
    try (Trainer trainer = new Trainer(() -> new MinAtar(game), training(1_000), 1)) {
      long least = Long.MAX_VALUE;
      long deadline = System.nanoTime() + 60_000_000_000L;
      while (least > 0 && System.nanoTime() < deadline) {
        trainer.run(trainer.step() + 2_000);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        trainer.run(trainer.step() + 2_000);
        least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
      }
      assertTrue(least == 0, "2,000 steps of " + game.id() + " allocate " + least + " bytes");
    }
  }
}
