package org.evenkeel.paper.minatar;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.envs.minatar.Game;
import org.evenkeel.paper.games.FabricatedRuns;

/// Runs on MinAtar that obey every claim.
final class Fabricated {
  static final MinAtarSettings SETTINGS =
      new MinAtarSettings(List.of(Game.BREAKOUT, Game.FREEWAY), List.of(1, 5, 10, 15), 4, 20_000);
  static final long SEED = 7;

  private Fabricated() {}

  static FabricatedRuns of(MinAtarSettings settings) {
    return new FabricatedRuns(
        new MinAtarExperiment(settings, SEED),
        trial ->
            trial instanceof BaselineTrial b
                ? baseline(b.player())
                : FabricatedRuns.columns(
                    trial.name(),
                    MinAtarTrial.EVALUATIONS,
                    trial.name().contains("freeway") ? 10 : 1));
  }

  static FabricatedRuns usual() {
    return of(SETTINGS);
  }

  private static Map<String, double[]> baseline(Player player) {
    double[] returns = new double[20];
    Arrays.setAll(returns, i -> (player == Player.RANDOM ? 0.5 : 2) + 0.1 * (i % 2));
    return new LinkedHashMap<>(Map.of(BaselineTrial.RETURN, returns));
  }
}
