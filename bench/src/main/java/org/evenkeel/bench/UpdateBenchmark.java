package org.evenkeel.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/// Measures one update of Averaged-DQN(K), as computed by [UpdateWork].
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class UpdateBenchmark {
  /// The measured network.
  @Param({"NATURE", "MINATAR", "GRIDWORLD", "CARTPOLE"})
  public UpdateWork.Task task = UpdateWork.Task.NATURE;

  /// The number of target networks.
  @Param({"1", "10"})
  public int k = 1;

  /// Whether values of frozen networks are cached.
  @Param({"false", "true"})
  public boolean remember;

  /// The number of threads of the update itself (JMH calls it from one thread).
  @Param({"1", "2"})
  public int threads = 1;

  private UpdateWork work = new UpdateWork(UpdateWork.Task.CARTPOLE, 1, 1, false);

  /// Creates the networks and batches.
  @Setup
  public void prepare() {
    work.close();
    work = new UpdateWork(task, k, threads, remember);
  }

  /// Stops the threads.
  @TearDown
  public void close() {
    work.close();
  }

  /// Makes one update.
  @Benchmark
  public double update(AllocationCounters counters) {
    counters.before();
    double loss = work.update();
    counters.after();
    counters.passes += work.targetPasses();
    return loss;
  }
}
