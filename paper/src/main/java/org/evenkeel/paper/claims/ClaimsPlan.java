package org.evenkeel.paper.claims;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.envs.Gridworld;
import org.evenkeel.lab.config.Look;
import org.evenkeel.paper.experiment.PathWord;
import org.evenkeel.paper.experiment.Scale;
import org.evenkeel.paper.gridworld.SweepSettings;

/// The trials of `docs/claims.md` at a scale.
///
/// @param scale the scale
/// @param size the numbers that depend on the scale
record ClaimsPlan(Scale scale, Size size) {
  /// The standard deviation of the injected errors: that of networks in earlier trials, whose variance was 1.8e-4.
  static final double SIGMA = 0.0134;

  static final double DISCOUNT = 0.9;

  /// The numbers that depend on the scale.
  ///
  /// @param side cells per side of the world
  /// @param minibatches minibatches in each iteration
  /// @param common the iterations of DQN and of ensembles
  /// @param start the iterations of Averaged-DQN are this number ...
  /// @param perNetwork ... and for each of its K networks this number
  /// @param ks values of K
  /// @param controlKs values of K for which there are controls
  /// @param trials trials of DQN and Averaged-DQN
  /// @param ensembleTrials trials of an ensemble
  /// @param largestTrials trials of the largest ensemble
  /// @param controlTrials trials of a control of claim 7
  /// @param injectedTrials trials with injected errors
  record Size(
      int side,
      int minibatches,
      int common,
      int start,
      int perNetwork,
      List<Integer> ks,
      List<Integer> controlKs,
      int trials,
      int ensembleTrials,
      int largestTrials,
      int controlTrials,
      int injectedTrials) {}

  static ClaimsPlan of(Scale scale) {
    return new ClaimsPlan(
        scale,
        switch (scale) {
          case PAPER ->
              new Size(
                  20,
                  300,
                  400,
                  300,
                  50,
                  List.of(2, 5, 10, 20),
                  List.of(5, 10),
                  100,
                  40,
                  20,
                  40,
                  100);
          case QUICK -> new Size(6, 50, 250, 200, 60, List.of(2, 5), List.of(5), 6, 6, 6, 6, 40);
        });
  }

  private String folder(String part) {
    return ClaimsKind.NAME + "/" + part + "-" + size.side + "x" + size.side;
  }

  /// Returns the number of iterations after which Averaged-DQN is read. DQN is Averaged-DQN with K = 1, but is read at
  /// the same time as an ensemble.
  int averagedIterations(int k) {
    return k == 1 ? size.common : size.start + size.perNetwork * k;
  }

  private SweepSettings settings(Algorithm algorithm, int iterations) {
    return SweepSettings.second(algorithm)
        .side(size.side)
        .minibatches(size.minibatches)
        .iterations(iterations);
  }

  /// Returns DQN, then Averaged-DQN with increasing K.
  List<ClaimArm> averaged() {
    List<ClaimArm> arms = new ArrayList<>(List.of(network(Algorithm.dqn(), size.trials)));
    size.ks.forEach(k -> arms.add(network(Algorithm.averaged(k), size.trials)));
    return arms;
  }

  /// Returns Ensemble-DQN with increasing K.
  List<ClaimArm> ensembles() {
    return size.ks.stream()
        .map(
            k ->
                network(
                    Algorithm.ensemble(k),
                    k.equals(size.ks.getLast()) ? size.largestTrials : size.ensembleTrials))
        .toList();
  }

  private ClaimArm network(Algorithm algorithm, int trials) {
    boolean ensemble = algorithm.learners() > 1;
    int iterations = ensemble ? size.common : averagedIterations(algorithm.k());
    List<Window> windows =
        List.of(
            Window.before(iterations),
            Window.before(size.common),
            ensemble
                ? Window.before(Math.max(20, averagedIterations(algorithm.k()) / algorithm.k()))
                : Window.before(iterations));
    return arm("networks", algorithm, trials, settings(algorithm, iterations), windows);
  }

  private ClaimArm arm(
      String part, Algorithm algorithm, int trials, SweepSettings settings, List<Window> windows) {
    Look look = Look.of(algorithm);
    return new ClaimArm(
        folder(part) + "/" + PathWord.of(algorithm),
        look.label(),
        look.colour(),
        algorithm.k(),
        trials,
        new ValueProcess.Networks(settings),
        windows);
  }

  /// Returns the target period, in iterations, at which a target is as old as the mean of K snapshots.
  static int slowPeriod(int k) {
    return Math.ceilDiv(k + 1, 2);
  }

  /// Returns the controls of claim 7 for one K: targets of the same mean age that are no mean of values.
  private List<ClaimArm> controls(int k) {
    int iterations = averagedIterations(k);
    int period = slowPeriod(k);
    int slow = Math.ceilDiv(iterations, period);
    // As many minibatches are read as of the other algorithms.
    int read = Math.max(Window.SAMPLES, Window.LENGTH / period);
    Window window = new Window(slow - read, slow);
    return List.of(
        control(
            "moving-average-" + k,
            "moving average of the weights",
            Algorithm.movingAverage(2.0 / (k + 1)),
            k,
            iterations),
        control("weight-mean-" + k, "mean of the weights", Algorithm.weightMean(k), k, iterations),
        new ClaimArm(
            folder("controls") + "/slow-" + k,
            "DQN with a slower target",
            6,
            k,
            size.controlTrials,
            new ValueProcess.Networks(
                settings(Algorithm.dqn(), slow).minibatches(size.minibatches * period)),
            List.of(window, window, window)));
  }

  private ClaimArm control(String name, String label, Algorithm algorithm, int k, int iterations) {
    Window window = Window.before(iterations);
    return new ClaimArm(
        folder("controls") + "/" + name,
        label,
        Look.of(algorithm).colour(),
        k,
        size.controlTrials,
        new ValueProcess.Networks(settings(algorithm, iterations)),
        List.of(window, window, window));
  }

  /// Returns tables with injected errors that obey every assumption: K = 1, then Averaged with increasing K.
  List<ClaimArm> idealAveraged() {
    List<ClaimArm> arms = new ArrayList<>();
    for (int k : Stream.concat(Stream.of(1), size.ks.stream()).toList()) {
      arms.add(
          injected(
              "averaged-" + k, "Averaged, K=" + k, k, k, new InjectedErrors.Independent(SIGMA)));
    }
    return arms;
  }

  /// Returns the same for Ensemble. The mean error of K members is an error with 1/K of the variance.
  List<ClaimArm> idealEnsembles() {
    return size.ks.stream()
        .map(
            k ->
                injected(
                    "ensemble-" + k,
                    "Ensemble, K=" + k,
                    k,
                    1,
                    new InjectedErrors.Independent(SIGMA / Math.sqrt(k))))
        .toList();
  }

  /// Returns tables with injected errors that break one assumption each, for K = 1.
  List<ClaimArm> broken() {
    return List.of(
        injected("shifted", "mean not 0", 1, 1, new InjectedErrors.Shifted(SIGMA, 0.2 * SIGMA)),
        injected("lasting", "correlated iterations", 1, 1, new InjectedErrors.Lasting(SIGMA, 0.3)),
        injected(
            "persistent", "a part is constant", 1, 1, new InjectedErrors.Persistent(SIGMA, 0.1)));
  }

  private ClaimArm injected(String name, String label, int k, int averaged, InjectedErrors errors) {
    int iterations = averaged > 1 ? averagedIterations(averaged) : size.common;
    Window window = Window.before(iterations);
    return new ClaimArm(
        folder("injected") + "/" + name,
        label,
        averaged > 1 ? 1 : 2,
        k,
        size.injectedTrials,
        new ValueProcess.Injected(
            size.side, Gridworld.Goal.CONTINUING, DISCOUNT, averaged, iterations, errors),
        List.of(window, window, window));
  }

  /// Returns the controls of claim 7 for every K that has them.
  List<ClaimArm> controls() {
    return size.controlKs.stream().flatMap(k -> controls(k).stream()).toList();
  }

  /// Returns all arms of networks.
  List<ClaimArm> networks() {
    return Stream.of(averaged(), ensembles(), controls()).flatMap(List::stream).toList();
  }

  /// Returns all arms of tables with injected errors.
  List<ClaimArm> injected() {
    return Stream.of(idealAveraged(), idealEnsembles(), broken()).flatMap(List::stream).toList();
  }
}
