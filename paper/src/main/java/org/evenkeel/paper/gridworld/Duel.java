package org.evenkeel.paper.gridworld;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Averaged-DQN and Ensemble-DQN with the same K in the same setting.
///
/// @param <T> the type of the data on each of the two
record Duel<T>(int k, T averaged, T ensemble) {
  /// Returns all pairs among the given arms, in the order of the ensembles.
  static <T> List<Duel<T>> among(List<T> all, Function<T, Arm> arm) {
    List<Duel<T>> duels = new ArrayList<>();
    for (T ensemble : all) {
      for (T averaged : all) {
        Arm e = arm.apply(ensemble);
        Arm a = arm.apply(averaged);
        if (e.ensemble() && !a.ensemble() && a.k() == e.k()) {
          duels.add(new Duel<>(e.k(), averaged, ensemble));
        }
      }
    }
    return duels;
  }
}
