package org.evenkeel.lab.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.evenkeel.core.internal.Outside;
import org.evenkeel.core.train.RunEvent;
import org.evenkeel.core.train.Trainer;
import org.evenkeel.lab.config.Reason;

/// Writes the events of a run to its directory, and survives disk failures.
public final class RunLog implements AutoCloseable {
  private final Path folder;
  private final MetricsFile metrics;
  private final TimingFile timing;
  private final RunObserver observer;
  private final Set<String> told = new HashSet<>();
  private final Set<String> toldOfTiming = new HashSet<>();

  /// Creates a log for a run directory, which need not exist before [#start] or [#resumeAt].
  public RunLog(Path folder, RunObserver observer) {
    this.folder = folder;
    metrics = new MetricsFile(folder);
    timing = new TimingFile(folder);
    this.observer = observer;
  }

  /// Starts the files of a new run.
  public void start() throws IOException {
    metrics.start();
  }

  /// Restarts the files of a run that has no checkpoint.
  ///
  /// @return a sentence about existing rows, if there were any
  Optional<String> startAgain() throws IOException {
    return metrics.startAgain();
  }

  /// Continues the files of a run that was at step `step`.
  ///
  /// @param measured whether that step was measured; if not, a row for it is discarded, since the run repeats the step
  /// @param rows the rows of `metrics.csv` in the checkpoint; empty if an older version wrote it
  /// @return a sentence about the damage that has been repaired
  Optional<String> resumeAt(long step, boolean measured, String rows) throws IOException {
    timing.startAt(step);
    if (!rows.isEmpty()) {
      return metrics.restore(rows);
    }
    metrics.cut(measured ? step : step - 1);
    return Optional.of(
        "the checkpoint has no copy of " + MetricsFile.NAME + ": its rows are used as they are");
  }

  /// Writes all further measurements of a trainer.
  public void follow(Trainer trainer) {
    trainer.on(
        RunEvent.Measured.class,
        measured -> measured(measured, trainer.targetPasses(), trainer.targetPassesSaved()));
    trainer.on(
        RunEvent.Evaluating.class,
        evaluating -> {
          observer.evaluating(evaluating.share());
          observer.progress(evaluating.step());
        });
  }

  /// Writes a row of measurements.
  ///
  /// @param passes target-network passes that this process has made so far
  /// @param saved target-network passes that it did not need
  void measured(RunEvent.Measured measured, long passes, long saved) {
    try {
      metrics.add(measured);
    } catch (IOException e) {
      warnOnce(
          "cannot write " + MetricsFile.NAME + ": " + Reason.of(e),
          "; the run continues and keeps its rows in memory");
    }
    try {
      timing.add(measured.step(), passes, saved);
    } catch (IOException e) {
      String what = "cannot write " + TimingFile.NAME + ": " + Reason.of(e);
      if (toldOfTiming.add(what)) { // no checkpoint depends on it, so none reports its recovery
        observer.warning(Outside.sentence(what + "; the run continues"));
      }
    }
    observer.measured(measured);
  }

  /// Makes all rows durable on disk.
  ///
  /// @return all rows, for a checkpoint
  /// @throws FolderChangedException if someone else changed the file
  /// @throws IOException if some are still only in memory
  String sync() throws IOException {
    return metrics.sync();
  }

  /// Returns the number of rows that are only in memory.
  int unsaved() {
    return metrics.unsaved();
  }

  /// Warns about a problem once, however often it occurs.
  void warnOnce(String what, String consequence) {
    if (told.add(what)) {
      observer.warning(Outside.sentence(what + consequence));
    }
  }

  /// Reports that something works again, if its failure was reported.
  void recovered(String sentence) {
    if (!told.isEmpty()) {
      told.clear();
      observer.warning(Outside.sentence(sentence));
    }
  }

  /// Saves the full stack trace of a failure in the folder of the run, and returns a sentence that names the file.
  String keepTrace(Throwable failure) {
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace));
    Path file = folder.resolve("failure.txt");
    try {
      Files.writeString(file, trace.toString());
      return "; the full stack trace is in '" + file + "'";
    } catch (IOException e) {
      return "";
    }
  }

  Path folder() {
    return folder;
  }

  RunObserver observer() {
    return observer;
  }

  @Override
  public void close() throws IOException {
    metrics.close();
  }
}
