package org.evenkeel.paper.games;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.evenkeel.lab.study.Trial;

/// Which games a study has, which algorithms are trained on each, and how often.
public interface Plan {
  /// The words of the games.
  List<String> games();

  /// The algorithms trained on a game.
  List<Contender> contenders(String game);

  /// Runs of each algorithm in each game.
  int seeds();

  /// How many of the last evaluations are the end of a run.
  int last();

  /// What a step of the agent is in the unit of the figures: 4 where they count frames.
  default double perStep() {
    return 1;
  }

  /// One of the runs.
  Trial trial(String game, Contender contender, long seed);

  /// The algorithms of all games, those of Averaged-DQN with growing K first.
  default List<Contender> contenders() {
    return games().stream()
        .flatMap(game -> contenders(game).stream())
        .distinct()
        .sorted(Comparator.comparingInt(Plan::order))
        .toList();
  }

  private static int order(Contender contender) {
    int others = contender.isDouble() ? 1 : contender.isEnsemble() ? 2 : 0;
    return 1_000 * others + contender.k();
  }

  /// All runs: all algorithms of a seed, then the next seed, so that a study that is stopped has something of each.
  /// Within a seed the longest come first, so that no core waits for the last one.
  ///
  /// @param first the seed of the first run of each algorithm; the next has the next
  default List<Trial> trials(long first) {
    List<Trial> trials = new ArrayList<>();
    for (long seed = first; seed < first + seeds(); seed++) {
      List<Trial> ofSeed = new ArrayList<>();
      for (Contender contender : contenders()) {
        for (String game : games()) {
          if (contenders(game).contains(contender)) {
            ofSeed.add(trial(game, contender, seed));
          }
        }
      }
      ofSeed.sort(Comparator.comparingDouble(Trial::work).reversed());
      trials.addAll(ofSeed);
    }
    return trials;
  }
}
