package org.evenkeel.lab.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.function.ToDoubleFunction;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.train.Checkpoint;
import org.evenkeel.core.train.DivergedException;
import org.evenkeel.core.train.Footprint;
import org.evenkeel.lab.config.RunConfig;
import org.evenkeel.lab.config.Tasks;
import org.evenkeel.lab.run.FolderLock;
import org.evenkeel.lab.run.RunDirectory;
import org.evenkeel.lab.run.RunDriver;
import org.evenkeel.lab.run.RunFailure;
import org.evenkeel.lab.run.RunObserver;
import org.evenkeel.lab.run.RunOnDisk;
import org.evenkeel.lab.run.RunOnDisk.Evaluated;
import org.jspecify.annotations.Nullable;

/// A training run that is a trial of a study: a run like those of `evenkeel train`, in a folder of its own. Killed,
/// it goes on from its last checkpoint; finished, it keeps its policy, to be watched.
///
/// @param name what sentences call it
/// @param config what is run
public record TrainingRun(String name, RunConfig config) {
  /// By environment: to make one may take a tenth of a second, and a study has hundreds of runs.
  private static final Map<List<Object>, Spec> SPECS = new ConcurrentHashMap<>();

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
        List.of(config.environment(), config.classpath()),
        _ -> Tasks.spec(config.environment(), config.classpath()));
  }

  /// The share that its checkpoints have of it.
  public double begun(Path folder) throws IOException {
    return (double) Checkpoint.newest(folder) / config.training().schedule().steps();
  }

  /// Its result is safe: of this run, if the folder holds it, the checkpoints go; rows and policy stay.
  ///
  /// @param finished whether it ran to its end; then the policy must be there, as only a checkpoint could give it again
  public void kept(Path folder, boolean finished) throws IOException {
    if (Checkpoint.hasFiles(folder)
        && (!finished || Files.exists(folder.resolve(RunDirectory.POLICY)))
        && mismatch(folder).isEmpty()) {
      Checkpoint.delete(folder);
    }
  }

  /// What the evaluations found, if the folder holds this run, finished, with every row. Reads only. While there are
  /// checkpoints, the run is taken up from them, which looks after its policy too.
  public Optional<List<Evaluated>> finished(Path folder) throws IOException {
    if (!RunDirectory.isRun(folder)
        || !Files.exists(folder.resolve(RunDirectory.POLICY))
        || Checkpoint.exists(folder)
        || !mismatch(folder).isEmpty()) {
      return Optional.empty();
    }
    try {
      List<Evaluated> found = RunOnDisk.evaluations(folder);
      return complete(found, config.training().schedule().steps())
          ? Optional.of(found)
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // whoever computes it hears why
    }
  }

  /// What the evaluations up to a step found, if the folder holds this run and has them all. Reads only.
  Optional<List<Evaluated>> until(Path folder, long step) throws IOException {
    if (!RunDirectory.isRun(folder) || !mismatch(folder).isEmpty()) {
      return Optional.empty();
    }
    try {
      List<Evaluated> found =
          RunOnDisk.evaluations(folder).stream().filter(e -> e.step() <= step).toList();
      boolean there = complete(found, step) && begun(folder) * steps() >= step;
      return there ? Optional.of(found) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // whoever computes it hears why
    }
  }

  private long steps() {
    return config.training().schedule().steps();
  }

  /// Whether every evaluation is there that the schedule asks for up to a step, and no other.
  private boolean complete(List<Evaluated> found, long step) {
    return found.stream().map(Evaluated::step).toList().equals(evaluationSteps(step));
  }

  /// The steps up to this one at which the run is evaluated: at multiples of the period, and at its end.
  List<Long> evaluationSteps(long step) {
    long period = config.training().evaluation().periodSteps();
    long end = config.training().schedule().steps();
    List<Long> steps = new ArrayList<>();
    for (long at = period; at <= step; at += period) {
      steps.add(at);
    }
    if (step >= end && end % period != 0) {
      steps.add(end);
    }
    return steps;
  }

  /// Whether a folder holds this run, trained to its end, with its policy.
  public boolean isComplete(Path folder) throws IOException {
    return isIn(folder)
        && Files.exists(folder.resolve(RunDirectory.POLICY))
        && (Checkpoint.newest(folder) == steps() || finished(folder).isPresent());
  }

  /// Whether a folder holds this run, begun or not.
  public boolean isIn(Path folder) {
    return mismatch(folder).isEmpty();
  }

  /// Why a folder does not hold this run; empty if it does.
  private String mismatch(Path folder) {
    if (!RunDirectory.isRun(folder)) {
      return "holds no run";
    }
    try {
      return RunDirectory.config(folder).equals(config) ? "" : "holds a run with other settings";
    } catch (IOException e) {
      return "holds a run whose settings cannot be read (" + e.getMessage() + ")";
    }
  }

  /// Trains from where the folder has it to the end.
  ///
  /// @return what its evaluations found
  /// @throws CancellationException if `progress` threw one: what was done is kept
  public List<Evaluated> run(
      Path folder, RunOnDisk.Machine machine, DoubleConsumer progress, Consumer<String> warnings)
      throws IOException {
    return run(folder, machine, steps(), progress, warnings);
  }

  /// The same up to a step, at which it keeps a checkpoint.
  ///
  /// @return what its evaluations up to there found
  List<Evaluated> run(
      Path folder,
      RunOnDisk.Machine machine,
      long until,
      DoubleConsumer progress,
      Consumer<String> warnings)
      throws IOException {
    Watcher watcher = new Watcher(this, until, progress, warnings);
    try (RunOnDisk run = takeUpOrStart(folder, machine, watcher)) {
      watcher.driver = run.driver();
      if (until < steps()) {
        run.driver().until(until);
      }
      if (run.drive() == RunDriver.Outcome.STOPPED && run.step() < until) {
        throw new CancellationException();
      }
      List<Evaluated> found = run.evaluations().stream().filter(e -> e.step() <= until).toList();
      if (!complete(found, until)) {
        throw new IOException(
            "'%s' must have %s evaluations, has %s: move the folder away, and the same command trains the run again"
                .formatted(folder, evaluationSteps(until).size(), found.size()));
      }
      return found;
    } catch (RunFailure e) {
      if (e.getCause() instanceof DivergedException diverged) {
        throw diverged;
      }
      throw new IOException(name + " " + e.getMessage(), e);
    }
  }

  private RunOnDisk takeUpOrStart(Path folder, RunOnDisk.Machine machine, RunObserver observer)
      throws IOException {
    String why = isFree(folder) ? "" : mismatch(folder);
    if (why.isEmpty() && RunDirectory.isRun(folder)) {
      if (Files.exists(folder.resolve(RunDirectory.POLICY)) && !Checkpoint.exists(folder)) {
        why = "holds this run, finished, but " + lost(folder);
      } else {
        RunOnDisk resumed = RunOnDisk.resume(folder, List.of(), machine, observer);
        if (resumed.step() > 0) { // what was repaired; one at step 0 simply starts again
          resumed.notes().forEach(observer::warning);
        }
        if (rowsUntil(resumed)) {
          return resumed;
        }
        why = "holds this run, but rows of its metrics.csv are lost";
      }
    }
    if (!why.isEmpty()) {
      Path aside;
      try (FolderLock _ = FolderLock.make(folder, "training")) {
        aside = Aside.move(folder); // held, so nobody is training there
      }
      observer.warning(
          "'%s' %s; it was moved to '%s', and the run starts from its beginning"
              .formatted(folder, why, aside));
    }
    return RunOnDisk.start(config, folder, machine, observer);
  }

  /// Whether the rows of a run that was taken up are those of all evaluations before.
  private boolean rowsUntil(RunOnDisk resumed) throws IOException {
    boolean fine = false;
    try {
      // That of its own step may come with the next one.
      fine =
          complete(resumed.evaluations(), resumed.step())
              || complete(resumed.evaluations(), resumed.step() - 1);
      return fine;
    } finally {
      if (!fine) {
        resumed.close();
      }
    }
  }

  private static boolean isFree(Path folder) throws IOException {
    try {
      RunDirectory.requireFree(folder);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private int allEvaluations() {
    return evaluationSteps(config.training().schedule().steps()).size();
  }

  /// Why the rows of a finished run are no result.
  private String lost(Path folder) {
    try {
      return "its metrics.csv has %s of %s evaluations"
          .formatted(RunOnDisk.evaluations(folder).size(), allEvaluations());
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
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
    private final long until;
    private final DoubleConsumer progress;
    private final Consumer<String> warnings;
    private @Nullable RunDriver driver;

    Watcher(TrainingRun run, long until, DoubleConsumer progress, Consumer<String> warnings) {
      this.run = run;
      this.until = until;
      this.progress = progress;
      this.warnings = warnings;
    }

    @Override
    public void progress(long step) {
      try {
        progress.accept(Math.min(1, (double) step / until));
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
