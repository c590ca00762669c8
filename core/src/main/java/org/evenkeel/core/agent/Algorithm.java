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
  /// The source of the next state's values. Every estimate is a frozen copy, a snapshot; the networks
  /// being trained are never used.
  public sealed interface Estimates {
    /// Returns the number of estimates.
    int k();

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

  /// Returns the number of networks that are trained.
  public int learners() {
    return estimates instanceof Estimates.Learners l ? l.k() : 1;
  }

  /// Returns the number of estimates that targets use.
  public int k() {
    return estimates.k();
  }

  private static void checkK(int k) {
    Checks.atLeast("k", 1, k);
    Checks.atMost("k", 1_000, k);
  }
}
