package org.evenkeel.core.agent;

import org.evenkeel.core.internal.Checks;

/// A value-based algorithm as three choices: which estimates of the next state's values are used, how they
/// are combined, and how the next action is chosen.
///
/// `y = r + discount * bootstrap(combine(estimates(s')))`
///
/// The published algorithms are points of this space, and so is every other legal combination.
///
/// @param estimates whose values
/// @param combine how several estimates become one
/// @param bootstrap which action's value
public record Algorithm(Estimates estimates, Combine combine, Bootstrap bootstrap) {
  /// Whose values of the next state are used. Every estimate is a frozen copy, a snapshot: the networks
  /// being trained are never among them.
  public sealed interface Estimates {
    /// How many estimates there are.
    int k();

    /// The last K snapshots of one learner: theta_{i-1} to theta_{i-K} of the paper's Algorithm 2.
    record Snapshots(int k) implements Estimates {
      /// Checks the number.
      public Snapshots {
        checkK(k);
      }
    }

    /// The newest snapshot of each of K learners: theta^1_{i-1} to theta^K_{i-1} of Algorithm 3.
    record Learners(int k) implements Estimates {
      /// Checks the number.
      public Learners {
        checkK(k);
      }
    }
  }

  /// How several estimates become one, action by action.
  public sealed interface Combine {
    /// Their mean: the paper's Averaged-DQN and Ensemble-DQN.
    record Mean() implements Combine {}

    /// A mean with weights 1, decay, decay^2, ... from the newest to the oldest, divided by their sum (the
    /// paper, end of section 3, names it without numbers).
    record RecencyWeighted(double decay) implements Combine {
      /// Checks the decay.
      public RecencyWeighted {
        if (!(decay > 0 && decay <= 1)) {
          throw new IllegalArgumentException("decay must be in (0, 1], was " + decay);
        }
      }
    }

    /// The smallest: Maxmin (Lan et al. 2020).
    record Min() implements Combine {}
  }

  /// Which action's value of the combined estimate counts.
  public enum Bootstrap {
    /// The largest: Q-learning.
    MAX,
    /// That of the action the online network prefers: Double-DQN (van Hasselt et al. 2016). Of several
    /// learners it is the one being updated that chooses.
    DOUBLE,
    /// That of the action that was taken: SARSA.
    ACTION_TAKEN
  }

  /// Checks that the choices go together.
  public Algorithm {
    if (combine instanceof Combine.RecencyWeighted && estimates instanceof Estimates.Learners) {
      throw new IllegalArgumentException(
          "recency weights need snapshots of one learner, was given K learners, of which none is older"
              + " than another: use combine mean or min");
    }
  }

  /// DQN (the paper's Algorithm 1).
  public static Algorithm dqn() {
    return new Algorithm(new Estimates.Snapshots(1), new Combine.Mean(), Bootstrap.MAX);
  }

  /// Double-DQN.
  public static Algorithm doubleDqn() {
    return new Algorithm(new Estimates.Snapshots(1), new Combine.Mean(), Bootstrap.DOUBLE);
  }

  /// Averaged-DQN(K) (the paper's Algorithm 2).
  public static Algorithm averaged(int k) {
    return new Algorithm(new Estimates.Snapshots(k), new Combine.Mean(), Bootstrap.MAX);
  }

  /// Ensemble-DQN(K) (the paper's Algorithm 3).
  public static Algorithm ensemble(int k) {
    return new Algorithm(new Estimates.Learners(k), new Combine.Mean(), Bootstrap.MAX);
  }

  /// Averaged-DQN(K) with weights that fall by `decay` from one snapshot to the next older one.
  public static Algorithm weightedAveraged(int k, double decay) {
    return new Algorithm(
        new Estimates.Snapshots(k), new Combine.RecencyWeighted(decay), Bootstrap.MAX);
  }

  /// Maxmin-DQN(N).
  public static Algorithm maxmin(int n) {
    return new Algorithm(new Estimates.Learners(n), new Combine.Min(), Bootstrap.MAX);
  }

  /// Averaged Double-DQN(K) (named in the paper's section 7).
  public static Algorithm averagedDouble(int k) {
    return new Algorithm(new Estimates.Snapshots(k), new Combine.Mean(), Bootstrap.DOUBLE);
  }

  /// Averaged SARSA(K) (named in the paper's section 7).
  public static Algorithm averagedSarsa(int k) {
    return new Algorithm(new Estimates.Snapshots(k), new Combine.Mean(), Bootstrap.ACTION_TAKEN);
  }

  /// How many networks are trained.
  public int learners() {
    return estimates instanceof Estimates.Learners l ? l.k() : 1;
  }

  /// How many estimates the targets use.
  public int k() {
    return estimates.k();
  }

  private static void checkK(int k) {
    Checks.atLeast("k", 1, k);
    Checks.atMost("k", 1_000, k);
  }
}
