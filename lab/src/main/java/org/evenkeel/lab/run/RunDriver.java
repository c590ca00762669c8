package org.evenkeel.lab.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongSupplier;
import org.evenkeel.core.train.DivergedException;
import org.evenkeel.core.train.PartFailedException;
import org.evenkeel.lab.config.Reason;
import org.jspecify.annotations.Nullable;

/// Drives a run to its end or until somebody stops it, and keeps it safe on the way: checkpoints by the clock,
/// no checkpoint that is ahead of the rows on disk, and no failure of a disk that ends hours of work.
public final class RunDriver {
  /// How it ended.
  public enum Outcome {
    /// The last step was taken.
    FINISHED,
    /// [#stop] was called.
    STOPPED
  }

  /// A slice of work between two looks at the clock.
  private static final double SLICE_SECONDS = 0.05;

  /// The first checkpoint comes after this time, or sooner if all are to; then as much time passes as has
  /// passed, up to what was asked for: a short run that is killed half-way does not start again.
  private static final double FIRST_CHECKPOINT_SECONDS = 2;

  private static final int RESERVE_BYTES = 2_000_000;

  private static final long NONE = -1;

  private final Work work;
  private final RunLog log;
  private final double checkpointSeconds;
  private final LongSupplier nanoTime;

  /// Given back when memory runs out: a full heap has none left for the sentence that says so.
  private final List<byte[]> reserve = new ArrayList<>(List.of(new byte[RESERVE_BYTES]));

  private final CountDownLatch done = new CountDownLatch(1);
  private long until = Long.MAX_VALUE;
  private volatile boolean stopped;
  private volatile long lastGood = NONE;

  /// A driver.
  ///
  /// @param work what to drive; if it is not at its start, it comes from a checkpoint
  /// @param log where its rows go
  /// @param checkpointSeconds time between checkpoints
  /// @param nanoTime a clock, as [System#nanoTime]
  RunDriver(Work work, RunLog log, double checkpointSeconds, LongSupplier nanoTime) {
    if (!(checkpointSeconds > 0)) {
      throw new IllegalArgumentException(
          "checkpoint seconds must be > 0, was " + checkpointSeconds);
    }
    this.work = work;
    this.log = log;
    this.checkpointSeconds = checkpointSeconds;
    this.nanoTime = nanoTime;
    if (work.step() > 0) {
      lastGood = work.step();
    }
  }

  /// Works until the end or [#stop], then writes what is to be kept.
  ///
  /// @throws RunFailure if the work failed, or something could not be written to the last
  public Outcome drive() throws RunFailure {
    try {
      workOn();
      List<String> missing = new ArrayList<>();
      keep(missing);
      if (!missing.isEmpty()) {
        throw new RunFailure(
            "the run in '%s' is at step %d, but %s; %s"
                .formatted(log.folder(), work.step(), String.join(" and ", missing), lastGood()));
      }
      return work.finished() ? Outcome.FINISHED : Outcome.STOPPED;
    } catch (DivergedException e) {
      throw new RunFailure(e.getMessage() + "; " + lastGood(), e);
    } catch (OutOfMemoryError e) {
      reserve.clear();
      throw new RunFailure(
          "out of memory at step %d (%s); %s".formatted(work.step(), e.getMessage(), lastGood()),
          e);
    } finally {
      done.countDown();
    }
  }

  /// Makes [#drive] stop at this step, as if [#stop] were called there; by the thread that drives, before it does.
  public void until(long step) {
    until = step;
  }

  /// Asks it to stop soon; from any thread.
  public void stop() {
    stopped = true;
    work.stop();
  }

  /// Waits until everything is written that will be.
  public void awaitEnd() throws InterruptedException {
    done.await();
  }

  private void workOn() throws RunFailure {
    long slice = 16;
    long begin = nanoTime.getAsLong();
    long lastCheckpoint = begin;
    // At least once: a run that was stopped in the middle of an evaluation has that to do.
    boolean first = true;
    while (!work.finished() && !stopped && (first || work.step() < until)) {
      first = false;
      long start = nanoTime.getAsLong();
      try {
        work.run(Math.min(work.step() + slice, until));
      } catch (DivergedException | OutOfMemoryError e) {
        throw e; // a trace says nothing of them
      } catch (RuntimeException | Error e) {
        String trace = log.keepTrace(e);
        throw new RunFailure(sentence(e) + "; " + lastGood() + trace, e);
      }
      long now = nanoTime.getAsLong();
      double seconds = (now - start) / 1e9;
      if (seconds < SLICE_SECONDS / 2) {
        slice = Math.min(slice * 2, 1L << 30);
      } else if (seconds > SLICE_SECONDS * 2) {
        slice = Math.max(slice / 2, 1);
      }
      log.observer().progress(work.step());
      double passed = Math.max(FIRST_CHECKPOINT_SECONDS, (lastCheckpoint - begin) / 1e9);
      boolean due = (now - lastCheckpoint) / 1e9 >= Math.min(checkpointSeconds, passed);
      if (due && !work.finished() && !stopped && work.step() < until) {
        checkpoint();
        lastCheckpoint = nanoTime.getAsLong();
      }
    }
  }

  /// What failed, with the name of the class that did where the library knows it.
  private String sentence(Throwable e) {
    return switch (e) {
      case PartFailedException part -> String.valueOf(part.getMessage());
      case IllegalStateException told when told.getCause() != null && told.getMessage() != null ->
          "failed at step " + work.step() + ": " + told.getMessage();
      default -> "failed at step " + work.step() + ": " + e + Reason.place(e);
    };
  }

  /// In the middle of a run: what cannot be written is told, and tried again next time.
  private void checkpoint() throws RunFailure {
    String rows;
    try {
      work.requireHeld();
      rows = log.sync();
    } catch (FolderChangedException e) {
      throw changed(e);
    } catch (IOException e) {
      log.warnOnce(
          "no checkpoint while rows of " + MetricsFile.NAME + " cannot be written: " + Reason.of(e),
          "; the run continues, " + lastGood());
      return;
    }
    try {
      work.checkpoint(rows);
      lastGood = work.step();
      log.recovered("checkpoints are written again, the last at step " + lastGood);
    } catch (IOException e) {
      log.warnOnce(
          "cannot write checkpoint: " + Reason.of(e), "; the run continues, " + lastGood());
    }
  }

  /// At the end: what cannot be written is missing.
  private void keep(List<String> missing) throws RunFailure {
    @Nullable String rows = null;
    try {
      work.requireHeld();
      rows = log.sync();
    } catch (FolderChangedException e) {
      throw changed(e);
    } catch (IOException e) {
      missing.add(
          "the last %d rows of %s cannot be written: %s"
              .formatted(log.unsaved(), MetricsFile.NAME, Reason.of(e)));
    }
    if (rows != null) {
      try {
        work.checkpoint(rows);
        lastGood = work.step();
      } catch (IOException e) {
        missing.add("the checkpoint cannot be written: " + Reason.of(e));
      }
    }
    if (work.finished()) {
      try {
        work.savePolicy();
        if (rows != null && missing.isEmpty()) {
          work.seal(rows);
        }
      } catch (IOException e) {
        missing.add(RunDirectory.POLICY + " cannot be written: " + Reason.of(e));
      }
    }
  }

  /// The folder is not this run's any more: the run ends, and nothing more is written.
  private RunFailure changed(FolderChangedException e) {
    String last =
        lastGood == NONE
            ? "no checkpoint had been written"
            : "the last checkpoint was written at step " + lastGood;
    return new RunFailure(
        "the run ended at step " + work.step() + ": " + e.getMessage() + " (" + last + ")", e);
  }

  /// What is kept, for a sentence; may be called from any thread.
  public String lastGood() {
    return lastGood == NONE
        ? "there is no checkpoint yet"
        : "the last good checkpoint is at step " + lastGood;
  }
}
