package org.evenkeel.examples;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.lab.experiment.Experiment;
import org.evenkeel.lab.experiment.ExperimentFolder;
import org.evenkeel.lab.experiment.ExperimentKind;
import org.evenkeel.lab.experiment.ExperimentKinds;
import org.evenkeel.lab.experiment.ExperimentOption;
import org.evenkeel.lab.experiment.GivenOptions;
import org.evenkeel.lab.report.Axis;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Contrast;
import org.evenkeel.lab.report.Figure;
import org.evenkeel.lab.report.Report;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.report.Series;
import org.evenkeel.lab.report.Standing;
import org.evenkeel.lab.statistics.Sample;
import org.evenkeel.lab.study.StudyObserver;
import org.evenkeel.lab.study.StudyResults;
import org.evenkeel.lab.study.Trial;

/// An experiment with a claim about the value of the best action, estimated with noise while all true values are 0. The
/// maximum of the estimates is too high. An estimate that chooses the action by one set of estimates and uses its value
/// in another set is not too high (van Hasselt 2010).
///
/// To register it, a file `META-INF/services/org.evenkeel.lab.experiment.ExperimentKind` names this class. The command
/// `evenkeel experiment maximum-bias --classpath my.jar` then runs it.
public final class MaximumBias implements ExperimentKind {
  private static final String NAME = "maximum-bias";
  private static final int[] ACTIONS = {2, 4, 8, 16, 32};
  private static final int DRAWS = 200;

  /// Creates the kind, for the service loader.
  public MaximumBias() {}

  /// Runs the experiment as a program.
  ///
  /// @param args the folder
  public static void main(String[] args) throws IOException, InterruptedException {
    Path folder = Path.of(args.length > 0 ? args[0] : "runs/maximum-bias");
    // @start region=run
    ExperimentKinds kinds = ExperimentKinds.installed();
    Experiment experiment = kinds.make("maximum-bias", Map.of("trials", "20"), 1);
    Report report =
        ExperimentFolder.prepare(folder, kinds, List.of(experiment)).run(2, StudyObserver.silent());
    // @end
    report
        .claims()
        .forEach(claim -> System.out.println(claim.title() + ": " + claim.verdict().words()));
  }

  // @start region=kind
  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "overestimation by the maximum of noisy values";
  }

  @Override
  public List<ExperimentOption> options() {
    return List.of(new ExperimentOption("trials", "N", "Independent trials (default: 20)."));
  }

  @Override
  public Experiment of(GivenOptions given) {
    int trials = given.whole("trials", 20);
    if (trials < 2) {
      throw new IllegalArgumentException("--trials must be >= 2, was " + trials);
    }
    return new Asked(trials, given.seed());
  }

  // @end

  /// The experiment with the user's options.
  private record Asked(int size, long seed) implements Experiment {
    // @start region=asked
    @Override
    public String name() {
      return NAME;
    }

    @Override
    public Map<String, String> options() {
      return Map.of("trials", String.valueOf(size));
    }

    @Override
    public String sentence() {
      return size + " trials were requested.";
    }

    /// Adds trials to those already in a folder.
    @Override
    public Experiment and(Experiment there) {
      return new Asked(Math.max(size, ((Asked) there).size), seed);
    }

    @Override
    public List<Trial> trials() {
      List<Trial> trials = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        trials.add(new Draws(seed + i));
      }
      return trials;
    }

    // @end

    @Override
    public List<Section> report(StudyResults results) {
      List<double[]> single = column("single", results);
      List<double[]> twofold = column("double", results);
      Figure figure =
          new Figure(
              NAME,
              "Overestimation of the best of several equal actions",
              "Means over %d trials. The true value is 0.".formatted(single.size()),
              "Overestimation against the number of actions, for the maximum and for two sets of estimates.",
              Axis.log("actions"),
              Axis.of("overestimation, in standard deviations of an estimate"),
              List.of(series("maximum", 0, single), series("two sets of estimates", 1, twofold)),
              List.of());
      return List.of(
          new Section(
              NAME,
              "The maximum of noisy values",
              "Every action has the value 0 and is estimated with a standard deviation of 1.",
              List.of(claim(single, twofold)),
              List.of(figure),
              List.of()));
    }

    // @start region=claim
    private Claim claim(List<double[]> single, List<double[]> twofold) {
      int most = ACTIONS.length - 1;
      Contrast difference =
          new Contrast("difference at 32 actions", at(single, most), at(twofold, most), size);
      return Claim.of(NAME + "-less", "Two sets of estimates overestimate less", Standing.PRIMARY)
          .said("", "van Hasselt 2010")
          .measured("Overestimation by the maximum minus that by two sets of estimates.")
          .judged(Contrast.RULE, Contrast.evidence(List.of(difference)))
          .shownIn(List.of(NAME));
    }

    // @end

    private static List<double[]> column(String name, StudyResults results) {
      return results.finished().entrySet().stream()
          .filter(trial -> trial.getKey().startsWith(NAME + "/"))
          .map(trial -> trial.getValue().get(name))
          .toList();
    }

    private static double[] at(List<double[]> trials, int index) {
      return trials.stream().mapToDouble(trial -> trial[index]).toArray();
    }

    private static Series series(String name, int colour, List<double[]> trials) {
      double[] x = new double[ACTIONS.length];
      double[] y = new double[ACTIONS.length];
      for (int i = 0; i < ACTIONS.length; i++) {
        x[i] = ACTIONS[i];
        y[i] = trials.isEmpty() ? Double.NaN : Sample.of(at(trials, i)).mean();
      }
      return Series.of(name, colour, Series.Style.LINE, x, y);
    }
  }

  /// One trial: both overestimations for each number of actions, as means over many draws.
  private record Draws(long seed) implements Trial {
    @Override
    public String name() {
      return NAME + "/seed" + seed;
    }

    /// Returns everything that determines the result: if it changes, the trial is computed again.
    @Override
    public String describe() {
      return "maximum bias, 2 to 32 actions, draws " + DRAWS + ", seed " + seed;
    }

    @Override
    public double work() {
      return DRAWS;
    }

    @Override
    public Map<String, double[]> run(DoubleConsumer progress) {
      RandomStream random = new RandomStream(seed);
      double[] single = new double[ACTIONS.length];
      double[] twofold = new double[ACTIONS.length];
      for (int i = 0; i < ACTIONS.length; i++) {
        for (int draw = 0; draw < DRAWS; draw++) {
          double[] one = noise(random, ACTIONS[i]);
          double[] other = noise(random, ACTIONS[i]);
          int best = best(one);
          single[i] += one[best] / DRAWS;
          twofold[i] += other[best] / DRAWS;
        }
        progress.accept((i + 1.0) / ACTIONS.length);
      }
      Map<String, double[]> columns = new LinkedHashMap<>();
      columns.put("single", single);
      columns.put("double", twofold);
      return columns;
    }

    private static double[] noise(RandomStream random, int actions) {
      double[] values = new double[actions];
      for (int a = 0; a < actions; a++) {
        values[a] = RandomStream.gaussian(random);
      }
      return values;
    }

    private static int best(double[] values) {
      int best = 0;
      for (int a = 1; a < values.length; a++) {
        best = values[a] > values[best] ? a : best;
      }
      return best;
    }
  }
}
