package org.evenkeel.paper.gridworld;

import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Bootstrap;
import org.evenkeel.core.agent.Ensemble;
import org.evenkeel.core.nn.Initializer;
import org.evenkeel.core.nn.Loss;
import org.evenkeel.core.nn.Optimizer;
import org.evenkeel.envs.Gridworld;
import org.evenkeel.lab.study.TrialText;

/// The settings of a trial of the Gridworld experiment, without its seed.
///
/// The paper gives the world, the discount, 80 hidden units, minibatches of 32, and 100 or 300 of them between
/// two snapshots. Optimizer, loss and initializer are those of the authors' prototype
/// (`oronanschel/DQN_GridWorld`). The number of iterations is our choice.
///
/// @param side cells per side of the world
/// @param goal the effect of reaching the goal
/// @param algorithm the algorithm; its bootstrap must be max
/// @param iterations the number of target updates
/// @param minibatches the number of minibatches between two target updates
/// @param batchSize the number of state-action pairs in a minibatch
/// @param hidden the number of hidden units
/// @param discount gamma
/// @param optimizer the optimizer
/// @param loss the loss that is minimized
/// @param initializer the distribution of the initial parameters
/// @param draws whether the learners of an ensemble draw their own minibatches
public record SweepSettings(
    int side,
    Gridworld.Goal goal,
    Algorithm algorithm,
    int iterations,
    int minibatches,
    int batchSize,
    int hidden,
    double discount,
    Optimizer optimizer,
    Loss loss,
    Initializer initializer,
    Ensemble.Minibatches draws) {

  /// Checks the components that do not check themselves.
  public SweepSettings {
    atLeastOne("iterations", iterations);
    atLeastOne("minibatches", minibatches);
    atLeastOne("batchSize", batchSize);
    atLeastOne("hidden", hidden);
    if (!(discount >= 0 && discount < 1)) {
      throw new IllegalArgumentException("discount must be in [0, 1), was " + discount);
    }
    if (algorithm.bootstrap() != Bootstrap.Named.MAX) {
      // At a target update the online network is the newest snapshot, so double would be max.
      throw new IllegalArgumentException(
          "a sweep computes all targets at once and needs bootstrap max, was "
              + algorithm.bootstrap());
    }
  }

  private static void atLeastOne(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " must be >= 1, was " + value);
    }
  }

  /// Returns the settings of the first experiment (figure 6 of the paper): 1,000 iterations of 100 minibatches.
  public static SweepSettings first(Algorithm algorithm) {
    return new SweepSettings(
        20,
        Gridworld.Goal.CONTINUING,
        algorithm,
        1_000,
        100,
        32,
        80,
        0.9,
        new Optimizer.TensorFlowAdam(0.001),
        new Loss(Loss.Kind.SQUARED, Loss.Reduction.MEAN),
        Initializer.NORMAL_002,
        Ensemble.Minibatches.OWN);
  }

  /// Returns the settings of the second experiment (figure 7): 300 minibatches per iteration.
  public static SweepSettings second(Algorithm algorithm) {
    return first(algorithm).minibatches(300);
  }

  /// Returns a copy with a different number of minibatches.
  public SweepSettings minibatches(int minibatches) {
    return with(side, goal, iterations, minibatches);
  }

  /// Returns a copy with a different number of iterations.
  public SweepSettings iterations(int iterations) {
    return with(side, goal, iterations, minibatches);
  }

  /// Returns a copy with a world of a different size.
  public SweepSettings side(int side) {
    return with(side, goal, iterations, minibatches);
  }

  /// Returns a copy with a different goal.
  public SweepSettings goal(Gridworld.Goal goal) {
    return with(side, goal, iterations, minibatches);
  }

  private SweepSettings with(int side, Gridworld.Goal goal, int iterations, int minibatches) {
    return new SweepSettings(
        side,
        goal,
        algorithm,
        iterations,
        minibatches,
        batchSize,
        hidden,
        discount,
        optimizer,
        loss,
        initializer,
        draws);
  }

  /// Returns the text that identifies a trial in a file ([TrialText]). It must never change.
  public String text() {
    return ("SweepSettings[side=%s, goal=%s, algorithm=%s, iterations=%s, minibatches=%s, batchSize=%s, hidden=%s,"
            + " discount=%s, optimizer=%s, loss=%s, initializer=%s, draws=%s]")
        .formatted(
            side,
            goal.name(),
            TrialText.of(algorithm),
            iterations,
            minibatches,
            batchSize,
            hidden,
            discount,
            TrialText.of(optimizer),
            TrialText.of(loss),
            TrialText.part(initializer),
            draws.name());
  }

  /// Returns the number of final iterations over which a trial is measured.
  public int settled() {
    return Math.max(1, Math.min(100, iterations / 5));
  }
}
