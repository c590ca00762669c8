package org.evenkeel.paper.claims;

import org.evenkeel.core.env.Step;
import org.evenkeel.envs.Gridworld;

/// The targets y(s, a) = r + gamma max_a' q(s', a') of every pair of a Gridworld. Tables are flat, `[state][action]`.
final class GridTargets {
  private final int[] next;
  private final double[] rewards;
  private final double[] discounts;

  GridTargets(Gridworld world, double discount) {
    int pairs = world.states() * Gridworld.ACTIONS;
    next = new int[pairs];
    rewards = new double[pairs];
    discounts = new double[pairs];
    for (int pair = 0; pair < pairs; pair++) {
      int state = pair / Gridworld.ACTIONS;
      if (!world.over(state)) { // no action is ever taken in a terminal state: its values stay 0
        Step step = world.outcome(state, pair % Gridworld.ACTIONS);
        next[pair] = world.next(state, pair % Gridworld.ACTIONS);
        rewards[pair] = step.reward();
        discounts[pair] = step.terminated() ? 0 : discount;
      }
    }
  }

  /// Returns the number of state-action pairs.
  int pairs() {
    return next.length;
  }

  /// Computes the targets for a table of values.
  void of(double[] q, double[] y) {
    for (int pair = 0; pair < next.length; pair++) {
      y[pair] = rewards[pair] + discounts[pair] * largest(q, next[pair]);
    }
  }

  private static double largest(double[] q, int state) {
    int at = state * Gridworld.ACTIONS;
    double best = q[at];
    for (int a = 1; a < Gridworld.ACTIONS; a++) {
      best = Math.max(best, q[at + a]);
    }
    return best;
  }
}
