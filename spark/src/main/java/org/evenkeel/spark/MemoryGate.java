package org.evenkeel.spark;

import java.util.Locale;

/// Limits the number of trials that run in an executor at the same time to those that fit its memory; the others wait.
///
/// Spark assigns an executor as many trials as it has cores, without knowing how much memory they need.
final class MemoryGate {
  private final long heap;
  private final long outside;
  private long heapTaken;
  private long outsideTaken;

  /// @param heap the heap that trials may use
  /// @param outside the memory outside the heap that trials may use
  MemoryGate(long heap, long outside) {
    this.heap = heap;
    this.outside = outside;
  }

  /// Waits until there is enough memory for a trial and reserves it.
  ///
  /// @throws IllegalArgumentException if there never will be enough
  synchronized void enter(String trial, long heapBytes, long outsideBytes)
      throws InterruptedException {
    requireRoom(trial, heapBytes, outsideBytes, heap, outside);
    while (heapTaken + heapBytes > heap || outsideTaken + outsideBytes > outside) {
      wait();
    }
    heapTaken += heapBytes;
    outsideTaken += outsideBytes;
  }

  /// Releases the memory of a trial.
  synchronized void leave(long heapBytes, long outsideBytes) {
    heapTaken -= heapBytes;
    outsideTaken -= outsideBytes;
    notifyAll();
  }

  /// Checks that a trial fits into an executor.
  ///
  /// @throws IllegalArgumentException if it does not; the message has both numbers
  static void requireRoom(
      String trial, long heapBytes, long outsideBytes, long heap, long outside) {
    if (heapBytes > heap) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%s needs %,d MB of heap, but an executor has %,d MB for trials: give it more, as in '--spark"
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
              "%s needs %,d MB for its replay buffer, but an executor has %,d MB for it: use larger workers, give it more,"
                  + " as in '--spark spark.executor.memoryOverhead=%dm', or reduce replay.capacity",
              trial,
              outsideBytes / 1_000_000,
              outside / 1_000_000,
              SparkSettings.overheadMegabytes(outsideBytes)));
    }
  }
}
