package org.evenkeel.lab.minatar;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.lab.study.Look;

/// An algorithm of the study: a line of a figure, a column of a table.
///
/// @param algorithm what is trained
/// @param look how it is shown
record Contender(Algorithm algorithm, Look look) {
  /// An ensemble trains all its networks in every step and so takes as many times as long.
  static final int ENSEMBLE = 5;

  /// Colours of Averaged-DQN with growing K; the others have their own.
  private static final int[] COLOURS = {1, 2, 3, 5, 7};

  /// DQN if K = 1 is wanted, Averaged-DQN for each larger K, and the others that are.
  static List<Contender> all(MinAtarSettings settings) {
    List<Contender> all = new ArrayList<>();
    int averaged = 0;
    for (int k : settings.ks()) {
      Algorithm algorithm = Algorithm.averaged(k); // of 1 it is DQN
      Look look = Look.of(algorithm);
      int colour = k == 1 ? look.colour() : COLOURS[averaged++ % COLOURS.length];
      all.add(new Contender(algorithm, new Look(look.word(), look.label(), colour)));
    }
    for (String word : settings.others()) {
      Algorithm other =
          word.equals("double") ? Algorithm.doubleDqn() : Algorithm.ensemble(ENSEMBLE);
      all.add(new Contender(other, Look.of(other)));
    }
    return all;
  }

  String label() {
    return look.label();
  }

  int k() {
    return algorithm.k();
  }

  boolean isDqn() {
    return algorithm.equals(Algorithm.dqn());
  }

  boolean isDouble() {
    return algorithm.bootstrap() == Algorithm.Bootstrap.DOUBLE;
  }

  boolean isEnsemble() {
    return algorithm.learners() > 1;
  }

  /// Averaged-DQN with K > 1.
  boolean isAveraged() {
    return !isDqn() && !isDouble() && !isEnsemble();
  }
}
