package org.evenkeel.paper.theory;

import java.util.Arrays;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.internal.Checks;

/// Simulates the recursions of section 5 on the [ChainMdp] many times with random errors, to test the closed forms.
///
/// A run goes from the end of the chain to its start, state by state, and computes for each state all iterations that
/// still affect s_0. For state s_m these are i = I - (m+1) K + 1 to I - m, as many as the shortest exact Fourier
/// transform of [AveragingFactor] has points. It is the same recursion in another order, with half the random numbers.
///
/// @param chain the states, the discount and the error variances
/// @param k the number of networks
/// @param law the distribution of the errors
/// @param runs independent runs; each gives one sample
/// @param seed the seed; the same seed gives the same bits, for any number of threads
public record ChainSimulation(ChainMdp chain, int k, ErrorLaw law, int runs, long seed) {
  private static final int RUNS_IN_BLOCK = 256;

  /// Checks the numbers.
  public ChainSimulation {
    Checks.atLeast("k", 1, k);
    Checks.atLeast("runs", 2, runs);
    Checks.size("states * k", chain.states(), k);
  }

  /// The results at s_0: mean and variance of the average of K networks, and the variance of one network.
  public record Result(Measurement mean, Measurement variance, Measurement networkVariance) {}

  /// Simulates Averaged-DQN just long enough to forget its start: K M iterations.
  public Result averaged(int threads) {
    return averaged(threads, k * chain.states(), 0);
  }

  /// Simulates Averaged-DQN for a number of iterations, starting from K networks that are `start` everywhere.
  public Result averaged(int threads, int iterations, double start) {
    return measured(threads, iterations, start, this::averagedRuns);
  }

  /// Simulates Ensemble-DQN just long enough to forget its start: M iterations. With K = 1 this is DQN.
  public Result ensemble(int threads) {
    return ensemble(threads, chain.states(), 0);
  }

  /// Simulates Ensemble-DQN for a number of iterations, starting from K networks that are `start` everywhere.
  public Result ensemble(int threads, int iterations, double start) {
    return measured(threads, iterations, start, this::ensembleRuns);
  }

  /// A block of runs: its random numbers, its start, and the destination of its samples.
  private record Block(
      RandomStream random, int iterations, double start, Samples samples, int from, int to) {}

  private static final class Samples {
    private final double[] averages;
    private final double[] networks;

    private Samples(int runs) {
      averages = new double[runs];
      networks = new double[runs];
    }
  }

  @FunctionalInterface
  private interface Runs {
    void fill(Block block);
  }

  private Result measured(int threads, int iterations, double start, Runs runner) {
    Checks.atLeast("iterations", 1, iterations);
    Checks.finite("start", start);
    Samples samples = new Samples(runs);
    int blocks = (runs + RUNS_IN_BLOCK - 1) / RUNS_IN_BLOCK;
    Blocks.run(
        threads,
        blocks,
        b -> {
          int from = b * RUNS_IN_BLOCK;
          int to = Math.min(runs, from + RUNS_IN_BLOCK);
          RandomStream random = Blocks.stream(seed, b);
          runner.fill(new Block(random, iterations, start, samples, from, to));
        });
    return new Result(
        Measurement.ofMean(samples.averages),
        Measurement.ofVariance(samples.averages),
        Measurement.ofVariance(samples.networks));
  }

  private void averagedRuns(Block block) {
    int longest = chain.states() * (k - 1) + 1 + k;
    double[] q = new double[longest];
    double[] next = new double[longest];
    double[] z = new double[longest];
    for (int run = block.from; run < block.to; run++) {
      Arrays.fill(q, 0); // beyond the terminal state there is no value
      for (int m = chain.states() - 1; m >= 0; m--) {
        double[] swap = next;
        next = q;
        q = swap;
        averagedState(m, block, next, z, q);
      }
      block.samples.averages[run] = sum(q, k) / k;
      block.samples.networks[run] = q[k - 1];
    }
  }

  /// Computes all relevant values of state s_m: `q[j]` is that of iteration I - (m+1) K + 1 + j, and its target
  /// averages the K values of the next state starting at `next[j]`.
  private void averagedState(int m, Block block, double[] next, double[] z, double[] q) {
    int count = (m + 1) * (k - 1) + 1;
    int firstIteration = block.iterations - (m + 1) * k + 1;
    double sigma = Math.sqrt(chain.sigma2(m));
    double gammaOverK = chain.gamma() / k;
    law().fill(block.random, z, count);
    double window = sum(next, k - 1);
    for (int j = 0; j < count; j++) {
      window += next[j + k - 1];
      q[j] = firstIteration + j <= 0 ? block.start : sigma * z[j] + gammaOverK * window;
      window -= next[j];
    }
  }

  private void ensembleRuns(Block block) {
    double[] z = new double[k];
    for (int run = block.from; run < block.to; run++) {
      double average = 0;
      double network = 0;
      for (int m = chain.states() - 1; m >= 0; m--) {
        double sigma = Math.sqrt(chain.sigma2(m));
        double y = chain.gamma() * average;
        boolean begun = block.iterations - m > 0;
        law().fill(block.random, z, k);
        average = begun ? sigma * sum(z, k) / k + y : block.start;
        network = begun ? sigma * z[0] + y : block.start;
      }
      block.samples.averages[run] = average;
      block.samples.networks[run] = network;
    }
  }

  private static double sum(double[] values, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += values[i];
    }
    return sum;
  }
}
