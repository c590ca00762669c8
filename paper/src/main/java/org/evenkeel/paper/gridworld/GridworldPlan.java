package org.evenkeel.paper.gridworld;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.envs.Gridworld;
import org.evenkeel.lab.config.Look;
import org.evenkeel.paper.experiment.PathWord;
import org.evenkeel.paper.experiment.Scale;

/// The Gridworld experiments at a scale, as lists of arms that are compared with each other. An arm may be in
/// several lists; its trials are computed once.
///
/// @param side cells per side of the world
/// @param averaged the arms of the first experiment: DQN, and Averaged-DQN with increasing K
/// @param continuing the arms that compare Averaged-DQN with Ensemble-DQN
/// @param terminal the arms that compare Averaged-DQN with Ensemble-DQN if the episode ends at the goal
/// @param weighted the arms that compare the mean of the snapshots with recency weights
/// @param replay the arms with true experience replay
record GridworldPlan(
    int side,
    List<Arm> averaged,
    List<Arm> continuing,
    List<Arm> terminal,
    List<Arm> weighted,
    List<Arm> replay) {

  /// Returns the plan for a scale.
  ///
  /// @param trials trials of each arm, or 0 for the scale's default numbers
  static GridworldPlan of(Scale scale, int trials) {
    return switch (scale) {
      case PAPER -> paper(trials == 0 ? 40 : trials, trials == 0 ? 20 : trials);
      case QUICK -> quick(trials == 0 ? 4 : trials);
    };
  }

  /// Returns all arms without duplicates.
  List<Arm> arms() {
    return Stream.of(averaged, continuing, terminal, weighted, replay)
        .flatMap(List::stream)
        .distinct()
        .toList();
  }

  private static GridworldPlan paper(int many, int few) {
    String first = "gridworld/first-20x20";
    List<Arm> averaged = new ArrayList<>();
    for (int k : new int[] {1, 5, 10, 20}) {
      averaged.add(sweep(first, averaged(k), many, SweepSettings.first(averaged(k))));
    }
    List<Arm> weighted = new ArrayList<>(List.of(averaged.get(2)));
    for (double decay : new double[] {0.8, 0.5}) {
      Algorithm algorithm = Algorithm.weightedAveraged(10, decay);
      weighted.add(sweep(first, algorithm, few, SweepSettings.first(algorithm)));
    }
    return new GridworldPlan(
        20,
        averaged,
        contest("gridworld/second-20x20", few, 5, 10),
        contest("gridworld/second-20x20-terminal", few, 10),
        weighted,
        replay("gridworld/replay-20x20", 20, 100_000, few, List.of(5, 10)));
  }

  /// Returns a plan that takes about ten seconds on two cores: a quarter of the states, 100 minibatches throughout,
  /// fewer iterations and no K = 20.
  private static GridworldPlan quick(int trials) {
    String first = "gridworld/first-10x10";
    List<Arm> averaged = new ArrayList<>();
    for (int k : new int[] {1, 5, 10}) {
      averaged.add(sweep(first, averaged(k), trials, small(averaged(k), 400)));
    }
    Algorithm weights = Algorithm.weightedAveraged(10, 0.5);
    Algorithm ensemble = Algorithm.ensemble(5);
    List<Arm> terminal = new ArrayList<>();
    for (Algorithm algorithm : contest(5)) {
      terminal.add(sweep(first + "-terminal", algorithm, trials, ending(small(algorithm, 150))));
    }
    return new GridworldPlan(
        10,
        averaged,
        List.of(
            averaged.get(0), averaged.get(1), sweep(first, ensemble, trials, small(ensemble, 400))),
        terminal,
        List.of(averaged.get(2), sweep(first, weights, trials, small(weights, 400))),
        replay("gridworld/replay-10x10", 10, 20_000, trials, List.of(5)));
  }

  private static SweepSettings small(Algorithm algorithm, int iterations) {
    return SweepSettings.first(algorithm).side(10).iterations(iterations);
  }

  /// Returns a copy with the paper's reward, 1 in the goal state, but with an episode that ends after it.
  private static SweepSettings ending(SweepSettings settings) {
    return settings.goal(Gridworld.Goal.TERMINAL_AFTER_ACTION);
  }

  private static Algorithm averaged(int k) {
    return Algorithm.averaged(k);
  }

  private static List<Algorithm> contest(int... ks) {
    List<Algorithm> algorithms = new ArrayList<>(List.of(Algorithm.dqn()));
    for (int k : ks) {
      algorithms.add(Algorithm.averaged(k));
      algorithms.add(Algorithm.ensemble(k));
    }
    return algorithms;
  }

  /// Returns Averaged-DQN and Ensemble-DQN in the setting of the second experiment. Overestimation and variance keep
  /// falling slowly during training, so all arms have the same number of iterations. After 500 iterations all have
  /// settled except Averaged-DQN with K = 10, which still rises a little.
  private static List<Arm> contest(String folder, int trials, int... ks) {
    List<Arm> arms = new ArrayList<>();
    for (Algorithm algorithm : contest(ks)) {
      SweepSettings second = SweepSettings.second(algorithm).iterations(500);
      boolean ends = folder.endsWith("-terminal");
      arms.add(sweep(folder, algorithm, trials, ends ? ending(second) : second));
    }
    return arms;
  }

  private static List<Arm> replay(
      String folder, int side, int steps, int trials, List<Integer> ks) {
    List<Algorithm> algorithms = new ArrayList<>(List.of(Algorithm.dqn(), Algorithm.doubleDqn()));
    ks.forEach(k -> algorithms.add(Algorithm.averaged(k)));
    return algorithms.stream()
        .map(
            a ->
                arm(
                    folder,
                    a,
                    trials,
                    new Arm.Protocol.Replay(
                        side, Gridworld.Goal.CONTINUING, ReplayTrial.training(a, steps))))
        .toList();
  }

  private static Arm sweep(String folder, Algorithm algorithm, int trials, SweepSettings settings) {
    return arm(folder, algorithm, trials, new Arm.Protocol.Sweep(settings));
  }

  private static Arm arm(String folder, Algorithm algorithm, int trials, Arm.Protocol protocol) {
    Look look = Look.of(algorithm);
    return new Arm(
        folder + "/" + PathWord.of(algorithm), look.label(), look.colour(), trials, protocol);
  }
}
