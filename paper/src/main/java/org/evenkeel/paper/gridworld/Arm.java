package org.evenkeel.paper.gridworld;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.evenkeel.core.train.Training;
import org.evenkeel.envs.Gridworld;
import org.evenkeel.lab.study.StudyResults;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.lab.study.TrialResult;

/// An algorithm in a setting, with its trials: a line of a figure, a row of a table.
///
/// @param folder where its trials stand
/// @param label as the legend has it
/// @param colour which of the page's colours
/// @param trials how many
/// @param protocol what is run
record Arm(String folder, String label, int colour, int trials, Protocol protocol) {
  /// How the networks are trained.
  sealed interface Protocol {
    /// The authors' prototype: a memory of all state-action pairs, targets for all of them at once.
    record Sweep(SweepSettings settings) implements Protocol {}

    /// True experience replay with an exploring agent.
    record Replay(int side, Gridworld.Goal goal, Training training) implements Protocol {}
  }

  /// Trial number i has seed `firstSeed + i`.
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

  /// Those of its trials that are finished.
  Outcomes outcomes(long firstSeed, StudyResults results) {
    List<Map<String, double[]>> finished = new ArrayList<>();
    int planned = trials;
    for (Trial trial : all(firstSeed)) {
      switch (results.all().get(trial.name())) {
        case TrialResult.Finished f -> finished.add(f.columns());
        case TrialResult.Failed _ -> planned--; // nothing more is to come of it
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

  /// The networks that are averaged or trained side by side.
  int k() {
    return switch (protocol) {
      case Protocol.Sweep s -> s.settings().algorithm().k();
      case Protocol.Replay r -> r.training().algorithm().k();
    };
  }

  /// Whether they are trained side by side.
  boolean ensemble() {
    return protocol instanceof Protocol.Sweep s && s.settings().algorithm().learners() > 1;
  }

  /// Whether the target of its output is known: that of a mean of networks which had different targets is not.
  boolean knowsTargets() {
    return ensemble() || k() == 1;
  }

  /// How many of the last measurements count as the end of a trial.
  int settled() {
    return switch (protocol) {
      case Protocol.Sweep s -> s.settings().settled();
      case Protocol.Replay _ -> ReplayTrial.MEASUREMENTS / 10;
    };
  }

  /// The number on the horizontal axis at which measurement i was made.
  double clock(int i) {
    return switch (protocol) {
      case Protocol.Sweep _ -> i + 1;
      case Protocol.Replay r ->
          (double) r.training().schedule().steps() * (i + 1) / ReplayTrial.MEASUREMENTS;
    };
  }
}
