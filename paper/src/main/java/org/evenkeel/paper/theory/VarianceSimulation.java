package org.evenkeel.paper.theory;

import java.util.Arrays;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.internal.Checks;

/// Simulates the recursion of section 5 in any MDP with a fixed policy and with any covariance of the errors, many times
/// with normal errors, starting from Q = 0, to test [GeneralVariance].
///
/// It proceeds iteration by iteration as in the paper, without the shortcuts of [ChainSimulation].
///
/// @param policy the transitions and the discount
/// @param errors the covariance of the errors of one iteration
/// @param k the number of networks
/// @param runs independent runs; each gives one sample for each state
/// @param seed the seed; the same seed gives the same bits
public record VarianceSimulation(
    FixedPolicy policy, ErrorCovariance errors, int k, int runs, long seed) {
  /// Checks the numbers.
  public VarianceSimulation {
    Checks.atLeast("k", 1, k);
    Checks.atLeast("runs", 2, runs);
    Checks.size("runs * states", runs, policy.states());
    Checks.size("k * states", k, policy.states());
    Checks.length("the errors", policy.states(), errors.states());
  }

  /// Returns the variance of Q^A, the mean of the last K networks, at each state after a number of iterations.
  public Measurement[] averaged(int iterations) {
    return measured(iterations, true);
  }

  /// Returns the variance of Q^E, the mean of K networks with one target and separate errors, at each state after a
  /// number of iterations.
  public Measurement[] ensemble(int iterations) {
    return measured(iterations, false);
  }

  private Measurement[] measured(int iterations, boolean averages) {
    Checks.atLeast("iterations", 1, iterations);
    int states = policy.states();
    double[][] samples = new double[states][runs];
    RandomStream random = new RandomStream(seed);
    Memory memory = new Memory(states, averages ? k : 1, errors.rank());
    for (int run = 0; run < runs; run++) {
      memory.clear();
      for (int i = 0; i < iterations; i++) {
        iterate(memory, random, i % memory.last.length);
      }
      for (int s = 0; s < states; s++) {
        samples[s][run] = memory.sum[s] / memory.last.length;
      }
    }
    return Arrays.stream(samples).map(Measurement::ofVariance).toArray(Measurement[]::new);
  }

  /// The last values, their sum, and buffers for one iteration.
  private static final class Memory {
    private final double[][] last;
    private final double[] sum;
    private final double[] target;
    private final double[] z;
    private final double[] mean;

    private Memory(int states, int window, int rank) {
      last = new double[window][states];
      sum = new double[states];
      target = new double[states];
      z = new double[rank];
      mean = new double[rank];
    }

    private void clear() {
      for (double[] q : last) {
        Arrays.fill(q, 0);
      }
      Arrays.fill(sum, 0);
    }
  }

  /// Runs one iteration: Q = Z + gamma P (sum / window) replaces the oldest. For an ensemble, the next target needs
  /// only the mean, whose Z is the mean of K errors.
  private void iterate(Memory memory, RandomStream random, int oldest) {
    int window = memory.last.length;
    policy.multiply(policy.gamma() / window, memory.sum, 1, memory.target);
    int draws = window == k ? 1 : k;
    Arrays.fill(memory.mean, 0);
    for (int draw = 0; draw < draws; draw++) {
      ErrorLaw.NORMAL.fill(random, memory.z, memory.z.length);
      for (int c = 0; c < memory.z.length; c++) {
        memory.mean[c] += memory.z[c] / draws;
      }
    }
    double[] q = memory.last[oldest];
    for (int s = 0; s < q.length; s++) {
      double error = 0;
      for (int c = 0; c < memory.mean.length; c++) {
        error += errors.root(s, c) * memory.mean[c];
      }
      double next = error + memory.target[s];
      memory.sum[s] += next - q[s];
      q[s] = next;
    }
  }
}
