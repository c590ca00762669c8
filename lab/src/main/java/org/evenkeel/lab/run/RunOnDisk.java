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
import org.evenkeel.core.train.Checkpoint;
import org.evenkeel.core.train.Trainer;
import org.evenkeel.lab.config.Reason;
import org.evenkeel.lab.config.RunConfig;
import org.evenkeel.lab.config.Tasks;
import org.evenkeel.lab.run.MetricsRows.Measure;
import org.jspecify.annotations.Nullable;

/// A run in its directory, just started or taken up again: [#drive] does the rest.
public final class RunOnDisk implements AutoCloseable {
  /// What a run takes from the machine; the result does not depend on it.
  ///
  /// @param threads how many compute
  /// @param checkpointSeconds time between checkpoints
  public record Machine(int threads, double checkpointSeconds) {
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

  /// After a failure: closes what was opened, and does not hide the failure.
  private static void close(@Nullable AutoCloseable opened, Throwable failure) {
    if (opened != null) {
      try {
        opened.close();
      } catch (Exception e) {
        failure.addSuppressed(e);
      }
    }
  }

  /// Starts a run in a new folder. Nothing is written before everything was checked.
  ///
  /// @throws IllegalArgumentException if the configuration or the folder is not usable
  public static RunOnDisk start(
      RunConfig config, Path folder, Machine machine, RunObserver observer) throws IOException {
    RunDirectory.requireFree(folder);
    MachineMemory.requireFits(config);
    PreparedRun prepared = PreparedRun.of(config, folder, machine.threads(), observer);
    RunDirectory directory = null;
    try {
      directory = RunDirectory.create(folder, config);
      prepared.log().start();
      return new RunOnDisk(prepared, directory, machine, List.of());
    } catch (IOException | RuntimeException | Error e) {
      close(prepared, e);
      close(directory, e);
      throw e;
    }
  }

  /// Takes up the run of a folder from its last good checkpoint, or from its start where there is none yet: it may be
  /// planned and not begun ([AskedRun#plan]).
  ///
  /// @param classpath where the class of the environment is found now; empty for where it was
  public static RunOnDisk resume(
      Path folder, List<String> classpath, Machine machine, RunObserver observer)
      throws IOException {
    return resume(folder, OptionalLong.empty(), classpath, machine, observer);
  }

  /// The same with another length: a finished run is trained longer.
  ///
  /// @param steps the length from now on, more than is done
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
    // A policy without checksums: the disk was full at the end, and the run is not complete.
    if (Files.exists(folder.resolve(RunDirectory.POLICY))
        && Checksums.exist(folder)
        && !Checkpoint.exists(folder)) {
      throw new IllegalArgumentException(
          "the run in '%s' is finished, and no checkpoint is kept to continue from"
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
      prepared = PreparedRun.of(config, folder, machine.threads(), observer);
      Set<Long> lengths = LongerRun.earlierLengths(folder, kept);
      lengths.add(before.training().schedule().steps());
      List<String> notes = takeUp(folder, prepared, lengths);
      if (!kept.equals(before)) {
        notes.addAll(LongerRun.write(folder, before, kept));
      }
      if (prepared.trainer().finished()) {
        repairPolicy(folder, prepared.trainer()).ifPresent(notes::add);
        repairChecksums(folder, notes);
      }
      return new RunOnDisk(prepared, directory, machine, notes);
    } catch (IOException | RuntimeException | Error e) {
      close(prepared, e);
      close(directory, e);
      throw e;
    }
  }

  /// Removes the policy file of a finished run if it is damaged, or not this run's: it is written again from the
  /// checkpoint.
  ///
  /// @return what was wrong
  private static Optional<String> repairPolicy(Path folder, Trainer trainer) throws IOException {
    Path file = folder.resolve(RunDirectory.POLICY);
    if (!Files.exists(file)) {
      return Optional.of(RunDirectory.POLICY + " is missing; it is written again");
    }
    String problem;
    try {
      // The metadata contain a checksum of the parameters.
      boolean same =
          Policy.load(file).tensors().metadata().equals(trainer.policy().tensors().metadata());
      if (same) {
        return Optional.empty();
      }
      problem = "'" + file + "' has the policy of another run";
    } catch (IOException e) {
      problem = Reason.of(e);
    }
    Files.delete(file);
    return Optional.of(problem + "; it is written again");
  }

  /// Removes the checksums of a finished run if they do not fit its files: they are written again.
  private static void repairChecksums(Path folder, List<String> notes) throws IOException {
    if (!notes.isEmpty()) {
      Checksums.remove(folder); // of files that are written again
      return;
    }
    if (!Checksums.exist(folder)) {
      notes.add(Checksums.NAME + " is missing; it is written again");
      return;
    }
    try {
      Checksums.compareAll(folder);
    } catch (IOException e) {
      notes.add(Reason.of(e).replaceFirst(";[^;]*$", "; " + Checksums.NAME + " is written again"));
      Checksums.remove(folder);
    }
  }

  /// Puts a fresh trainer, and its log, where the run of a folder was last kept.
  ///
  /// @return notes for the user, a list that may be added to
  private static List<String> takeUp(Path folder, PreparedRun prepared, Set<Long> lengths)
      throws IOException {
    Trainer trainer = prepared.trainer();
    if (!Checkpoint.exists(folder)) {
      Provenance.requireSameConfig(folder);
      boolean begun = Files.exists(folder.resolve(MetricsFile.NAME));
      Optional<String> kept = prepared.log().startAgain();
      return new ArrayList<>(
          kept.map(rows -> List.of("there is no checkpoint: the run starts again; " + rows))
              .orElse(
                  begun ? List.of("there is no checkpoint yet: the run starts again") : List.of()));
    }
    Checkpoint.Resumed resumed = Checkpoint.resume(folder, trainer, lengths);
    List<String> notes = new ArrayList<>(resumed.notes());
    prepared
        .log()
        .resumeAt(trainer.step(), !trainer.measurementPending(), resumed.attached())
        .ifPresent(notes::add);
    return notes;
  }

  /// What is run.
  public RunConfig config() {
    return config;
  }

  /// Where.
  public Path folder() {
    return directory.folder();
  }

  /// What there is to say about how it was taken up.
  public List<String> notes() {
    return notes;
  }

  /// Steps taken.
  public long step() {
    return trainer.step();
  }

  /// Whether there is nothing left to do.
  public boolean complete() {
    return trainer.finished()
        && Files.exists(folder().resolve(RunDirectory.POLICY))
        && Checksums.exist(folder());
  }

  /// How many parameters are learned, of all learners together.
  public long parameters() {
    Spec spec = Tasks.spec(config.environment(), config.classpath());
    return (long) config.training().algorithm().learners()
        * config.training().network().build(spec.observation(), spec.actions()).parameterCount();
  }

  /// How many frames of its game a step takes, which published results count; 1 where a step is a frame.
  public int framesPerStep() {
    return framesPerStep;
  }

  /// What its memory is used for, one line each.
  public List<String> memoryReport() {
    return trainer.memoryReport();
  }

  /// What the evaluations on disk found, one of each by step: those before the run was taken up, too.
  public List<Evaluated> evaluations() throws IOException {
    return evaluations(folder());
  }

  /// What the evaluations of the run in a folder found; the run is only read.
  ///
  /// @throws IOException if the rows cannot be read, or a finished run says that they are damaged
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

  /// An evaluation in the rows of a run. What was not measured is NaN.
  ///
  /// @param step when
  /// @param meanReturn mean undiscounted return
  /// @param standardDeviation its standard deviation over the episodes
  /// @param meanLength mean length of the episodes
  /// @param value mean value of the states visited
  /// @param obtained mean discounted return from the same states
  /// @param heldOutValue mean value of the states set aside when learning began
  /// @param trainingReturn mean return of the training episodes since the row before
  /// @param meanReturnWithin by steps, mean return of the episodes that ended within them
  /// @param freshOnlineValue mean value under the online network of states drawn again
  /// @param heldOutTargetValue mean value under the newest snapshot of the states behind those set aside
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

  /// What drives it: to stop it and to wait for it.
  public RunDriver driver() {
    return driver;
  }

  /// Lets go of the folder, whatever happens. An environment that cannot be closed is told as a warning, since all files
  /// are written by then; after a failure it is thrown, for that failure's list of suppressed ones.
  @Override
  public void close() throws IOException {
    try (directory;
        log) {
      trainer.close();
    } catch (IllegalStateException e) {
      if (failed) {
        throw e;
      }
      log.observer().warning(e.getMessage() + "; all files of the run were written before that");
    }
  }
}
