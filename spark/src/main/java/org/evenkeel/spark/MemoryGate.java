package org.evenkeel.spark;

import java.util.Locale;

/// Lets as many trials of one executor go on as there is memory for; the others wait at it.
///
/// Spark gives an executor as many trials as it has cores, and does not know what they need.
final class MemoryGate {
  private final long heap;
  private final long outside;
  private long heapTaken;
  private long outsideTaken;

  /// @param heap what trials may take of the heap
  /// @param outside what they may take outside it
  MemoryGate(long heap, long outside) {
    this.heap = heap;
    this.outside = outside;
  }

  /// Waits for room, and takes it.
  ///
  /// @throws IllegalArgumentException if there never will be
  synchronized void enter(String trial, long heapBytes, long outsideBytes)
      throws InterruptedException {
    requireRoom(trial, heapBytes, outsideBytes, heap, outside);
    while (heapTaken + heapBytes > heap || outsideTaken + outsideBytes > outside) {
      wait();
    }
    heapTaken += heapBytes;
    outsideTaken += outsideBytes;
  }

  /// Gives it back.
  synchronized void leave(long heapBytes, long outsideBytes) {
    heapTaken -= heapBytes;
    outsideTaken -= outsideBytes;
    notifyAll();
  }

  /// @throws IllegalArgumentException with both numbers if a trial does not fit an executor
  static void requireRoom(
      String trial, long heapBytes, long outsideBytes, long heap, long outside) {
    if (heapBytes > heap) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%s needs %,d MB of the heap, and an executor has %,d MB for it: give it more, as in '--spark"
                  + " spark.executor.memory=%dm'",
              trial,
              heapBytes / 1_000_000,
              heap / 1_000_000,
              SparkSettings.heapMegabytes(heapBytes)));
    }
    if (outsideBytes > outside) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%s needs %,d MB for its replay buffer, and an executor has %,d MB for it: use larger workers, give it more,"
                  + " as in '--spark spark.executor.memoryOverhead=%dm', or make replay.capacity smaller",
              trial,
              outsideBytes / 1_000_000,
              outside / 1_000_000,
              SparkSettings.overheadMegabytes(outsideBytes)));
    }
  }
}
