package org.evenkeel.core.nn;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A small fixed pool of threads for the blocks of one computation; the calling thread is one of its workers.
///
/// Work consists of numbered blocks that write to separate locations, so it does not matter which thread runs which
/// block: the results are bit-identical for any number of threads. A helper thread that finds nothing to do spins for
/// several tens of microseconds, because the phases of an update follow each other faster than a thread can be woken,
/// and then sleeps. [#run] allocates nothing.
///
/// Each worker starts with its own range of blocks, the same in every phase of the same shape, so that the data it
/// wrote last time are still in its cache. When its range is done, it helps with the others.
///
/// Only one computation runs at a time: a second thread that tries to share work meanwhile is rejected, and so is a
/// block that tries to share its own work. An exception from a block reaches the caller unchanged. If several blocks
/// fail, the caller gets the exception of the lowest, so that the number of threads makes no difference.
public final class Workers implements AutoCloseable {
  /// Work divided into blocks.
  @FunctionalInterface
  public interface Task {
    /// Runs one block.
    ///
    /// @param worker the worker that runs it, 0 to [Workers#threads] - 1, whose scratch memory it may use
    void run(int block, int worker);
  }

  private static final int SPINS = 4_000;
  private static final int LINE = 16;
  private static final int PHASES = (1 << 24) - 1;
  private static final int BLOCKS = (1 << 20) - 1;

  private final Helper[] helpers;

  /// The rest of each worker's range in one word, each in a separate cache line: the number of the phase, the end of
  /// the range and the next block, in 24, 20 and 20 bits.
  private final AtomicLongArray ranges;

  private final AtomicInteger phase = new AtomicInteger();
  private final AtomicInteger blocksLeft = new AtomicInteger();
  private final AtomicReference<@Nullable Thread> user = new AtomicReference<>();
  private volatile boolean closed;
  private @Nullable Throwable failure;
  private int failedBlock;
  private Task task = (block, worker) -> {};

  private Workers(int threads) {
    ranges = new AtomicLongArray(threads * LINE);
    helpers = new Helper[threads - 1];
    for (int i = 0; i < helpers.length; i++) {
      helpers[i] = new Helper(i + 1);
      helpers[i].setDaemon(true);
      helpers[i].start();
    }
  }

  /// Returns a pool of `threads` threads, including the caller.
  public static Workers of(int threads) {
    if (threads < 1 || threads > 256) {
      throw new IllegalArgumentException("threads must be 1 to 256, was " + threads);
    }
    return new Workers(threads);
  }

  /// Returns the number of threads, including the caller.
  public int threads() {
    return helpers.length + 1;
  }

  /// Runs blocks 0 to `count` - 1, each large enough for a separate thread, and returns when all are done.
  public void run(int count, Task work) {
    run(count, Double.POSITIVE_INFINITY, work);
  }

  /// Runs blocks 0 to `count` - 1 and returns when all are done. The caller runs all of them if there are too few
  /// floating-point operations to share.
  void run(int count, double operations, Task work) {
    if (closed) {
      throw new IllegalStateException("these workers are closed");
    }
    if (helpers.length == 0 || count < 2 || count > BLOCKS || operations < 300_000) {
      for (int block = 0; block < count; block++) {
        work.run(block, 0);
      }
      return;
    }
    Thread caller = Thread.currentThread();
    if (!user.compareAndSet(null, caller)) {
      boolean nested = user.get() == caller || (caller instanceof Helper h && h.pool() == this);
      throw new IllegalStateException(
          nested
              ? "a block must not share its work with the workers that run it"
              : "these workers are in use by another thread; give each trainer its own Workers");
    }
    try {
      share(count, work);
    } finally {
      user.set(null);
    }
  }

  private void share(int count, Task work) {
    task = work;
    blocksLeft.set(count);
    int id = (phase.get() + 1) & PHASES;
    for (int w = 0; w < threads(); w++) {
      ranges.set(w * LINE, (long) id << 40 | rangeStart(w + 1, count) << 20 | rangeStart(w, count));
    }
    phase.set(id);
    for (Helper helper : helpers) {
      if (helper.asleep) {
        LockSupport.unpark(helper);
      }
    }
    takeBlocks(id, 0);
    for (int spins = 0; blocksLeft.get() != 0; spins++) {
      if (spins < SPINS) {
        Thread.onSpinWait();
      } else {
        LockSupport.parkNanos(1_000); // more threads than cores: let the helper run
      }
    }
    Throwable failed = takeFailure();
    if (failed != null) {
      Workers.<RuntimeException>rethrow(failed);
    }
  }

  private synchronized @Nullable Throwable takeFailure() {
    Throwable failed = failure;
    failure = null;
    return failed;
  }

  /// Rethrows any exception, including checked ones, which a [Task] written in another language may throw.
  @SuppressWarnings("unchecked") // T is erased, so nothing is cast
  private static <T extends Throwable> void rethrow(Throwable failed) throws T {
    throw (T) failed;
  }

  private long rangeStart(int worker, int count) {
    return (long) count * worker / threads();
  }

  /// Runs blocks of one phase until none are left.
  ///
  /// A phase ends with its last block, not with its last helper, so a helper may arrive late, even during a later
  /// phase. It gets a block only by advancing a word that names its own phase and has blocks left. In that case the
  /// phase is still active, and `task`, which was read after the phase began, belongs to it. It does not matter what
  /// else the helper may have read from a different phase.
  private void takeBlocks(int id, int worker) {
    Task work = task;
    for (int i = 0; i < threads(); i++) {
      int at = (worker + i) % threads() * LINE;
      while (true) {
        long range = ranges.get(at);
        int next = (int) range & BLOCKS;
        int end = (int) (range >>> 20) & BLOCKS;
        if ((int) (range >>> 40) != id || next >= end) {
          break;
        }
        if (ranges.compareAndSet(at, range, range + 1)) {
          run(work, next, worker);
        }
      }
    }
  }

  private void run(Task work, int block, int worker) {
    try {
      work.run(block, worker);
    } catch (Throwable t) {
      failed(t, block);
    } finally {
      blocksLeft.decrementAndGet();
    }
  }

  private synchronized void failed(Throwable t, int block) {
    if (failure == null || block < failedBlock) {
      failure = t;
      failedBlock = block;
    }
  }

  @Override
  public void close() {
    closed = true;
    for (Helper helper : helpers) {
      LockSupport.unpark(helper);
    }
  }

  private final class Helper extends Thread {
    private final int worker;
    private volatile boolean asleep;

    Helper(int worker) {
      super("evenkeel-worker-" + worker);
      this.worker = worker;
    }

    Workers pool() {
      return Workers.this;
    }

    @Override
    public void run() {
      int seen = 0;
      while (true) {
        int spins = 0;
        while (phase.get() == seen && !closed) {
          if (++spins < SPINS) {
            Thread.onSpinWait();
          } else {
            asleep = true;
            if (phase.get() == seen && !closed) {
              LockSupport.park(this);
            }
            asleep = false;
          }
        }
        if (closed) {
          return;
        }
        seen = phase.get();
        takeBlocks(seen, worker);
      }
    }
  }
}
