package org.evenkeel.paper.theory;

import java.util.Arrays;
import org.evenkeel.core.internal.Checks;

/// A small MDP given by transition probabilities, expected rewards and a discount below 1. Tables over states and
/// actions are flat, entry `s * actions + a`.
public final class TabularMdp {
  private static final double ROW_SUM_SLACK = 1e-9;

  private final int states;
  private final int actions;
  private final double gamma;
  private final double[] rewards;
  private final double[] transitions;

  /// Creates an MDP with `rewards[s * actions + a]` and `transitions[(s * actions + a) * states + next]`. If
  /// transitions sum to less than 1, the episode ends with the remaining probability.
  public TabularMdp(int actions, double gamma, double[] rewards, double[] transitions) {
    Checks.atLeast("actions", 1, actions);
    Checks.fraction("gamma", gamma);
    Checks.lengthAtLeast("rewards", actions, rewards.length);
    if (rewards.length % actions != 0) {
      throw new IllegalArgumentException(
          "rewards must have %d entries for each state, was %d in total"
              .formatted(actions, rewards.length));
    }
    this.actions = actions;
    this.gamma = gamma;
    states = rewards.length / actions;
    Checks.length(
        "transitions", Checks.size("transitions", rewards.length, states), transitions.length);
    for (int pair = 0; pair < rewards.length; pair++) {
      Checks.finite("reward of " + name(pair), rewards[pair]);
      double sum = 0;
      for (int next = 0; next < states; next++) {
        double p = transitions[pair * states + next];
        if (!(p >= 0 && p <= 1)) {
          Checks.probability("transition from " + name(pair) + " to " + next, p);
        }
        sum += p;
      }
      if (sum > 1 + ROW_SUM_SLACK) {
        throw new IllegalArgumentException(
            "the transitions from " + name(pair) + " must sum to at most 1, was " + sum);
      }
    }
    this.rewards = rewards.clone();
    this.transitions = transitions.clone();
  }

  private String name(int pair) {
    return "state " + pair / actions + ", action " + pair % actions;
  }

  /// Returns the number of states.
  public int states() {
    return states;
  }

  /// Returns the number of actions in each state.
  public int actions() {
    return actions;
  }

  /// Returns the targets y(s,a) = E[r + gamma max_a' q(s',a')] for a table of values (line 5 of Algorithm 1, with a
  /// replay buffer that holds every transition).
  public double[] targets(double[] q) {
    Checks.length("q", rewards.length, q.length);
    double[] best = new double[states];
    for (int s = 0; s < states; s++) {
      best[s] = q[s * actions + greedy(q, s)];
    }
    double[] y = new double[q.length];
    for (int pair = 0; pair < y.length; pair++) {
      double expected = 0;
      for (int next = 0; next < states; next++) {
        expected += transitions[pair * states + next] * best[next];
      }
      y[pair] = rewards[pair] + gamma * expected;
    }
    return y;
  }

  /// Returns the action with the largest value in a state; the first of equal ones.
  public int greedy(double[] q, int state) {
    int best = 0;
    for (int a = 1; a < actions; a++) {
      if (q[state * actions + a] > q[state * actions + best]) {
        best = a;
      }
    }
    return best;
  }

  /// Computes Q* by value iteration until gamma^n is below the rounding error or nothing changes any more.
  public double[] optimalValues() {
    double[] q = new double[rewards.length];
    for (double left = 1; left > 1e-17; left *= gamma) {
      double[] y = targets(q);
      if (Arrays.equals(q, y)) {
        break;
      }
      q = y;
    }
    return q;
  }
}
