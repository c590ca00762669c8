package org.evenkeel.paper.gridworld;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.train.Training;
import org.evenkeel.envs.Gridworld;
import org.evenkeel.lab.study.StudyResults;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.lab.study.TrialResult;

/// An algorithm in a setting, with its trials: one line in a figure, one row in a table.
///
/// @param folder the folder of its trials
/// @param label its name in legends
/// @param colour the index of its colour on the page
/// @param trials the number of trials
/// @param protocol the protocol by which its networks are trained
record Arm(String folder, String label, int colour, int trials, Protocol protocol) {
  /// The protocol by which the networks are trained.
  sealed interface Protocol {
    /// The authors' prototype: a replay buffer of all state-action pairs, and targets for all of them at once.
    record Sweep(SweepSettings settings) implements Protocol {}

    /// True experience replay with an exploring agent.
    record Replay(int side, Gridworld.Goal goal, Training training) implements Protocol {}
  }

  /// Returns all trials; trial number i has seed `firstSeed + i`.
  List<Trial> all(long firstSeed) {
    List<Trial> all = new ArrayList<>();
    for (long seed = firstSeed; seed < firstSeed + trials; seed++) {
      all.add(
          switch (protocol) {
            case Protocol.Sweep s -> new GridworldTrial(folder, s.settings(), seed);
            case Protocol.Replay r ->
                new ReplayTrial(folder, r.side(), r.goal(), r.training(), seed);
          });
    }
    return all;
  }

  /// Returns the results of the finished trials.
  Outcomes outcomes(long firstSeed, StudyResults results) {
    List<Map<String, double[]>> finished = new ArrayList<>();
    int planned = trials;
    for (Trial trial : all(firstSeed)) {
      switch (results.all().get(trial.name())) {
        case TrialResult.Finished f -> finished.add(f.columns());
        case TrialResult.Failed _ -> planned--; // it will never have a result
        case null -> {}
      }
    }
    return new Outcomes(this, Truth.of(world(), discount()), finished, planned);
  }

  Gridworld world() {
    return switch (protocol) {
      case Protocol.Sweep s -> new Gridworld(s.settings().side(), s.settings().goal());
      case Protocol.Replay r -> new Gridworld(r.side(), r.goal());
    };
  }

  private double discount() {
    return switch (protocol) {
      case Protocol.Sweep s -> s.settings().discount();
      case Protocol.Replay r -> r.training().discount();
    };
  }

  /// Returns the number of networks that are averaged or trained in parallel.
  int k() {
    return algorithm().k();
  }

  private Algorithm algorithm() {
    return switch (protocol) {
      case Protocol.Sweep s -> s.settings().algorithm();
      case Protocol.Replay r -> r.training().algorithm();
    };
  }

  /// Returns whether the networks are trained in parallel.
  boolean ensemble() {
    return protocol instanceof Protocol.Sweep s && s.settings().algorithm().learners() > 1;
  }

  /// Returns whether the target of the output is known. It is not if the output is an average of networks, or of their
  /// parameters, that had different targets.
  boolean knowsTargets() {
    return ensemble()
        || switch (algorithm().estimates()) {
          case Algorithm.Estimates.Snapshots s -> s.k() == 1;
          case Algorithm.Estimates.Learners l -> l.k() == 1;
          case Algorithm.Estimates.MovingAverage m -> m.tau() == 1;
          case Algorithm.Estimates.WeightMean w -> w.snapshots() == 1;
        };
  }

  /// Returns the number of final measurements that count as the end of a trial.
  int settled() {
    return switch (protocol) {
      case Protocol.Sweep s -> s.settings().settled();
      case Protocol.Replay _ -> ReplayTrial.MEASUREMENTS / 10;
    };
  }

  /// Returns the position of measurement i on the horizontal axis.
  double clock(int i) {
    return switch (protocol) {
      case Protocol.Sweep _ -> i + 1;
      case Protocol.Replay r ->
          (double) r.training().schedule().steps() * (i + 1) / ReplayTrial.MEASUREMENTS;
    };
  }
}
