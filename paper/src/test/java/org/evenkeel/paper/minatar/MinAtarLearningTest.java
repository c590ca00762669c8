package org.evenkeel.paper.minatar;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.train.RunEvent;
import org.evenkeel.core.train.Trainer;
import org.evenkeel.core.train.Training;
import org.evenkeel.envs.minatar.Game;
import org.evenkeel.envs.minatar.MinAtar;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The small version of what `docs/results/minatar-learning` shows: something is learned in the first 20,000 steps.
@Tag("slow")
class MinAtarLearningTest {
  /// A random player's return in Breakout is 0.54 on average with a standard deviation of 0.66 (the random player
  /// in `docs/results/minatar-learning`), so that the mean over 100 episodes is off by 0.07: 1.2 is ten of them
  /// above. These runs, which are the same everywhere, end at 2.1 (K = 1) and 1.3 (K = 10).
  private static final double LEARNED = 1.2;

  @ParameterizedTest
  @ValueSource(ints = {1, 10})
  void breakoutIsPlayedBetterThanByChance(int k) {
    Training training = new MinAtarProtocol().training("breakout", Algorithm.averaged(k), 20_000);
    List<Double> returns = new ArrayList<>();
    try (Trainer trainer = new Trainer(() -> new MinAtar(Game.BREAKOUT), training, 1)) {
      trainer.on(RunEvent.Evaluated.class, e -> returns.add(e.result().meanReturn()));
      trainer.run();
    }
    double last =
        returns.subList(returns.size() - 5, returns.size()).stream()
            .mapToDouble(r -> r)
            .average()
            .orElseThrow();
    assertTrue(last > LEARNED, "K = " + k + ": " + returns);
  }
}
