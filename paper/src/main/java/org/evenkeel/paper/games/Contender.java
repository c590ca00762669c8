package org.evenkeel.paper.games;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Bootstrap;
import org.evenkeel.paper.experiment.Look;

/// An algorithm of a study: a line of a figure, a column of a table.
///
/// @param algorithm what is trained
/// @param look how it is shown
public record Contender(Algorithm algorithm, Look look) {
  /// An ensemble trains all its networks in every step and so takes as many times as long.
  public static final int ENSEMBLE = 5;

  /// Colours of Averaged-DQN with growing K; the others have their own.
  private static final int[] COLOURS = {1, 2, 3, 5, 7};

  /// DQN if K = 1 is wanted, Averaged-DQN for each larger K, and the others that are.
  ///
  /// @param others of [Choices#OTHERS]
  public static List<Contender> all(List<Integer> ks, List<String> others) {
    List<Contender> all = new ArrayList<>();
    int averaged = 0;
    for (int k : ks) {
      Algorithm algorithm = Algorithm.averaged(k); // of 1 it is DQN
      Look look = Look.of(algorithm);
      int colour = k == 1 ? look.colour() : COLOURS[averaged++ % COLOURS.length];
      all.add(new Contender(algorithm, new Look(look.word(), look.label(), colour)));
    }
    for (String word : others) {
      Algorithm other =
          word.equals("double") ? Algorithm.doubleDqn() : Algorithm.ensemble(ENSEMBLE);
      all.add(new Contender(other, Look.of(other)));
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
