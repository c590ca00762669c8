package org.evenkeel.bench;

import java.util.concurrent.TimeUnit;
import org.evenkeel.core.nn.LayerProduct;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/// Measures the forward products of the Nature and MinAtar layers, on one thread.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class ProductBenchmark {
  /// The layer.
  @Param({
    "NATURE_CONV1",
    "NATURE_CONV2",
    "NATURE_CONV3",
    "NATURE_FC",
    "MINATAR_CONV",
    "MINATAR_CONV_SPARSE",
    "MINATAR_FC"
  })
  public LayerProduct layer = LayerProduct.NATURE_FC;

  private Runnable product = () -> {};

  /// Creates the data.
  @Setup
  public void prepare() {
    product = layer.ready();
  }

  /// Computes one product.
  @Benchmark
  public void forward(AllocationCounters counters) {
    counters.before();
    product.run();
    counters.after();
  }
}
