package org.evenkeel.paper.games;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Bootstrap;
import org.evenkeel.lab.config.Look;

/// An algorithm of a study: one line in a figure, one column in a table.
///
/// @param algorithm the algorithm
/// @param look its label and colour
public record Contender(Algorithm algorithm, Look look) {
  /// The number of networks in an ensemble. All of them are trained in every step, which takes that many times as long.
  public static final int ENSEMBLE = 5;

  /// Returns DQN if K = 1 is given, Averaged-DQN for each larger K, and the other algorithms given.
  ///
  /// @param others some of [Choices#OTHERS]
  public static List<Contender> all(List<Integer> ks, List<String> others) {
    List<Algorithm> algorithms = new ArrayList<>();
    ks.forEach(k -> algorithms.add(Algorithm.averaged(k))); // K = 1 is DQN
    for (String word : others) {
      algorithms.add(word.equals("double") ? Algorithm.doubleDqn() : Algorithm.ensemble(ENSEMBLE));
    }
    List<Look> looks = Look.together(algorithms);
    List<Contender> all = new ArrayList<>();
    for (int i = 0; i < algorithms.size(); i++) {
      all.add(new Contender(algorithms.get(i), looks.get(i)));
    }
    return all;
  }

  /// Returns its name for display.
  public String label() {
    return look.label();
  }

  /// Returns the number of networks in its targets.
  public int k() {
    return algorithm.k();
  }

  /// Returns whether it is DQN itself.
  public boolean isDqn() {
    return algorithm.equals(Algorithm.dqn());
  }

  /// Returns whether it is Double-DQN.
  public boolean isDouble() {
    return algorithm.bootstrap() == Bootstrap.Named.DOUBLE;
  }

  /// Returns whether it is Ensemble-DQN.
  public boolean isEnsemble() {
    return algorithm.learners() > 1;
  }

  /// Returns whether it is Averaged-DQN with K > 1.
  public boolean isAveraged() {
    return !isDqn()
        && !isDouble()
        && algorithm.estimates() instanceof Algorithm.Estimates.Snapshots;
  }
}
