package org.evenkeel.bench;

import java.util.concurrent.TimeUnit;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.paper.gridworld.SweepSettings;
import org.evenkeel.paper.gridworld.SweepTrial;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/// An update of the Gridworld experiment with everything around it: drawing the minibatch, the update, and its
/// share of the targets for all pairs and of the snapshot, which come once in 100 updates.
///
/// Trial follows trial as in the experiment, 1,000 iterations each: the numbers of a long trial cost more than
/// those of a young one unless the kernels see to it.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class SweepBenchmark {
  /// The rows' name.
  static final String NAME = "gridworld trial";

  /// Updates in an iteration.
  static final int UPDATES = 100;

  /// Passes of single states for snapshots, for each update.
  static final double SNAPSHOT_PASSES = 400.0 / UPDATES;

  /// How many snapshots the targets are the mean of.
  @Param({"1", "20"})
  public int k = 1;

  private SweepSettings settings = SweepSettings.first(Algorithm.averaged(1));
  private SweepTrial trial = new SweepTrial(settings, 0);
  private int iterations;
  private long seed;

  /// Starts a trial.
  @Setup
  public void start() {
    settings = SweepSettings.first(Algorithm.averaged(k));
    trial = new SweepTrial(settings, ++seed);
    iterations = 0;
  }

  /// One iteration.
  @Benchmark
  @OperationsPerInvocation(UPDATES)
  public SweepTrial iterate(AllocationCounters counters) {
    counters.before();
    if (iterations++ == settings.iterations()) {
      start();
    }
    trial.iterate();
    counters.after();
    return trial;
  }
}
