package org.evenkeel.paper.atari;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.lab.study.TrainingRun;
import org.evenkeel.paper.games.FabricatedRuns;

/// Runs on Atari games that obey every claim.
final class Fabricated {
  static final AtariSettings SETTINGS =
      new AtariSettings(
          List.of("asterix", "breakout"),
          List.of(1, 5, 10, 15),
          4,
          240_000,
          List.of("double", "ensemble"),
          false);
  static final long SEED = 7;

  private Fabricated() {}

  static FabricatedRuns of(AtariSettings settings) {
    return new FabricatedRuns(
        new AtariExperiment(settings, SEED),
        trial -> trial instanceof RandomTrial ? random() : columns(trial.name()));
  }

  static FabricatedRuns usual() {
    return of(SETTINGS);
  }

  private static Map<String, double[]> random() {
    double[] returns = new double[20];
    Arrays.setAll(returns, i -> 0.5 + 0.1 * (i % 2));
    return new LinkedHashMap<>(Map.of(RandomTrial.RETURN, returns));
  }

  private static Map<String, double[]> columns(String name) {
    String game = name.split("/", -1)[1];
    int n = AtariTrial.evaluations(game, SETTINGS.frames());
    Map<String, double[]> columns = FabricatedRuns.columns(name, n, 10);
    double[] scores = columns.get(TrainingRun.RETURN);
    // The paper's divergence: in Asterix DQN falls where the others rise.
    double trend =
        (name.startsWith("atari/asterix/dqn") ? -6 : 0)
            + 0.05 * new RandomStream(name.hashCode()).nextGaussian();
    for (int i = 0; i < n; i++) {
      scores[i] += trend * (i - (n - 1));
    }
    double[] within = scores.clone();
    Arrays.setAll(within, i -> scores[i] - 1);
    columns.put(AtariTrial.RETURN_WITHIN, within);
    columns.put(AtariTrial.FRESH_VALUE, columns.get(TrainingRun.VALUE).clone());
    columns.put(AtariTrial.TARGET_VALUE, columns.get(TrainingRun.VALUE).clone());
    return columns;
  }
}
