package org.evenkeel.lab.study;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.nn.Loss;
import org.evenkeel.core.nn.Optimizer;
import org.evenkeel.core.train.DivergedException;
import org.evenkeel.core.train.EvaluationPlan;
import org.evenkeel.core.train.Schedule;
import org.evenkeel.core.train.Training;
import org.evenkeel.lab.config.RunConfig;
import org.evenkeel.lab.run.RunOnDisk.Evaluated;

/// A study of ten small trials: training runs, which keep checkpoints, and sweeps, which keep nothing. One of each kind
/// diverges, as its steps are far too large. As a program it computes them in a folder and prints how far it is.
public final class SmallStudy {
  static final int EVALUATIONS = 5;

  private SmallStudy() {}

  /// A training run of CartPole.
  public record Run(String group, Training training, long seed) implements TrainingTrial {
    @Override
    public String name() {
      return group + "/seed" + seed;
    }

    @Override
    public String describe() {
      return "cartpole " + TrialText.of(training) + " seed " + seed;
    }

    @Override
    public double work() {
      return 100;
    }

    @Override
    public TrainingRun asRun() {
      return new TrainingRun(name(), new RunConfig("cartpole", List.of(), seed, training));
    }

    @Override
    public double checkpointSeconds() {
      return 0.02;
    }

    @Override
    public Map<String, double[]> columns(List<Evaluated> evaluations) {
      return TrainingRun.columns(evaluations);
    }
  }

  static Training training(Algorithm algorithm, int steps) {
    Training usual = Training.of(algorithm).hidden(16).memorySize(1_000);
    Schedule schedule = usual.schedule();
    int period = steps / EVALUATIONS;
    return usual
        .schedule(schedule.steps(steps).learningStartSteps(steps / 10).metricsPeriodSteps(period))
        .evaluation(new EvaluationPlan(period, 2, 0, 10));
  }

  /// The same with steps so large that no number stays finite.
  static Training wild(int steps) {
    return training(Algorithm.dqn(), steps)
        .loss(new Loss(Loss.Kind.SQUARED, Loss.Reduction.MEAN))
        .optimizer(new Optimizer.Sgd(1e6, 0, false));
  }

  /// Sweeps over a table of values, which shrink at each by a share of their size. It keeps nothing to continue from.
  ///
  /// @param rate how much they shrink; above 2 they grow until they are not finite
  private record Sweep(String group, float rate, long seed) implements Trial {
    private static final int SWEEPS = 30;
    private static final int STATES = 16;

    @Override
    public String name() {
      return group + "/seed" + seed;
    }

    @Override
    public String describe() {
      return "sweep rate " + rate + " seed " + seed;
    }

    @Override
    public double work() {
      return 20;
    }

    @Override
    public Map<String, double[]> run(DoubleConsumer progress) {
      RandomStream random = new RandomStream(seed);
      float[] values = new float[STATES];
      for (int i = 0; i < STATES; i++) {
        values[i] = 1 + random.nextFloat();
      }
      double[] means = new double[SWEEPS];
      for (int sweep = 0; sweep < SWEEPS; sweep++) {
        for (int i = 0; i < STATES; i++) {
          values[i] -= rate * values[i];
          means[sweep] += values[i] / STATES;
        }
        if (!Double.isFinite(means[sweep])) {
          throw new DivergedException(sweep + 1, "the values are not finite");
        }
        progress.accept((sweep + 1.0) / SWEEPS);
      }
      return Map.of("mean", means);
    }
  }

  /// The ten trials.
  ///
  /// @param steps of each training run
  static List<Trial> trials(int steps) {
    List<Trial> trials = new ArrayList<>();
    for (long seed = 1; seed <= 4; seed++) {
      trials.add(new Run("run/dqn", training(Algorithm.dqn(), steps), seed));
    }
    trials.add(new Run("run/averaged-2", training(Algorithm.averaged(2), steps), 1));
    trials.add(new Run("run/averaged-2", training(Algorithm.averaged(2), steps), 2));
    trials.add(new Run("run/wild", wild(steps), 1));
    trials.add(new Sweep("sweep/tame", 0.01f, 1));
    trials.add(new Sweep("sweep/tame", 0.01f, 2));
    trials.add(new Sweep("sweep/wild", 1e6f, 1));
    return trials;
  }

  /// Computes the trials.
  ///
  /// @param args the folder, how many threads, the steps of each run
  public static void main(String[] args) throws IOException, InterruptedException {
    List<Trial> trials = trials(Integer.parseInt(args[2]));
    TrialRunner study = new TrialRunner(Path.of(args[0]), Integer.parseInt(args[1]), new Printer());
    StudyResults results = study.run(trials);
    say(
        "ended %s finished, %s failed"
            .formatted(results.finished().size(), results.failed().size()));
  }

  private static void say(String line) {
    System.out.println(line);
    System.out.flush();
  }

  private static final class Printer implements StudyObserver {
    private double all;
    private double done;

    @Override
    public void starts(int trials, int failed, int missing, double work) {
      all = work;
      say("missing " + missing);
    }

    @Override
    public synchronized void worked(double work) {
      done += work;
      say("at " + done / all);
    }

    @Override
    public void finished(String name) {
      say("finished " + name);
    }

    @Override
    public void failed(String name, TrialResult.Failed how) {
      say("failed " + name + " " + how.sentence());
    }

    @Override
    public void warning(String sentence) {
      say("warning " + sentence);
    }
  }
}
