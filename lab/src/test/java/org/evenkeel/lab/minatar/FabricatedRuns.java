package org.evenkeel.lab.minatar;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.evenkeel.core.env.RandomStream;
import org.evenkeel.envs.minatar.Game;
import org.evenkeel.lab.games.TrainingRun;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.report.Verdict;
import org.evenkeel.lab.study.Trial;

/// Results of a whole study without any training: runs that obey every claim of the paper, to be changed.
///
/// Everything that is to fall with K falls with a rank: DQN 6, an ensemble of 5 has 5, Averaged of 5 has 4, of 10
/// has 3, of 15 has 2; Double-DQN is on the other side.
final class FabricatedRuns {
  static final MinAtarSettings SETTINGS =
      new MinAtarSettings(List.of(Game.BREAKOUT, Game.FREEWAY), List.of(1, 5, 10, 15), 4, 20_000);
  static final long SEED = 7;

  private final MinAtarSettings settings;
  private final Map<String, Map<String, double[]>> results = new TreeMap<>();

  FabricatedRuns(MinAtarSettings settings) {
    this.settings = settings;
    for (Trial trial : new MinAtarExperiment(settings, SEED).trials()) {
      results.put(
          trial.name(),
          trial instanceof BaselineTrial b ? baseline(b.player()) : columns(trial.name()));
    }
  }

  static FabricatedRuns usual() {
    return new FabricatedRuns(SETTINGS);
  }

  private static Map<String, double[]> baseline(Player player) {
    double[] returns = new double[20];
    Arrays.setAll(returns, i -> (player == Player.RANDOM ? 0.5 : 2) + 0.1 * (i % 2));
    return new LinkedHashMap<>(Map.of(BaselineTrial.RETURN, returns));
  }

  private static int rank(String name) {
    String word = name.split("/", -1)[2];
    return switch (word.substring(0, word.lastIndexOf('-'))) {
      case "dqn" -> 6;
      case "ensemble-5" -> 5;
      case "averaged-5" -> 4;
      case "averaged-10" -> 3;
      case "averaged-15" -> 2;
      case "double" -> -2;
      default -> throw new IllegalArgumentException("an arm of its own: " + name);
    };
  }

  /// A curve that rises, up and down about where it is going.
  private static Map<String, double[]> columns(String name) {
    RandomStream random = new RandomStream(name.hashCode());
    int n = MinAtarTrial.EVALUATIONS;
    int rank = rank(name);
    double scale = name.contains("freeway") ? 10 : 1;
    double score = 10 - rank + Math.pow(10, (rank - 6) / 2.0) / 3 * random.nextGaussian();
    double wobble = 0.02 * (Math.abs(rank) + 0.1 * random.nextDouble());
    double gap = 0.1 * rank + 0.01 * random.nextGaussian();
    double value = 5 + rank + 0.1 * random.nextGaussian();
    double[][] c = new double[8][n];
    for (int i = 0; i < n; i++) {
      c[0][i] = 1000.0 * (i + 1);
      c[1][i] = scale * (score + 0.1 * (i - 17) + wobble * (i % 2 == 0 ? 1 : -1));
      c[2][i] = scale * 2;
      c[3][i] = 100;
      c[4][i] = scale * value;
      c[5][i] = scale * (value - gap);
      c[6][i] = scale * value;
      c[7][i] = Double.NaN;
    }
    Map<String, double[]> columns = new LinkedHashMap<>();
    List<String> names =
        List.of(
            TrainingRun.STEP,
            TrainingRun.RETURN,
            TrainingRun.RETURN_SD,
            TrainingRun.LENGTH,
            TrainingRun.VALUE,
            TrainingRun.DISCOUNTED_RETURN,
            TrainingRun.HELD_OUT_VALUE,
            TrainingRun.TRAINING_RETURN);
    for (int i = 0; i < c.length; i++) {
      columns.put(names.get(i), c[i]);
    }
    return columns;
  }

  private List<String> names(String algorithm) {
    return results.keySet().stream().filter(name -> name.contains("/" + algorithm + "-2")).toList();
  }

  /// The runs of one algorithm get columns of another's, and the other way round.
  FabricatedRuns exchange(String one, String other, String... columns) {
    List<String> a = names(one);
    List<String> b = names(other);
    for (int i = 0; i < a.size(); i++) {
      for (String column : columns) {
        double[] mine = results.get(a.get(i)).get(column);
        results.get(a.get(i)).put(column, results.get(b.get(i)).get(column));
        results.get(b.get(i)).put(column, mine);
      }
    }
    return this;
  }

  /// The runs of one algorithm get columns of another's.
  FabricatedRuns copy(String from, String to, String... columns) {
    List<String> a = names(from);
    List<String> b = names(to);
    for (int i = 0; i < a.size(); i++) {
      for (String column : columns) {
        results.get(b.get(i)).put(column, results.get(a.get(i)).get(column));
      }
    }
    return this;
  }

  /// A trial and its columns.
  Map<String, double[]> trial(String name) {
    return results.get(name);
  }

  /// Leaves out the trials whose names contain a text.
  FabricatedRuns without(String text) {
    results.keySet().removeIf(name -> name.contains(text));
    return this;
  }

  Map<String, Map<String, double[]>> results() {
    return results;
  }

  List<Section> report() {
    return new MinAtarExperiment(settings, SEED).report(results);
  }

  List<Claim> claims() {
    List<Claim> claims = new ArrayList<>();
    report().forEach(section -> claims.addAll(section.claims()));
    return claims;
  }

  Claim claim(String id) {
    return claims().stream().filter(c -> c.id().equals(id)).findFirst().orElseThrow();
  }

  /// The verdicts that differ from those of the runs that obey, by id.
  Map<String, Verdict> differences() {
    Map<String, Verdict> usual = usual().verdicts();
    Map<String, Verdict> mine = verdicts();
    mine.entrySet().removeIf(e -> usual.get(e.getKey()) == e.getValue());
    return mine;
  }

  Map<String, Verdict> verdicts() {
    return claims().stream()
        .collect(Collectors.toMap(Claim::id, Claim::verdict, (a, b) -> a, TreeMap::new));
  }
}
