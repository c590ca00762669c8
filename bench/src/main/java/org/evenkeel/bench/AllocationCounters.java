package org.evenkeel.bench;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/// Counts the bytes that a benchmark allocates on all its threads. Only every 64th call is counted, so that counting
/// does not affect the measured time.
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.EVENTS)
public class AllocationCounters {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /// The number of calls.
  public long calls;

  /// The number of target passes, counted per observation.
  public long passes;

  /// The number of calls whose bytes were counted.
  public long counted;

  /// The number of bytes allocated by the counted calls.
  public long bytes;

  private long @Nullable [] helpers;
  private long before;
  private boolean counting;

  /// Returns the worker threads, which exist by the time of the first call.
  private static long[] findHelpers() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(t -> t.getName().startsWith("evenkeel-worker"))
        .mapToLong(Thread::threadId)
        .toArray();
  }

  void before() {
    counting = calls++ % 64 == 0;
    if (counting) {
      before = allocated();
    }
  }

  void after() {
    if (counting) {
      bytes += allocated() - before;
      counted++;
    }
  }

  private long allocated() {
    long[] helpers = this.helpers;
    if (helpers == null) {
      helpers = findHelpers();
      this.helpers = helpers;
    }
    long sum = THREADS.getCurrentThreadAllocatedBytes();
    for (long helper : helpers) {
      sum += THREADS.getThreadAllocatedBytes(helper);
    }
    return sum;
  }
}
