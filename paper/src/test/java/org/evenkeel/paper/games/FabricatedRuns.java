package org.evenkeel.paper.games;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.lab.experiment.Experiment;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Figure;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.report.Table;
import org.evenkeel.lab.report.Verdict;
import org.evenkeel.lab.study.TrainingRun;
import org.evenkeel.lab.study.Trial;

/// Results of a whole study without any training: runs that obey every claim of the paper, to be changed.
///
/// Everything that is to fall with K falls with a rank: DQN 6, an ensemble of 5 has 5, Averaged of 5 has 4, of 10
/// has 3, of 15 has 2; Double-DQN is on the other side.
public final class FabricatedRuns {
  private final Experiment experiment;
  private final Function<Trial, Map<String, double[]>> make;
  private final Map<String, Map<String, double[]>> results = new TreeMap<>();

  /// @param make the columns of a trial
  public FabricatedRuns(Experiment experiment, Function<Trial, Map<String, double[]>> make) {
    this.experiment = experiment;
    this.make = make;
    experiment.trials().forEach(trial -> results.put(trial.name(), make.apply(trial)));
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
  ///
  /// @param n evaluations
  /// @param scale of the game's scores
  public static Map<String, double[]> columns(String name, int n, double scale) {
    RandomStream random = new RandomStream(name.hashCode());
    int rank = rank(name);
    double score = 10 - rank + Math.pow(10, (rank - 6) / 2.0) / 3 * random.nextGaussian();
    double wobble = 0.02 * (Math.abs(rank) + 0.1 * random.nextDouble());
    double gap = 0.1 * rank + 0.01 * random.nextGaussian();
    double value = 5 + rank + 0.1 * random.nextGaussian();
    double[][] c = new double[8][n];
    for (int i = 0; i < n; i++) {
      c[0][i] = 1000.0 * (i + 1);
      c[1][i] = scale * (score + 0.1 * (i - (n - 3)) + wobble * (i % 2 == 0 ? 1 : -1));
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
  public FabricatedRuns exchange(String one, String other, String... columns) {
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
  public FabricatedRuns copy(String from, String to, String... columns) {
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
  public Map<String, double[]> trial(String name) {
    return results.get(name);
  }

  /// Leaves out the trials whose names contain a text.
  public FabricatedRuns without(String text) {
    results.keySet().removeIf(name -> name.contains(text));
    return this;
  }

  /// All trials by name.
  public Map<String, Map<String, double[]>> results() {
    return results;
  }

  /// What they say.
  public List<Section> report() {
    return experiment.report(results);
  }

  /// All claims.
  public List<Claim> claims() {
    List<Claim> claims = new ArrayList<>();
    report().forEach(section -> claims.addAll(section.claims()));
    return claims;
  }

  /// The claim with an id.
  public Claim claim(String id) {
    return claims().stream().filter(c -> c.id().equals(id)).findFirst().orElseThrow();
  }

  /// The verdicts that differ from those of the runs that obey, by id.
  public Map<String, Verdict> differences() {
    Map<String, Verdict> usual = new FabricatedRuns(experiment, make).verdicts();
    Map<String, Verdict> mine = verdicts();
    mine.entrySet().removeIf(e -> usual.get(e.getKey()) == e.getValue());
    return mine;
  }

  /// All verdicts by id.
  public Map<String, Verdict> verdicts() {
    return claims().stream()
        .collect(Collectors.toMap(Claim::id, Claim::verdict, (a, b) -> a, TreeMap::new));
  }

  /// The ids of all claims, figures and tables.
  public List<String> ids() {
    List<String> ids = new ArrayList<>();
    for (Section section : report()) {
      section.claims().stream().map(Claim::id).forEach(ids::add);
      section.figures().stream().map(Figure::id).forEach(ids::add);
      section.tables().stream().map(Table::id).forEach(ids::add);
    }
    return ids;
  }
}
