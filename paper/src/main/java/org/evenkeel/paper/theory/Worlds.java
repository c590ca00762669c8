package org.evenkeel.paper.theory;

import java.util.Arrays;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.envs.Gridworld;

/// The MDPs on which the theory is tested beyond the chain.
final class Worlds {
  /// The largest difference between values that count as equal.
  private static final double TIE = 1e-9;

  private Worlds() {}

  static double[] ones(int length) {
    double[] ones = new double[length];
    Arrays.fill(ones, 1);
    return ones;
  }

  /// Returns a state that loops to itself and a path that leads to it. State d is d steps away.
  static FixedPolicy pathToLoop(double gamma, int states) {
    double[] p = new double[states * states];
    p[0] = 1;
    for (int d = 1; d < states; d++) {
      p[d * states + d - 1] = 1;
    }
    return new FixedPolicy(gamma, p);
  }

  /// Returns the Gridworld under its optimal policy. Most states have two best actions, each taken half the time. A
  /// policy that always takes the same one is [#pathToLoop].
  static FixedPolicy gridworld(int side, Gridworld.Goal goal, double gamma) {
    Gridworld world = new Gridworld(side, goal);
    int states = world.states();
    double[] q = world.optimalValues(gamma);
    double[] p = new double[states * states];
    for (int s = 0; s < states; s++) {
      double best = Double.NEGATIVE_INFINITY;
      for (int a = 0; a < Gridworld.ACTIONS; a++) {
        best = Math.max(best, q[s * Gridworld.ACTIONS + a]);
      }
      int ties = 0;
      for (int a = 0; a < Gridworld.ACTIONS; a++) {
        ties += q[s * Gridworld.ACTIONS + a] >= best - TIE ? 1 : 0;
      }
      for (int a = 0; a < Gridworld.ACTIONS; a++) {
        boolean taken = q[s * Gridworld.ACTIONS + a] >= best - TIE;
        if (taken && !world.outcome(s, a).terminated()) {
          p[s * states + world.next(s, a)] += 1.0 / ties;
        }
      }
    }
    return new FixedPolicy(gamma, p);
  }

  /// Returns an MDP without terminal states under a fixed policy: every state leads to every state, with random
  /// probabilities.
  static FixedPolicy recurrent(RandomStream random, double gamma, int states) {
    return new FixedPolicy(gamma, rows(random, states, states));
  }

  /// Returns a random MDP with actions, in which every state leads to every state, with rewards uniform in [-1, 1].
  static TabularMdp mdp(RandomStream random, double gamma, int states, int actions) {
    double[] rewards = new double[states * actions];
    for (int i = 0; i < rewards.length; i++) {
      rewards[i] = 2 * random.nextDouble() - 1;
    }
    return new TabularMdp(actions, gamma, rewards, rows(random, states * actions, states));
  }

  /// Returns random rows that sum to 1.
  private static double[] rows(RandomStream random, int rows, int width) {
    double[] p = new double[rows * width];
    for (int row = 0; row < rows; row++) {
      double sum = 0;
      for (int i = row * width; i < (row + 1) * width; i++) {
        p[i] = random.nextDouble();
        sum += p[i];
      }
      for (int i = row * width; i < (row + 1) * width; i++) {
        p[i] /= sum;
      }
    }
    return p;
  }
}
