package org.evenkeel.paper.games;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Bootstrap;
import org.evenkeel.lab.config.Look;

/// An algorithm of a study: a line of a figure, a column of a table.
///
/// @param algorithm what is trained
/// @param look how it is shown
public record Contender(Algorithm algorithm, Look look) {
  /// An ensemble trains all its networks in every step and so takes as many times as long.
  public static final int ENSEMBLE = 5;

  /// DQN if K = 1 is wanted, Averaged-DQN for each larger K, and the others that are.
  ///
  /// @param others of [Choices#OTHERS]
  public static List<Contender> all(List<Integer> ks, List<String> others) {
    List<Algorithm> algorithms = new ArrayList<>();
    ks.forEach(k -> algorithms.add(Algorithm.averaged(k))); // of 1 it is DQN
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

  /// Its name for a reader.
  public String label() {
    return look.label();
  }

  /// Networks in its targets.
  public int k() {
    return algorithm.k();
  }

  /// Whether it is DQN itself.
  public boolean isDqn() {
    return algorithm.equals(Algorithm.dqn());
  }

  /// Whether it is Double-DQN.
  public boolean isDouble() {
    return algorithm.bootstrap() == Bootstrap.Named.DOUBLE;
  }

  /// Whether it is Ensemble-DQN.
  public boolean isEnsemble() {
    return algorithm.learners() > 1;
  }

  /// Whether it is Averaged-DQN with K > 1.
  public boolean isAveraged() {
    return !isDqn() && !isDouble() && !isEnsemble();
  }
}
