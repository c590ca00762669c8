package org.evenkeel.paper.theory;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.envs.Gridworld;
import org.evenkeel.paper.experiment.Scale;

/// The computations of the theory at a scale.
///
/// @param scale the scale
/// @param seed the first seed
record TheoryPlan(Scale scale, long seed) {
  static final double GAMMA = 0.9;
  static final double EPSILON = 1;

  /// The values of K that are simulated on the chain.
  static final List<Integer> CHAIN_KS = List.of(2, 5, 10, 20);

  /// The numbers M of states that are simulated.
  static final List<Integer> CHAIN_STATES = List.of(1, 2, 3, 5, 10, 20);

  /// The value of K for the chain with correlated errors.
  static final int CORRELATED_K = 10;

  static final int CORRELATED_STATES = 10;
  static final List<Double> CORRELATIONS = List.of(0.0, 0.25, 0.5, 0.75, 1.0);

  /// The values of K for the path into a loop.
  static final List<Integer> PATH_KS = List.of(5, 10, 20);

  static final int PATH_STATES = 8;

  /// The number of iterations of DQN on the path. After 60, gamma^120, or three millionths, of the variance is still
  /// missing.
  private static final int PATH_HORIZON = 60;

  static final List<Integer> ACTIONS = List.of(2, 3, 4, 6, 9, 18);

  static final double GAP = 1;
  static final double SIGMA = 2;
  static final List<Integer> DEVIATION_KS = List.of(1, 2, 5, 10, 20);

  /// The goals of the Gridworld that are compared.
  static final List<Gridworld.Goal> GOALS =
      List.of(Gridworld.Goal.CONTINUING, Gridworld.Goal.TERMINAL_AFTER_ACTION);

  static String chainGroup(boolean averaged, int k) {
    return k == 1 ? "chain-dqn" : "chain-" + (averaged ? "averaged-" : "ensemble-") + k;
  }

  static String pathGroup(int k) {
    return "path-" + k;
  }

  String gridGroup(Gridworld.Goal goal, int k) {
    boolean goesOn = goal == Gridworld.Goal.CONTINUING;
    return "grid%d-%s-%d".formatted(side(), goesOn ? "continuing" : "terminal", k);
  }

  /// Returns the side of the Gridworld: the paper's, or one that takes a moment.
  int side() {
    return scale == Scale.PAPER ? 20 : 10;
  }

  List<Integer> gridKs() {
    return scale == Scale.PAPER ? List.of(5, 10, 20) : List.of(10);
  }

  private int seeds() {
    return scale == Scale.PAPER ? 10 : 2;
  }

  List<TheoryTrial> trials() {
    boolean paper = scale == Scale.PAPER;
    List<TheoryTrial> trials = new ArrayList<>();
    add(trials, "decomposition", new DecompositionJob(GAMMA, EPSILON, 5, 3, 100, paper ? 200 : 40));
    add(
        trials,
        "overestimation",
        new TheoryJob.Overestimation(GAMMA, EPSILON, ACTIONS, paper ? 400_000 : 20_000));
    add(
        trials,
        "deviation",
        new TheoryJob.Deviation(GAP, SIGMA, DEVIATION_KS, paper ? 100_000 : 10_000));
    int chainRuns = paper ? 15_000 : 2_000;
    addChain(trials, false, 1, chainRuns);
    for (int k : CHAIN_KS) {
      addChain(trials, false, k, chainRuns);
      addChain(trials, true, k, chainRuns);
    }
    int runs = paper ? 3_000 : 800;
    add(
        trials,
        "correlated",
        new TheoryJob.Correlated(CORRELATED_K, GAMMA, CORRELATED_STATES, CORRELATIONS, runs));
    for (int k : PATH_KS) {
      add(trials, pathGroup(k), new TheoryJob.Path(k, GAMMA, PATH_STATES, PATH_HORIZON, runs));
    }
    for (int k : gridKs()) {
      for (Gridworld.Goal goal : GOALS) {
        // Nothing is random here, so one trial is enough.
        trials.add(
            new TheoryTrial(gridGroup(goal, k), new TheoryJob.Grid(side(), goal, k, GAMMA), seed));
      }
    }
    return trials;
  }

  private void addChain(List<TheoryTrial> trials, boolean averaged, int k, int runs) {
    add(
        trials,
        chainGroup(averaged, k),
        new TheoryJob.Chain(averaged, k, GAMMA, CHAIN_STATES, runs));
  }

  private void add(List<TheoryTrial> trials, String group, TheoryJob job) {
    for (int i = 0; i < seeds(); i++) {
      trials.add(new TheoryTrial(group, job, seed + i));
    }
  }
}
