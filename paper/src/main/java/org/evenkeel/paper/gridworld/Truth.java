package org.evenkeel.paper.gridworld;

import org.evenkeel.envs.Gridworld;
import org.evenkeel.paper.theory.FixedPolicy;

/// The exact values of a Gridworld, against which estimates are measured.
///
/// @param world the world
/// @param discount gamma
/// @param values Q*, `[state][action]`
/// @param mean E[Q*(s, a)]: the mean over all state-action pairs
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Truth(Gridworld world, double discount, double[] values, double mean) {
  private static final double TIE = 1e-9;

  /// Returns the values of a world.
  public static Truth of(Gridworld world, double discount) {
    double[] values = world.optimalValues(discount);
    double sum = 0;
    for (double v : values) {
      sum += v;
    }
    return new Truth(world, discount, values, sum / values.length);
  }

  /// Returns Q*(s, a) of the best action.
  public double best(int state) {
    return values[state * Gridworld.ACTIONS + greedy(values, state)];
  }

  /// Returns the first action whose value is largest up to rounding.
  public static int greedy(double[] q, int state) {
    int best = 0;
    for (int a = 1; a < Gridworld.ACTIONS; a++) {
      if (q[state * Gridworld.ACTIONS + a] > q[state * Gridworld.ACTIONS + best] + TIE) {
        best = a;
      }
    }
    return best;
  }

  /// Returns the share of states whose greedy action is one of the best.
  public double optimalShare(double[] q) {
    int right = 0;
    for (int s = 0; s < world.states(); s++) {
      right += values[s * Gridworld.ACTIONS + greedy(q, s)] >= best(s) - TIE ? 1 : 0;
    }
    return (double) right / world.states();
  }

  /// Returns the share of the optimal return that the greedy policy misses, over all start states.
  double shortfall(double[] q) {
    double got = 0;
    double possible = 0;
    for (int s = 0; s < world.states(); s++) {
      got += followed(q, s);
      possible += followed(values, s);
    }
    return 1 - got / possible;
  }

  /// Returns the discounted return of the greedy policy. The world is deterministic.
  private double followed(double[] q, int start) {
    double sum = 0;
    double weight = 1;
    for (int s = start; weight > 1e-15 && !world.over(s); weight *= discount) {
      int action = greedy(q, s);
      var step = world.outcome(s, action);
      sum += weight * step.reward();
      if (step.terminated()) {
        break;
      }
      s = world.next(s, action);
    }
    return sum;
  }

  /// Returns the optimal policy as the theory's matrix P. The first of equally good actions is chosen.
  public FixedPolicy policy() {
    int n = world.states();
    double[] transitions = new double[n * n];
    for (int s = 0; s < n; s++) {
      int action = greedy(values, s);
      if (!world.over(s) && !world.outcome(s, action).terminated()) {
        transitions[s * n + world.next(s, action)] = 1;
      }
    }
    return new FixedPolicy(discount, transitions);
  }

  /// Returns the largest distance from the goal.
  int longest() {
    return world.distance(0);
  }

  /// Returns the mean over the states at each distance from the goal, starting at 0.
  double[] byDistance(double[] ofStates) {
    double[] sum = new double[longest() + 1];
    int[] count = new int[sum.length];
    for (int s = 0; s < ofStates.length; s++) {
      sum[world.distance(s)] += ofStates[s];
      count[world.distance(s)]++;
    }
    for (int d = 0; d < sum.length; d++) {
      sum[d] /= count[d];
    }
    return sum;
  }
}
