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

/// A training run that is a trial of a study: a run like those of `evenkeel train`, in its own folder. If it is killed,
/// it continues from its last checkpoint. When it is finished, it keeps its policy, which can be watched.
///
/// @param name its name in messages
/// @param config its configuration
public record TrainingRun(String name, RunConfig config) {
  /// The specification of each environment, cached because creating an environment may take a tenth of a second and a
  /// study has hundreds of runs.
  private static final Map<List<Object>, Spec> SPECS = new ConcurrentHashMap<>();

  /// The column with the step of each evaluation.
  public static final String STEP = "step";

  /// The column with the mean return of each evaluation.
  public static final String RETURN = "return";

  /// The column with the standard deviation of the return over the episodes of each evaluation.
  public static final String RETURN_SD = "return_sd";

  /// The column with the mean length of the episodes of each evaluation.
  public static final String LENGTH = "length";

  /// The column with the mean, over the visited states, of the largest combined value.
  public static final String VALUE = "value";

  /// The column with the mean, over the same states, of the discounted return obtained.
  public static final String DISCOUNTED_RETURN = "discounted_return";

  /// The column with the mean, over states set aside when learning started, of the largest combined value.
  public static final String HELD_OUT_VALUE = "held_out_value";

  /// The column with the mean return of the preceding training episodes, NaN if none ended.
  public static final String TRAINING_RETURN = "training_return";

  /// Returns the memory of its replay buffer.
  public long memoryBytes() {
    return Footprint.replayBytes(config.training(), spec());
  }

  /// Returns the heap it needs.
  public long heapBytes() {
    return Footprint.heapBytes(config.training(), spec());
  }

  /// Checks that its environment can be created on this machine.
  ///
  /// @throws IllegalArgumentException with the environment's own message if it cannot
  public void requireComputable() {
    var _ = spec();
  }

  private Spec spec() {
    return SPECS.computeIfAbsent(
        List.of(config.environment(), config.classpath()),
        _ -> Tasks.spec(config.environment(), config.classpath()));
  }

  /// Returns the fraction of the run that its checkpoints contain.
  public double begun(Path folder) throws IOException {
    return (double) Checkpoint.newest(folder) / config.training().schedule().steps();
  }

  /// Removes the checkpoints of this run from the folder, if it contains the run, after its result has been saved. Rows
  /// and policy stay.
  ///
  /// @param finished whether it ran to its end; then the policy must exist, since only a checkpoint could restore it
  public void kept(Path folder, boolean finished) throws IOException {
    if (Checkpoint.hasFiles(folder)
        && (!finished || Files.exists(folder.resolve(RunDirectory.POLICY)))
        && mismatch(folder).isEmpty()) {
      Checkpoint.delete(folder);
    }
  }

  /// Returns the evaluations, if the folder contains this run, finished and with every row. Nothing is written. As long
  /// as there are checkpoints the result is empty: the run is then resumed from them, which checks its policy too.
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
      return Optional.empty(); // computing it reports the reason
    }
  }

  /// Returns the evaluations up to a step, if the folder contains this run and has them all. Nothing is written.
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
      return Optional.empty(); // computing it reports the reason
    }
  }

  private long steps() {
    return config.training().schedule().steps();
  }

  /// Returns whether these are exactly the evaluations in the schedule up to a step.
  private boolean complete(List<Evaluated> found, long step) {
    return found.stream().map(Evaluated::step).toList().equals(evaluationSteps(step));
  }

  /// Returns the steps up to this one at which the run is evaluated: the multiples of the period, and its end.
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

  /// Returns whether a folder contains this run, trained to its end, with its policy.
  public boolean isComplete(Path folder) throws IOException {
    return isIn(folder)
        && Files.exists(folder.resolve(RunDirectory.POLICY))
        && (Checkpoint.newest(folder) == steps() || finished(folder).isPresent());
  }

  /// Returns whether a folder contains this run, started or not.
  public boolean isIn(Path folder) {
    return mismatch(folder).isEmpty();
  }

  /// Returns the reason why a folder does not contain this run; empty if it does.
  private String mismatch(Path folder) {
    if (!RunDirectory.isRun(folder)) {
      return "contains no run";
    }
    try {
      return RunDirectory.config(folder).equals(config) ? "" : "contains a run with other settings";
    } catch (IOException e) {
      return "contains a run whose settings cannot be read (" + e.getMessage() + ")";
    }
  }

  /// Trains to the end, continuing from the state in the folder.
  ///
  /// @return its evaluations
  /// @throws CancellationException if `progress` threw one; the progress so far is kept
  public List<Evaluated> run(
      Path folder, RunOnDisk.Machine machine, DoubleConsumer progress, Consumer<String> warnings)
      throws IOException {
    return run(folder, machine, steps(), progress, warnings);
  }

  /// Trains up to a step, and writes a checkpoint there.
  ///
  /// @return its evaluations up to that step
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
            "'%s' must have %s evaluations, but has %s: move the folder elsewhere and repeat the command to train the run again"
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
        why = "contains this run, finished, but " + lost(folder);
      } else {
        RunOnDisk resumed = RunOnDisk.resume(folder, List.of(), machine, observer);
        if (resumed.step() > 0) { // report repairs; a run at step 0 simply starts again
          resumed.notes().forEach(observer::warning);
        }
        if (rowsUntil(resumed)) {
          return resumed;
        }
        why = "contains this run, but rows of its metrics.csv are lost";
      }
    }
    if (!why.isEmpty()) {
      Path aside;
      try (FolderLock _ = FolderLock.make(folder, "training run")) {
        aside = Aside.move(folder); // locked, so nobody is training there
      }
      observer.warning(
          "'%s' %s; it was moved to '%s', and the run starts from the beginning"
              .formatted(folder, why, aside));
    }
    return RunOnDisk.start(config, folder, machine, observer);
  }

  /// Returns whether the rows of a resumed run are those of all earlier evaluations.
  private boolean rowsUntil(RunOnDisk resumed) throws IOException {
    boolean fine = false;
    try {
      // The row of the current step may be written with the next one.
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

  /// Returns the reason why the rows of a finished run are not a result.
  private String lost(Path folder) {
    try {
      return "its metrics.csv has %s of %s evaluations"
          .formatted(RunOnDisk.evaluations(folder).size(), allEvaluations());
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /// Returns the columns that every study on games has. A study may add its own.
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

  /// Adds a column with one number for each evaluation.
  public static void put(
      Map<String, double[]> columns,
      String name,
      List<Evaluated> evaluations,
      ToDoubleFunction<Evaluated> value) {
    columns.put(name, evaluations.stream().mapToDouble(value).toArray());
  }

  /// Reports the progress of the run, and stops it when the study is stopped.
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
