package org.evenkeel.lab.minatar;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Exploration;
import org.evenkeel.core.train.Checkpoint;
import org.evenkeel.core.train.Training;
import org.evenkeel.envs.minatar.Game;
import org.evenkeel.lab.run.Preset;
import org.evenkeel.lab.run.RunConfig;
import org.evenkeel.lab.run.RunDirectory;
import org.evenkeel.lab.run.RunDriver;
import org.evenkeel.lab.run.RunFailure;
import org.evenkeel.lab.run.RunObserver;
import org.evenkeel.lab.run.RunOnDisk;
import org.evenkeel.lab.run.RunOnDisk.Evaluated;
import org.evenkeel.lab.study.Look;
import org.evenkeel.lab.study.Trial;
import org.jspecify.annotations.Nullable;

/// A training run on a game, measured by evaluations of its greedy policy.
///
/// It is a run like those of `evenkeel train`, in a folder of its own: killed, it goes on from its last
/// checkpoint; finished, it keeps its policy, to be watched.
///
/// @param game which game, as published results have it
/// @param training everything else
/// @param seed which of the trials
public record MinAtarTrial(Game game, Training training, long seed) implements Trial {
  /// Evaluations in a trial, evenly spaced, the last at its end.
  public static final int EVALUATIONS = 20;

  /// The step of each evaluation.
  public static final String STEP = "step";

  /// Its mean return.
  public static final String RETURN = "return";

  /// The standard deviation of the return over its episodes.
  public static final String RETURN_SD = "return_sd";

  /// The mean length of its episodes.
  public static final String LENGTH = "length";

  /// The mean over the states visited of the largest combined value.
  public static final String VALUE = "value";

  /// The mean over the same states of the discounted return that was obtained.
  public static final String DISCOUNTED_RETURN = "discounted_return";

  /// The mean over states set aside when learning began of the largest combined value.
  public static final String HELD_OUT_VALUE = "held_out_value";

  /// The mean return of the training episodes just before, NaN if none ended.
  public static final String TRAINING_RETURN = "training_return";

  private static final int EPISODES = 20;

  /// Freeway's episodes are all of 2,501 steps, and differ less than those of the others.
  private static final int FREEWAY_EPISODES = 5;

  private static final double CHECKPOINT_SECONDS = 60;

  /// The game's preset with an algorithm, cut to a length. In runs of less than 300,000 steps exploration ends
  /// after a third and learning begins after a tenth of them at the latest.
  public static Training training(Game game, Algorithm algorithm, long steps) {
    Training preset = preset(game).apply(Training.of(algorithm)).algorithm(algorithm);
    Training.Schedule schedule = preset.schedule();
    long start = Math.min(schedule.learningStartSteps(), steps / 10);
    Exploration.Linear linear = (Exploration.Linear) preset.exploration();
    long over = Math.min(linear.overSteps(), steps / 3);
    int period = (int) Math.max(1, steps / EVALUATIONS);
    return preset
        .exploration(new Exploration.Linear(linear.from(), linear.to(), start, over))
        .schedule(
            new Training.Schedule(
                steps,
                start,
                schedule.updatePeriodSteps(),
                schedule.updatesPerPeriod(),
                schedule.batchSize(),
                schedule.targetPeriod(),
                period))
        .evaluation(
            new Training.Evaluate(
                period, game == Game.FREEWAY ? FREEWAY_EPISODES : EPISODES, 0, 500));
  }

  private static Preset preset(Game game) {
    return Preset.forEnvironment(environment(game)).orElseThrow();
  }

  private static String environment(Game game) {
    return "minatar/" + game.word();
  }

  @Override
  public String name() {
    return "%s/%s-%d/seed%d"
        .formatted(
            environment(game),
            Look.of(training.algorithm()).word(),
            training.schedule().steps(),
            seed);
  }

  @Override
  public String describe() {
    return environment(game) + " " + training + " seed " + seed;
  }

  /// An update of one network takes some 0.4 ms, and each further target network a tenth of it.
  @Override
  public double work() {
    Algorithm algorithm = training.algorithm();
    double perStep =
        algorithm.learners() > 1 ? 330.0 * algorithm.learners() : 360 + 40.0 * algorithm.k();
    return training.schedule().steps() * perStep;
  }

  @Override
  public double begun(Path folder) throws IOException {
    return (double) Checkpoint.newest(folder) / training.schedule().steps();
  }

  /// Needs a folder.
  @Override
  public Map<String, double[]> run(DoubleConsumer progress) {
    throw new UnsupportedOperationException("a training run needs a folder");
  }

  @Override
  public Map<String, double[]> run(Path folder, DoubleConsumer progress, Consumer<String> warnings)
      throws IOException {
    RunConfig config = new RunConfig(environment(game), List.of(), seed, training);
    Watcher watcher = new Watcher(this, progress, warnings);
    Map<String, double[]> columns;
    try (RunOnDisk run = takeUpOrStart(config, folder, watcher)) {
      watcher.driver = run.driver();
      if (run.drive() == RunDriver.Outcome.STOPPED) {
        throw new CancellationException();
      }
      List<Evaluated> evaluations = run.evaluations();
      if (evaluations.size() != EVALUATIONS) {
        throw new IOException(
            "'%s' must have %d evaluations, has %d: delete the folder, and the run is made again"
                .formatted(folder, EVALUATIONS, evaluations.size()));
      }
      columns = columns(evaluations);
    } catch (RunFailure e) {
      throw new IOException(name() + " " + e.getMessage(), e);
    }
    return columns;
  }

  /// The policy stays, to be watched.
  @Override
  public void kept(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      Checkpoint.delete(folder);
    }
  }

  private static RunOnDisk takeUpOrStart(RunConfig config, Path folder, RunObserver observer)
      throws IOException {
    RunOnDisk.Machine machine = new RunOnDisk.Machine(1, CHECKPOINT_SECONDS);
    if (RunDirectory.isRun(folder)) {
      boolean finished = Files.exists(folder.resolve(RunDirectory.POLICY));
      if (RunDirectory.config(folder).equals(config) && (!finished || Checkpoint.exists(folder))) {
        return RunOnDisk.resume(folder, List.of(), machine, observer);
      }
      // It was begun with other settings, or its result is gone and it has nothing to go on from.
      delete(folder);
    }
    return RunOnDisk.start(config, folder, machine, observer);
  }

  /// What makes it a run goes last: killed on the way, it is still one, to be deleted again.
  private static void delete(Path folder) throws IOException {
    try (Stream<Path> below = Files.list(folder)) {
      for (Path file : below.sorted(Comparator.comparing(RunDirectory::isConfig)).toList()) {
        Files.delete(file);
      }
    }
  }

  private static Map<String, double[]> columns(List<Evaluated> evaluations) {
    Map<String, double[]> columns = new LinkedHashMap<>();
    put(columns, STEP, evaluations, Evaluated::step);
    put(columns, RETURN, evaluations, Evaluated::meanReturn);
    put(columns, RETURN_SD, evaluations, Evaluated::standardDeviation);
    put(columns, LENGTH, evaluations, Evaluated::meanLength);
    put(columns, VALUE, evaluations, Evaluated::value);
    put(columns, DISCOUNTED_RETURN, evaluations, Evaluated::obtained);
    put(columns, HELD_OUT_VALUE, evaluations, Evaluated::heldOutValue);
    put(columns, TRAINING_RETURN, evaluations, Evaluated::trainingReturn);
    return columns;
  }

  private static void put(
      Map<String, double[]> columns,
      String name,
      List<Evaluated> evaluations,
      ToDoubleFunction<Evaluated> value) {
    columns.put(name, evaluations.stream().mapToDouble(value).toArray());
  }

  /// Hands on how far the run is, and stops it when that is answered with the end of the study.
  private static final class Watcher implements RunObserver {
    private final MinAtarTrial trial;
    private final DoubleConsumer progress;
    private final Consumer<String> warnings;
    private @Nullable RunDriver driver;

    Watcher(MinAtarTrial trial, DoubleConsumer progress, Consumer<String> warnings) {
      this.trial = trial;
      this.progress = progress;
      this.warnings = warnings;
    }

    @Override
    public void progress(long step) {
      try {
        progress.accept((double) step / trial.training.schedule().steps());
      } catch (CancellationException e) {
        RunDriver running = driver;
        if (running != null) {
          running.stop();
        }
      }
    }

    @Override
    public void warning(String sentence) {
      warnings.accept(trial.name() + ": " + sentence);
    }
  }
}
