package org.evenkeel.bench;

import java.util.concurrent.TimeUnit;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/// Measures the peak floating-point speed of a core: fused multiply-adds in registers, in twelve independent chains
/// (enough for two units of latency 4, and they fit in 16 registers), without loads or stores.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class CeilingBenchmark {
  private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
  private static final int STEPS = 100_000;
  private static final int CHAINS = 12;

  private float factor = 0.999f;

  /// Returns the number of floating-point operations per call.
  static double operations() {
    return 2.0 * STEPS * CHAINS * FLOATS.length();
  }

  /// Computes twelve chains of fused multiply-adds.
  @Benchmark
  public float fusedMultiplyAdd() {
    FloatVector m = FloatVector.broadcast(FLOATS, factor);
    FloatVector k = FloatVector.broadcast(FLOATS, 1e-3f);
    FloatVector a = k;
    FloatVector b = k;
    FloatVector c = k;
    FloatVector d = k;
    FloatVector e = k;
    FloatVector f = k;
    FloatVector g = k;
    FloatVector h = k;
    FloatVector p = m;
    FloatVector q = m;
    FloatVector r = m;
    FloatVector s = m;
    for (int i = 0; i < STEPS; i++) {
      a = a.fma(m, k);
      b = b.fma(m, k);
      c = c.fma(m, k);
      d = d.fma(m, k);
      e = e.fma(m, k);
      f = f.fma(m, k);
      g = g.fma(m, k);
      h = h.fma(m, k);
      p = p.fma(m, k);
      q = q.fma(m, k);
      r = r.fma(m, k);
      s = s.fma(m, k);
    }
    FloatVector one = a.add(b).add(c).add(d).add(e).add(f).add(g).add(h);
    return one.add(p).add(q).add(r).add(s).lane(0);
  }
}
