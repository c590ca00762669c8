package org.evenkeel.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class MemoryGateTest {
  /// Room for three trials of the one kind by the heap, and for two by what is outside it.
  @Test
  void whoDoesNotFitWaitsUntilAnotherLeaves() throws InterruptedException {
    MemoryGate gate = new MemoryGate(300, 2_000);
    gate.enter("first", 100, 1_000);
    gate.enter("second", 100, 1_000);
    AtomicBoolean inside = new AtomicBoolean();
    Thread third =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  try {
                    gate.enter("third", 100, 1_000);
                    inside.set(true);
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
    while (third.getState() != Thread.State.WAITING && third.isAlive()) {
      Thread.sleep(1);
    }
    assertFalse(inside.get(), "it must wait");
    gate.leave(100, 1_000);
    assertTrue(third.join(Duration.ofSeconds(30)));
    assertTrue(inside.get());
    // One with nothing outside the heap has room beside the two.
    gate.enter("small", 100, 0);
  }

  @Test
  void whatNeverFitsIsRefusedWithBothNumbers() {
    MemoryGate gate = new MemoryGate(100_000_000, 2_000_000_000);
    assertEquals(
        "run 1 needs 700 MB of heap, but an executor has 100 MB for trials: give it more, as in '--spark"
            + " spark.executor.memory=1028m'",
        assertThrows(IllegalArgumentException.class, () -> gate.enter("run 1", 700_000_000, 0))
            .getMessage());
    assertEquals(
        "run 1 needs 8,000 MB for its replay buffer, but an executor has 2,000 MB for it: use larger workers, give it"
            + " more, as in '--spark spark.executor.memoryOverhead=8862m', or reduce replay.capacity",
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
