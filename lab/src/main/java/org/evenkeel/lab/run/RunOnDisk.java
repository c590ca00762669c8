package org.evenkeel.lab.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.evenkeel.core.agent.Policy;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.train.Accelerator;
import org.evenkeel.core.train.Checkpoint;
import org.evenkeel.core.train.Trainer;
import org.evenkeel.lab.config.Reason;
import org.evenkeel.lab.config.RunConfig;
import org.evenkeel.lab.config.Tasks;
import org.evenkeel.lab.run.MetricsRows.Measure;
import org.jspecify.annotations.Nullable;

/// A run in its directory, just started or resumed. [#drive] does the rest.
public final class RunOnDisk implements AutoCloseable {
  /// Settings for the machine, which do not affect the result.
  ///
  /// @param threads the number of computing threads
  /// @param checkpointSeconds time between checkpoints
  /// @param accelerator hardware that takes the steps; null for the processor alone
  public record Machine(int threads, double checkpointSeconds, @Nullable Accelerator accelerator) {
    /// Checks every field.
    public Machine {
      if (threads < 1 || threads > 256) {
        throw new IllegalArgumentException("threads must be 1 to 256, was " + threads);
      }
      if (!(checkpointSeconds > 0 && checkpointSeconds <= 1e9)) {
        throw new IllegalArgumentException(
            "checkpoint seconds must be > 0 and <= 1e9, was " + checkpointSeconds);
      }
    }

    /// Computes on the processor.
    public Machine(int threads, double checkpointSeconds) {
      this(threads, checkpointSeconds, null);
    }

    /// Returns the name of the device that takes the steps.
    String device() {
      return accelerator == null ? Provenance.CPU : accelerator.name();
    }
  }

  private final RunConfig config;
  private final RunDirectory directory;
  private final RunLog log;
  private final Trainer trainer;
  private final RunDriver driver;
  private final List<String> notes;
  private final int framesPerStep;
  private boolean failed;

  private RunOnDisk(
      PreparedRun prepared, RunDirectory directory, Machine machine, List<String> notes) {
    config = prepared.config();
    log = prepared.log();
    trainer = prepared.trainer();
    framesPerStep = prepared.framesPerStep();
    this.directory = directory;
    this.notes = List.copyOf(notes);
    driver =
        new RunDriver(
            Work.of(trainer, directory), log, machine.checkpointSeconds(), System::nanoTime);
  }

  /// Closes a resource after a failure, without hiding the failure.
  private static void close(@Nullable AutoCloseable opened, Throwable failure) {
    if (opened != null) {
      try {
        opened.close();
      } catch (Exception e) {
        failure.addSuppressed(e);
      }
    }
  }

  /// Starts a run in a new folder. Nothing is written before everything has been checked.
  ///
  /// @throws IllegalArgumentException if the configuration or the folder is not usable
  public static RunOnDisk start(
      RunConfig config, Path folder, Machine machine, RunObserver observer) throws IOException {
    RunDirectory.requireFree(folder);
    MachineMemory.requireFits(config);
    PreparedRun prepared = PreparedRun.of(config, folder, machine, observer);
    RunDirectory directory = null;
    try {
      directory = RunDirectory.create(folder, config, machine.device());
      prepared.log().start();
      return new RunOnDisk(prepared, directory, machine, List.of());
    } catch (IOException | RuntimeException | Error e) {
      close(prepared, e);
      close(directory, e);
      throw e;
    }
  }

  /// Resumes the run in a folder from its last good checkpoint, or from the start if there is none yet. It may have
  /// been planned but not started ([AskedRun#plan]).
  ///
  /// @param classpath the current location of the environment's class; empty if it has not moved
  public static RunOnDisk resume(
      Path folder, List<String> classpath, Machine machine, RunObserver observer)
      throws IOException {
    return resume(folder, OptionalLong.empty(), classpath, machine, observer);
  }

  /// Resumes a run with another length, for example to train a finished run longer.
  ///
  /// @param steps the new length, more than the steps already completed
  /// @throws IllegalArgumentException if it cannot have that length
  public static RunOnDisk resume(
      Path folder,
      OptionalLong steps,
      List<String> classpath,
      Machine machine,
      RunObserver observer)
      throws IOException {
    RunConfig before = RunDirectory.config(folder);
    RunConfig kept = steps.isPresent() ? before.withSteps(steps.getAsLong()) : before;
    // A policy without checksums: the disk was full at the end, so the run is not complete.
    if (Files.exists(folder.resolve(RunDirectory.POLICY))
        && Checksums.exist(folder)
        && !Checkpoint.exists(folder)) {
      throw new IllegalArgumentException(
          "the run in '%s' is finished, and no checkpoint was kept to continue from"
              .formatted(folder));
    }
    RunConfig config = classpath.isEmpty() ? kept : kept.withClasspath(classpath);
    if (steps.isPresent()) {
      LongerRun.require(folder, before, steps.getAsLong());
    }
    MachineMemory.requireFits(config);
    RunDirectory directory = RunDirectory.open(folder);
    PreparedRun prepared = null;
    try {
      prepared = PreparedRun.of(config, folder, machine, observer);
      Set<Long> lengths = LongerRun.earlierLengths(folder, kept);
      lengths.add(before.training().schedule().steps());
      List<String> notes = takeUp(folder, prepared, lengths);
      if (!kept.equals(before)) {
        notes.addAll(LongerRun.write(folder, before, kept));
      }
      if (prepared.trainer().finished()) {
        repairEnd(folder, prepared.trainer(), notes);
      }
      return new RunOnDisk(prepared, directory, machine, notes);
    } catch (IOException | RuntimeException | Error e) {
      close(prepared, e);
      close(directory, e);
      throw e;
    }
  }

  /// Removes those files at the end of a finished run that are damaged; they are then rewritten from the checkpoint.
  /// The checksums are written last, so a run without them was interrupted between its last checkpoint and them: files
  /// that do not exist yet are no damage, and no note mentions them.
  private static void repairEnd(Path folder, Trainer trainer, List<String> notes)
      throws IOException {
    boolean sealed = Checksums.exist(folder);
    if (sealed || Files.exists(folder.resolve(RunDirectory.POLICY))) {
      repairPolicy(folder, trainer).ifPresent(notes::add);
    }
    if (sealed) {
      repairChecksums(folder, notes);
    }
  }

  /// Removes the policy file of a finished run if it is damaged or belongs to another run; it is then rewritten from
  /// the checkpoint.
  ///
  /// @return a sentence about the damage; empty if there was none
  private static Optional<String> repairPolicy(Path folder, Trainer trainer) throws IOException {
    Path file = folder.resolve(RunDirectory.POLICY);
    if (!Files.exists(file)) {
      return Optional.of(RunDirectory.POLICY + " is missing; it will be rewritten");
    }
    String problem;
    try {
      // The metadata contain a checksum of the parameters.
      boolean same =
          Policy.load(file).tensors().metadata().equals(trainer.policy().tensors().metadata());
      if (same) {
        return Optional.empty();
      }
      problem = "'" + file + "' contains the policy of another run";
    } catch (IOException e) {
      problem = Reason.of(e);
    }
    Files.delete(file);
    return Optional.of(problem + "; it will be rewritten");
  }

  /// Removes the checksums of a finished run if they do not match its files; they are then rewritten.
  private static void repairChecksums(Path folder, List<String> notes) throws IOException {
    if (!notes.isEmpty()) {
      Checksums.remove(folder); // since the files are rewritten
      return;
    }
    try {
      Checksums.compareAll(folder);
    } catch (IOException e) {
      notes.add(Reason.of(e).replaceFirst(";[^;]*$", "; " + Checksums.NAME + " will be rewritten"));
      Checksums.remove(folder);
    }
  }

  /// Restores a new trainer and its log to the last saved state of the run in a folder.
  ///
  /// @return notes for the user, in a modifiable list
  private static List<String> takeUp(Path folder, PreparedRun prepared, Set<Long> lengths)
      throws IOException {
    Trainer trainer = prepared.trainer();
    if (!Checkpoint.exists(folder)) {
      Provenance.requireSameConfig(folder);
      boolean begun = Files.exists(folder.resolve(MetricsFile.NAME));
      Optional<String> kept = prepared.log().startAgain();
      return new ArrayList<>(
          kept.map(rows -> List.of("there is no checkpoint, so the run starts again; " + rows))
              .orElse(
                  begun
                      ? List.of("there is no checkpoint yet, so the run starts again")
                      : List.of()));
    }
    Checkpoint.Resumed resumed = Checkpoint.resume(folder, trainer, lengths);
    List<String> notes = new ArrayList<>(resumed.notes());
    prepared
        .log()
        .resumeAt(trainer.step(), !trainer.measurementPending(), resumed.attached())
        .ifPresent(notes::add);
    return notes;
  }

  /// Returns the configuration of the run.
  public RunConfig config() {
    return config;
  }

  /// Returns the folder of the run.
  public Path folder() {
    return directory.folder();
  }

  /// Returns notes about the resumption of the run, for the user.
  public List<String> notes() {
    return notes;
  }

  /// Returns the number of steps taken.
  public long step() {
    return trainer.step();
  }

  /// Returns whether there is nothing left to do.
  public boolean complete() {
    return trainer.finished()
        && Files.exists(folder().resolve(RunDirectory.POLICY))
        && Checksums.exist(folder());
  }

  /// Returns the number of learned parameters, of all learners together.
  public long parameters() {
    Spec spec = Tasks.spec(config.environment(), config.classpath());
    return (long) config.training().algorithm().learners()
        * config.training().network().build(spec.observation(), spec.actions()).parameterCount();
  }

  /// Returns the number of frames of its game per step, the unit of published results; 1 if a step is one frame.
  public int framesPerStep() {
    return framesPerStep;
  }

  /// Describes the memory of the run, one line for each use.
  public List<String> memoryReport() {
    return trainer.memoryReport();
  }

  /// Returns the evaluations on disk, one per step, including those from before the run was resumed.
  public List<Evaluated> evaluations() throws IOException {
    return evaluations(folder());
  }

  /// Returns the evaluations of the run in a folder, which is not changed.
  ///
  /// @throws IOException if the rows cannot be read, or do not match the checksums of a finished run
  public static List<Evaluated> evaluations(Path folder) throws IOException {
    Checksums.compare(folder, RunDirectory.CONFIG, MetricsFile.NAME);
    MetricsRows rows = MetricsRows.read(folder);
    List<Evaluated> evaluations = new ArrayList<>();
    for (long step : rows.of(Measure.RETURN).keySet()) {
      evaluations.add(
          new Evaluated(
              step,
              rows.at(Measure.RETURN, step),
              rows.at(Measure.DEVIATION, step),
              rows.at(Measure.LENGTH, step),
              rows.at(Measure.VALUE, step),
              rows.at(Measure.OBTAINED, step),
              rows.at(Measure.HELD_OUT, step),
              rows.at(Measure.TRAINING, step),
              rows.at(Measure.RETURN_WITHIN, step),
              rows.at(Measure.FRESH_ONLINE, step),
              rows.at(Measure.HELD_OUT_TARGET, step)));
    }
    return evaluations;
  }

  /// An evaluation in the rows of a run. Values that were not measured are NaN.
  ///
  /// @param step the step of the evaluation
  /// @param meanReturn mean undiscounted return
  /// @param standardDeviation its standard deviation over the episodes
  /// @param meanLength mean length of the episodes
  /// @param value mean value of the states visited
  /// @param obtained mean discounted return from the same states
  /// @param heldOutValue mean value of the states set aside when learning started
  /// @param trainingReturn mean return of the training episodes since the previous row
  /// @param meanReturnWithin mean return of the episodes that ended within the steps of an evaluation by steps
  /// @param freshOnlineValue mean value, under the online network, of states drawn again for each evaluation
  /// @param heldOutTargetValue mean value, under the newest snapshot, of the successors of the states set aside
  public record Evaluated(
      long step,
      double meanReturn,
      double standardDeviation,
      double meanLength,
      double value,
      double obtained,
      double heldOutValue,
      double trainingReturn,
      double meanReturnWithin,
      double freshOnlineValue,
      double heldOutTargetValue) {}

  /// Works until the end or until [RunDriver#stop].
  public RunDriver.Outcome drive() throws RunFailure {
    failed = true;
    RunDriver.Outcome outcome = driveOn();
    failed = false;
    return outcome;
  }

  private RunDriver.Outcome driveOn() throws RunFailure {
    try {
      Checksums.remove(folder());
    } catch (IOException e) {
      throw new RunFailure(
          "cannot remove '" + folder().resolve(Checksums.NAME) + "': " + Reason.of(e), e);
    }
    try {
      return driver.drive();
    } catch (RunFailure e) {
      throw e.getCause() instanceof OutOfMemoryError
          ? new RunFailure(e.getMessage() + "; " + MachineMemory.outOfMemory(config), e)
          : e;
    }
  }

  /// Returns the driver, used to stop the run and to wait for it.
  public RunDriver driver() {
    return driver;
  }

  /// Releases the folder in any case. If an environment cannot be closed, this is a warning, since all files have been
  /// written by then. After a failure it is thrown instead, to be added to that failure's suppressed exceptions.
  @Override
  public void close() throws IOException {
    try (directory;
        log) {
      trainer.close();
    } catch (IllegalStateException e) {
      if (failed) {
        throw e;
      }
      log.observer().warning(e.getMessage() + "; all files of the run had already been written");
    }
  }
}
