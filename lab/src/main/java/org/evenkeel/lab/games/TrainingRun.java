package org.evenkeel.lab.games;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.train.Checkpoint;
import org.evenkeel.core.train.Footprint;
import org.evenkeel.lab.run.RunConfig;
import org.evenkeel.lab.run.RunDirectory;
import org.evenkeel.lab.run.RunDriver;
import org.evenkeel.lab.run.RunFailure;
import org.evenkeel.lab.run.RunObserver;
import org.evenkeel.lab.run.RunOnDisk;
import org.evenkeel.lab.run.RunOnDisk.Evaluated;
import org.evenkeel.lab.run.Tasks;
import org.jspecify.annotations.Nullable;

/// A training run that is a trial of a study: a run like those of `evenkeel train`, in a folder of its own. Killed,
/// it goes on from its last checkpoint; finished, it keeps its policy, to be watched.
///
/// @param name what sentences call it
/// @param config what is run
/// @param evaluations how many evaluations it must have
public record TrainingRun(String name, RunConfig config, int evaluations) {
  /// By environment: to make one may take a tenth of a second, and a study has hundreds of runs.
  private static final Map<String, Spec> SPECS = new ConcurrentHashMap<>();

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

  /// What its replay buffer takes.
  public long memoryBytes() {
    return Footprint.replayBytes(config.training(), spec());
  }

  /// What it takes of the heap.
  public long heapBytes() {
    return Footprint.heapBytes(config.training(), spec());
  }

  /// Sees whether its environment can be made on this machine.
  ///
  /// @throws IllegalArgumentException with the environment's own sentence
  public void requireComputable() {
    var _ = spec();
  }

  private Spec spec() {
    return SPECS.computeIfAbsent(
        config.environment(), name -> Tasks.spec(name, config.classpath()));
  }

  /// The share that its checkpoints have of it.
  public double begun(Path folder) throws IOException {
    return (double) Checkpoint.newest(folder) / config.training().schedule().steps();
  }

  /// Its result is safe: only the policy stays, to be watched.
  public static void kept(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      Checkpoint.delete(folder);
    }
  }

  /// Trains from where the folder has it to the end.
  ///
  /// @return what its evaluations found
  /// @throws CancellationException if `progress` threw one: what was done is kept
  public List<Evaluated> run(
      Path folder, RunOnDisk.Machine machine, DoubleConsumer progress, Consumer<String> warnings)
      throws IOException {
    Watcher watcher = new Watcher(this, progress, warnings);
    try (RunOnDisk run = takeUpOrStart(folder, machine, watcher)) {
      watcher.driver = run.driver();
      if (run.drive() == RunDriver.Outcome.STOPPED) {
        throw new CancellationException();
      }
      List<Evaluated> found = run.evaluations();
      if (found.size() != evaluations) {
        throw new IOException(
            "'%s' must have %d evaluations, has %d: delete the folder, and the run is made again"
                .formatted(folder, evaluations, found.size()));
      }
      return found;
    } catch (RunFailure e) {
      throw new IOException(name + " " + e.getMessage(), e);
    }
  }

  private RunOnDisk takeUpOrStart(Path folder, RunOnDisk.Machine machine, RunObserver observer)
      throws IOException {
    if (RunDirectory.isRun(folder)) {
      boolean finished = Files.exists(folder.resolve(RunDirectory.POLICY));
      if (RunDirectory.config(folder).equals(config) && (!finished || Checkpoint.exists(folder))) {
        return RunOnDisk.resume(folder, List.of(), machine, observer);
      }
      if (Checkpoint.exists(folder) && !finished) {
        // Begun with other settings, maybe days ago: not ours to delete.
        Path aside = aside(folder);
        Files.move(folder, aside);
        observer.warning(
            "was begun with other settings; it starts anew, the old run is in '" + aside + "'");
      } else {
        // Its result is gone and it has nothing to go on from.
        delete(folder);
      }
    }
    return RunOnDisk.start(config, folder, machine, observer);
  }

  private static Path aside(Path folder) {
    int number = 1;
    Path aside;
    do {
      aside = folder.resolveSibling(folder.getFileName() + "-before-" + number++);
    } while (Files.exists(aside));
    return aside;
  }

  /// What makes it a run goes last: killed on the way, it is still one, to be deleted again.
  private static void delete(Path folder) throws IOException {
    try (Stream<Path> below = Files.list(folder)) {
      for (Path file : below.sorted(Comparator.comparing(RunDirectory::isConfig)).toList()) {
        Files.delete(file);
      }
    }
  }

  /// The columns that every study on games has, to which one may add its own.
  public static Map<String, double[]> columns(List<Evaluated> evaluations) {
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

  /// Adds a column: a number of each evaluation.
  public static void put(
      Map<String, double[]> columns,
      String name,
      List<Evaluated> evaluations,
      ToDoubleFunction<Evaluated> value) {
    columns.put(name, evaluations.stream().mapToDouble(value).toArray());
  }

  /// Hands on how far the run is, and stops it when that is answered with the end of the study.
  private static final class Watcher implements RunObserver {
    private final TrainingRun run;
    private final DoubleConsumer progress;
    private final Consumer<String> warnings;
    private @Nullable RunDriver driver;

    Watcher(TrainingRun run, DoubleConsumer progress, Consumer<String> warnings) {
      this.run = run;
      this.progress = progress;
      this.warnings = warnings;
    }

    @Override
    public void progress(long step) {
      try {
        progress.accept((double) step / run.config.training().schedule().steps());
      } catch (CancellationException e) {
        RunDriver running = driver;
        if (running != null) {
          running.stop();
        }
      }
    }

    @Override
    public void warning(String sentence) {
      warnings.accept(run.name + ": " + sentence);
    }
  }
}
