package org.evenkeel.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class MemoryGateTest {
  /// Eight trials at once, room for three of them by the one measure and for two by the other.
  @Test
  void neverMoreThanThereIsRoomFor() throws InterruptedException {
    MemoryGate gate = new MemoryGate(300, 2_000);
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    AtomicInteger done = new AtomicInteger();
    try (ExecutorService trials = Executors.newFixedThreadPool(8)) {
      for (int i = 0; i < 200; i++) {
        var _ =
            trials.submit(
                () -> {
                  gate.enter("trial", 100, 1_000);
                  most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                  Thread.onSpinWait();
                  inside.decrementAndGet();
                  done.incrementAndGet();
                  gate.leave(100, 1_000);
                  return null;
                });
      }
      trials.shutdown();
      assertTrue(trials.awaitTermination(60, TimeUnit.SECONDS));
    }
    assertEquals(200, done.get());
    assertTrue(most.get() <= 2, "at once " + most.get());
  }

  @Test
  void whatNeverFitsIsRefusedWithBothNumbers() {
    MemoryGate gate = new MemoryGate(100_000_000, 2_000_000_000);
    assertEquals(
        "run 1 needs 700 MB of the heap, and an executor has 100 MB for it: give it more, as in '--spark"
            + " spark.executor.memory=1028m'",
        assertThrows(IllegalArgumentException.class, () -> gate.enter("run 1", 700_000_000, 0))
            .getMessage());
    assertEquals(
        "run 1 needs 8,000 MB for its replay buffer, and an executor has 2,000 MB for it: use larger workers, give it"
            + " more, as in '--spark spark.executor.memoryOverhead=8862m', or make replay.capacity smaller",
        assertThrows(IllegalArgumentException.class, () -> gate.enter("run 1", 0, 8_000_000_000L))
            .getMessage());
  }

  /// What a refusal says to give is enough.
  @Test
  void theNumberThatIsSaidIsEnough() {
    for (long bytes : new long[] {0, 1, 700_000_000, 5_000_000_000L}) {
      long heap = (long) SparkSettings.heapMegabytes(bytes) << 20;
      assertTrue(SparkSettings.heapForTrials(heap) >= bytes, "" + bytes);
      long outside = (long) (((long) SparkSettings.overheadMegabytes(bytes) << 20) * 0.9);
      assertTrue(outside >= bytes, "" + bytes);
    }
  }
}
