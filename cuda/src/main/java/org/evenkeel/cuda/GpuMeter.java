package org.evenkeel.cuda;

import java.util.Map;
import org.evenkeel.core.train.RunOutline;
import org.jspecify.annotations.Nullable;

/// Measures a GPU: the speed of its memory, the time of each kernel, and the numbers that they are compared with.
public final class GpuMeter {
  /// The size of the memory that is copied: several times the largest cache of any GPU so far.
  private static final long COPIED_BYTES = 256L << 20;

  private static final int COPIES = 10;

  private final Fleet fleet;

  /// Creates a meter for an open GPU.
  public GpuMeter(Gpu gpu) {
    fleet = gpu.fleet();
  }

  /// The theoretical speed of single-precision arithmetic.
  ///
  /// @param multiprocessors the number of multiprocessors
  /// @param lanes the fused multiply-adds that each starts in a cycle
  /// @param hertz their highest clock, which they may not reach when all of them work
  public record Peak(int multiprocessors, int lanes, double hertz) {
    /// Returns the operations per second. A fused multiply-add is two.
    public double operationsPerSecond() {
      return 2.0 * multiprocessors * lanes * hertz;
    }
  }

  /// Returns the theoretical speed of this GPU.
  public Peak peak() {
    synchronized (fleet) {
      CudaContext context = fleet.context();
      return new Peak(
          context.device().multiprocessors(), context.device().lanes(), context.hertz());
    }
  }

  /// Measures the speed of memory: the bytes read and written per second by a copy within the GPU, the fastest of ten.
  ///
  /// @throws IllegalStateException if the GPU fails, or has less than 512 MiB free
  public double copyBytesPerSecond() {
    synchronized (fleet) {
      try {
        return copySpeed(fleet.context());
      } catch (CudaException e) {
        throw new IllegalStateException(e.getMessage(), e);
      }
    }
  }

  private static double copySpeed(CudaContext context) {
    long from = context.allocate(COPIED_BYTES);
    try {
      long to = context.allocate(COPIED_BYTES);
      try {
        context.clear(from, COPIED_BYTES);
        double fastest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < COPIES; i++) {
          double millis = context.milliseconds(() -> context.copy(to, from, COPIED_BYTES));
          fastest = Math.min(fastest, millis);
        }
        return 2e3 * COPIED_BYTES / fastest;
      } finally {
        context.free(to);
      }
    } finally {
      context.free(from);
    }
  }

  /// Returns the bytes that a run needs on the GPU.
  ///
  /// @param run a run that is not refused
  public static long bytes(RunOutline run) {
    return Gpu.bytes(run);
  }

  /// Returns the number of coming updates whose target values the GPU computes together.
  public static int updatesAhead(int batchSize) {
    return Math.max(1, RunMemory.FORESEEN / batchSize);
  }

  /// Runs some training, measures each kernel alone, and returns its mean time in microseconds, over all iterations (one
  /// takes a step in every run) and for all runs together.
  ///
  /// Alone, a kernel has the whole GPU. In training, the end of one overlaps with the beginning of the next, so the sum
  /// of these times is larger than a step.
  public Map<String, Double> kernelMicros(Runnable training) {
    Fleet.KernelTimes times = new Fleet.KernelTimes();
    time(times);
    try {
      training.run();
    } finally {
      time(null);
    }
    return times.micros();
  }

  private void time(Fleet.@Nullable KernelTimes times) {
    synchronized (fleet) {
      fleet.time(times);
    }
  }
}
