package org.evenkeel.core.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.Minibatch;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.env.Protocol;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Spec.StackStart;
import org.evenkeel.core.env.Step;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Nothing is allocated by a step of training: a window of steps is repeated until the compiler has removed
/// what it can; what always allocates never gets to 0.
class ReplayAllocationTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final long PATIENCE_SECONDS = 20;

  private static final List<Spec> SPECS =
      List.of(
          Spec.vector(4).actions(2).stack(2, StackStart.REPEAT),
          Spec.oneHot(400).actions(4),
          Spec.bitPlanes(10, 10, 4).actions(6),
          Spec.bytes(84, 84).actions(18).stack(4, StackStart.ZEROS));

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void addingDrawingAndPrioritizingAllocateNothing(boolean prioritized) {
    for (Spec spec : SPECS) {
      Sampling sampling = prioritized ? Sampling.Prioritized.published() : new Sampling.Uniform();
      Protocol.Stacks lives = spec.stack() == 4 ? Protocol.Stacks.ANEW : Protocol.Stacks.WHOLE;
      ReplayShape shape = new ReplayShape(spec, 500, 3, true, true, lives);
      try (FrameReplay replay = ReplayShape.replay(shape, sampling)) {
        Observation frame = new Observation(spec.frame());
        Minibatch minibatch = new Minibatch(spec.observation(), 8);
        Batch observations = new Batch(spec.observation(), 8).resize(8);
        RandomStream random = new RandomStream(1);
        float[] tdErrors = new float[8];
        Step[] steps = new Step[8];
        for (int i = 0; i < steps.length; i++) {
          steps[i] = new Step(1, (i & 1) != 0, (i & 2) != 0, (i & 4) != 0);
        }
        replay.start(frame);
        for (int i = 0; i < 10; i++) {
          ReplayShape.add(replay, 0, 1, false, false, false, frame);
        }
        assertSettlesAtZero(
            () -> {
              boolean terminated = random.nextInt(20) == 0;
              boolean truncated = random.nextInt(20) == 0;
              boolean lifeLost = random.nextInt(9) == 0;
              int how = (terminated ? 1 : 0) | (truncated ? 2 : 0) | (lifeLost ? 4 : 0);
              replay.add(1, steps[how], frame);
              if (terminated || truncated) {
                replay.start(frame);
              }
              replay.sample(minibatch, 0.99, 0.5, random);
              tdErrors[0] = random.nextFloat();
              replay.learned(minibatch, tdErrors);
              replay.sampleObservations(observations, null, random);
            });
      }
    }
  }

  private static void assertSettlesAtZero(Runnable step) {
    long end = System.nanoTime() + PATIENCE_SECONDS * 1_000_000_000;
    long allocated = Long.MAX_VALUE;
    while (allocated != 0 && System.nanoTime() < end) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 200; i++) {
        step.run();
      }
      allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    }
    assertEquals(0, allocated, "bytes allocated by 200 steps");
  }
}
