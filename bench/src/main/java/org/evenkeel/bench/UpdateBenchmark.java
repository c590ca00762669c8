package org.evenkeel.bench;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/// One update of Averaged-DQN(K) as [UpdateWork] makes it.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class UpdateBenchmark {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /// Which network.
  @Param({"NATURE", "MINATAR", "GRIDWORLD", "CARTPOLE"})
  public UpdateWork.Task task = UpdateWork.Task.NATURE;

  /// How many target networks.
  @Param({"1", "10"})
  public int k = 1;

  /// Whether values of frozen networks are remembered.
  @Param({"false", "true"})
  public boolean remember;

  /// Threads of the update itself (JMH runs one caller).
  @Param({"1", "2"})
  public int threads = 1;

  private UpdateWork work = new UpdateWork(UpdateWork.Task.CARTPOLE, 1, 1, false);
  private long[] helpers = {};

  /// What updates did; bytes are counted on every 64th, on all threads that work.
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Counters {
    /// Updates made.
    public long updates;

    /// Target passes of single observations.
    public long passes;

    /// Updates on which bytes were counted.
    public long counted;

    /// Bytes allocated by the updates that were counted.
    public long bytes;
  }

  /// Makes the networks and batches.
  @Setup
  public void prepare() {
    work.close();
    work = new UpdateWork(task, k, threads, remember);
    helpers =
        Thread.getAllStackTraces().keySet().stream()
            .filter(t -> t.getName().startsWith("evenkeel-worker"))
            .mapToLong(Thread::threadId)
            .toArray();
  }

  /// Stops the threads.
  @TearDown
  public void close() {
    work.close();
  }

  /// One update.
  @Benchmark
  public double update(Counters counters) {
    boolean count = counters.updates++ % 64 == 0;
    long before = count ? allocated() : 0;
    double loss = work.update();
    if (count) {
      counters.bytes += allocated() - before;
      counters.counted++;
    }
    counters.passes += work.targetPasses();
    return loss;
  }

  private long allocated() {
    long sum = THREADS.getCurrentThreadAllocatedBytes();
    for (long helper : helpers) {
      sum += THREADS.getThreadAllocatedBytes(helper);
    }
    return sum;
  }
}
