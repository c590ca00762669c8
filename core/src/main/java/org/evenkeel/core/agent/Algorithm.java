package org.evenkeel.core.agent;

import java.util.Objects;
import org.evenkeel.core.internal.Checks;

/// A value-based algorithm as three choices: which estimates of the next state's values are used, how they are
/// combined, and which value of the combination is used.
///
/// `y = r + discount * bootstrap(combine(estimates(s')))`
///
/// The published algorithms are points in this space, and so is every other legal combination, including those with a
/// custom [Combine] or [Bootstrap]. [Targets] computes `y`.
///
/// @param estimates the frozen networks that evaluate the next state
/// @param combine the rule that merges several estimates into one
/// @param bootstrap the rule that selects a value of the combined estimate
public record Algorithm(Estimates estimates, Combine combine, Bootstrap bootstrap) {
  /// The source of the next state's values. Every estimate is a frozen copy, a snapshot, or an average of
  /// snapshots; the networks being trained are never used.
  public sealed interface Estimates {
    /// Returns the number of estimates: the networks that are evaluated for a target.
    int k();

    /// Returns the number of parameter sets that are kept for the estimates.
    default int snapshots() {
      return k();
    }

    /// The last K snapshots of one learner: theta_{i-1} to theta_{i-K} of the paper's Algorithm 2.
    record Snapshots(int k) implements Estimates {
      public Snapshots {
        checkK(k);
      }
    }

    /// The newest snapshot of each of K learners: theta^1_{i-1} to theta^K_{i-1} of Algorithm 3.
    record Learners(int k) implements Estimates {
      public Learners {
        checkK(k);
      }
    }

    /// One network whose parameters are an exponential moving average of the snapshots of one learner. Each snapshot
    /// changes it: `average = (1 - tau) * average + tau * theta`. It starts as a copy of the initial parameters. The
    /// mean age of its snapshots is 1 / tau target periods, where the newest has age 1. With tau = 1 it is [Snapshots]
    /// with k = 1, bit for bit.
    ///
    /// @param tau the weight of the newest snapshot
    record MovingAverage(double tau) implements Estimates {
      public MovingAverage {
        if (!(tau > 0 && tau <= 1)) {
          throw new IllegalArgumentException("tau must be in (0, 1], was " + tau);
        }
      }

      @Override
      public int k() {
        return 1;
      }

      /// Adds a snapshot to the average. Each parameter is computed in double precision and rounded to a float once.
      ///
      /// @param theta the parameters of the snapshot
      /// @param average the average, which is changed
      public void add(float[] theta, float[] average) {
        Checks.length("average", theta.length, average.length);
        if (tau == 1) {
          // The formula would turn -0 into 0.
          System.arraycopy(theta, 0, average, 0, theta.length);
          return;
        }
        double kept = 1 - tau;
        for (int i = 0; i < average.length; i++) {
          average[i] = (float) (kept * average[i] + tau * theta[i]);
        }
      }
    }

    /// One network whose parameters are the mean of the parameters of the last snapshots of one learner. With one
    /// snapshot it is [Snapshots] with k = 1, bit for bit.
    ///
    /// @param snapshots the number of snapshots, the K of Averaged-DQN(K)
    record WeightMean(int snapshots) implements Estimates {
      public WeightMean {
        Checks.atLeast("snapshots", 1, snapshots);
        Checks.atMost("snapshots", 1_000, snapshots);
      }

      @Override
      public int k() {
        return 1;
      }

      /// Writes the mean of the first `count` parameter sets.
      ///
      /// Each sum runs from the newest snapshot to the oldest, as in [Combine.Mean], in double precision, and is rounded
      /// to a float once. Sums of equal floats are then exact, so that the mean of copies of a network is that network,
      /// bit for bit: before the first snapshot, targets are those of DQN. The mean is always computed from the snapshots
      /// and never from the previous mean, so that rounding errors do not add up and a resumed run has the same bits.
      ///
      /// @param newestFirst the parameters of the snapshots
      /// @param count the number of snapshots to use, at least 1
      /// @param mean the result
      public static void mean(float[][] newestFirst, int count, float[] mean) {
        Checks.atLeast("count", 1, count);
        for (int i = 0; i < mean.length; i++) {
          double sum = newestFirst[0][i];
          for (int j = 1; j < count; j++) {
            sum += newestFirst[j][i];
          }
          mean[i] = (float) (sum / count);
        }
      }
    }
  }

  public Algorithm {
    Objects.requireNonNull(estimates, "estimates");
    Objects.requireNonNull(combine, "combine");
    Objects.requireNonNull(bootstrap, "bootstrap");
    if (combine instanceof Combine.RecencyWeighted && estimates instanceof Estimates.Learners) {
      throw new IllegalArgumentException(
          "recency weights require snapshots of one learner, but these come from K learners and none is older than"
              + " another: use combine mean or min");
    }
    if (combine instanceof Combine.RecencyWeighted
        && (estimates instanceof Estimates.MovingAverage
            || estimates instanceof Estimates.WeightMean)) {
      throw new IllegalArgumentException(
          "recency weights require the values of several snapshots, but these estimates are one network with averaged"
              + " parameters: use combine mean");
    }
  }

  /// Returns DQN (the paper's Algorithm 1).
  public static Algorithm dqn() {
    return new Algorithm(new Estimates.Snapshots(1), new Combine.Mean(), Bootstrap.Named.MAX);
  }

  /// Returns Double-DQN.
  public static Algorithm doubleDqn() {
    return new Algorithm(new Estimates.Snapshots(1), new Combine.Mean(), Bootstrap.Named.DOUBLE);
  }

  /// Returns Averaged-DQN(K) (the paper's Algorithm 2).
  public static Algorithm averaged(int k) {
    return new Algorithm(new Estimates.Snapshots(k), new Combine.Mean(), Bootstrap.Named.MAX);
  }

  /// Returns Ensemble-DQN(K) (the paper's Algorithm 3).
  public static Algorithm ensemble(int k) {
    return new Algorithm(new Estimates.Learners(k), new Combine.Mean(), Bootstrap.Named.MAX);
  }

  /// Returns Averaged-DQN(K) with weights that decrease by the factor `decay` from each snapshot to the next older one.
  public static Algorithm weightedAveraged(int k, double decay) {
    return new Algorithm(
        new Estimates.Snapshots(k), new Combine.RecencyWeighted(decay), Bootstrap.Named.MAX);
  }

  /// Returns Maxmin-DQN(N).
  public static Algorithm maxmin(int n) {
    return new Algorithm(new Estimates.Learners(n), new Combine.Min(), Bootstrap.Named.MAX);
  }

  /// Returns Averaged Double-DQN(K) (named in the paper's section 7).
  public static Algorithm averagedDouble(int k) {
    return new Algorithm(new Estimates.Snapshots(k), new Combine.Mean(), Bootstrap.Named.DOUBLE);
  }

  /// Returns Averaged SARSA(K) (named in the paper's section 7).
  public static Algorithm averagedSarsa(int k) {
    return new Algorithm(
        new Estimates.Snapshots(k), new Combine.Mean(), Bootstrap.Named.ACTION_TAKEN);
  }

  /// Returns DQN with a target network that is an exponential moving average of the snapshots' parameters. With tau =
  /// 2 / (K + 1) its mean age is that of Averaged-DQN(K).
  public static Algorithm movingAverage(double tau) {
    return new Algorithm(new Estimates.MovingAverage(tau), new Combine.Mean(), Bootstrap.Named.MAX);
  }

  /// Returns DQN with a target network that is the mean of the parameters of the last K snapshots. Its mean age is that
  /// of Averaged-DQN(K).
  public static Algorithm weightMean(int k) {
    checkK(k);
    return new Algorithm(new Estimates.WeightMean(k), new Combine.Mean(), Bootstrap.Named.MAX);
  }

  /// Returns the number of networks that are trained.
  public int learners() {
    return estimates instanceof Estimates.Learners l ? l.k() : 1;
  }

  /// Returns the number of estimates that targets use. A network with averaged parameters is one estimate.
  public int k() {
    return estimates.k();
  }

  private static void checkK(int k) {
    Checks.atLeast("k", 1, k);
    Checks.atMost("k", 1_000, k);
  }
}
