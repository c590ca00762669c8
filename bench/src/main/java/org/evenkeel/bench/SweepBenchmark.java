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

/// Measures an update of the Gridworld experiment with everything that belongs to it: drawing the minibatch, the
/// update, and its share of the targets for all state-action pairs and of the snapshot, which are computed once per 100
/// updates.
///
/// Trials of 1,000 iterations follow each other as in the experiment, because computing with the values late in a trial
/// would be slower than with early ones if the kernels did not prevent it.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class SweepBenchmark {
  /// The rows' name.
  static final String NAME = "gridworld trial";

  /// The number of updates in an iteration.
  static final int UPDATES = 100;

  /// The number of passes for snapshots per update, counted per state.
  static final double SNAPSHOT_PASSES = 400.0 / UPDATES;

  /// The number of snapshots averaged in the targets.
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

  /// Computes one iteration.
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
