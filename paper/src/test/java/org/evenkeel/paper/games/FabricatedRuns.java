package org.evenkeel.paper.games;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Figure;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.report.Table;
import org.evenkeel.lab.report.Verdict;
import org.evenkeel.lab.study.StudyResults;
import org.evenkeel.lab.study.TrainingRun;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.paper.atari.AtariProtocol;
import org.evenkeel.paper.experiment.Scale;
import org.evenkeel.paper.minatar.MinAtarProtocol;

/// Results of a whole study without any training: runs that obey every claim of the paper, to be changed.
///
/// Everything that is to fall with K falls with a rank: DQN 6, an ensemble of 5 has 5, Averaged of 5 has 4, of 10
/// has 3, of 15 has 2; Double-DQN is on the other side.
public final class FabricatedRuns {
  /// A study of MinAtar with all algorithms.
  public static final GameStudy MINATAR =
      new MinAtarProtocol()
          .usual(Scale.QUICK)
          .games(List.of("breakout", "freeway"))
          .ks(List.of(1, 5, 10, 15))
          .seeds(4)
          .length(20_000);

  /// A study of Atari with all algorithms.
  public static final GameStudy ATARI =
      new AtariProtocol()
          .usual(Scale.QUICK)
          .games(List.of("asterix", "breakout"))
          .ks(List.of(1, 5, 10, 15))
          .others(List.of("double", "ensemble"))
          .seeds(4)
          .length(240_000);

  private static final long SEED = 7;

  private final GameExperiment experiment;
  private final Map<String, Map<String, double[]>> results = new TreeMap<>();

  private FabricatedRuns(GameExperiment experiment) {
    this.experiment = experiment;
    experiment
        .trials()
        .forEach(
            trial ->
                results.put(
                    trial.name(), trial instanceof GameTrial run ? columns(run) : player(trial)));
  }

  /// The runs of a study.
  public static FabricatedRuns of(GameStudy study) {
    return new FabricatedRuns(new GameExperiment(study, SEED));
  }

  /// Players that learn nothing are worse than all runs, and the random one is the worst.
  private static Map<String, double[]> player(Trial trial) {
    double[] returns = new double[20];
    double mean = trial.name().endsWith("/random") ? 0.5 : 2;
    Arrays.setAll(returns, i -> mean + 0.1 * (i % 2));
    return new LinkedHashMap<>(Map.of(BaselineTrial.RETURN, returns));
  }

  private static Map<String, double[]> columns(GameTrial run) {
    int n = (int) (run.training().schedule().steps() / run.training().evaluation().periodSteps());
    boolean atari = run.protocol().equals(ATARI.protocol());
    Map<String, double[]> columns =
        columns(run.name(), n, atari || run.game().equals("freeway") ? 10 : 1);
    if (atari) {
      diverge(run.name(), columns.get(TrainingRun.RETURN));
      double[] within = columns.get(TrainingRun.RETURN).clone();
      Arrays.setAll(within, i -> within[i] - 1);
      columns.put("return_within", within);
    }
    for (ValueMeasure measure : run.protocol().values()) {
      columns.putIfAbsent(measure.column(), columns.get(TrainingRun.VALUE).clone());
    }
    return columns;
  }

  /// The paper's divergence: in Asterix DQN falls where the others rise.
  private static void diverge(String name, double[] scores) {
    double trend =
        (name.startsWith("atari/asterix/dqn") ? -6 : 0)
            + 0.05 * new RandomStream(name.hashCode()).nextGaussian();
    for (int i = 0; i < scores.length; i++) {
      scores[i] += trend * (i - (scores.length - 1));
    }
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
  private static Map<String, double[]> columns(String name, int n, double scale) {
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
    return experiment.report(StudyResults.of(results));
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
    Map<String, Verdict> usual = new FabricatedRuns(experiment).verdicts();
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
