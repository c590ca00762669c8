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

/// Drives a run until it ends or is stopped, and saves its progress. It writes checkpoints at intervals of time, never
/// one that is ahead of the rows on disk. It survives disk failures, so that none of them ends hours of work.
public final class RunDriver {
  /// The way in which a run ended.
  public enum Outcome {
    /// The last step was taken.
    FINISHED,
    /// [#stop] was called.
    STOPPED
  }

  /// The time of work between two checks of the clock, in seconds.
  private static final double SLICE_SECONDS = 0.05;

  /// The time until the first checkpoint in seconds, unless the requested interval is shorter. Each further interval is
  /// as long as the time elapsed so far, up to the requested one. Thus a short run that is killed half-way need not
  /// start again.
  private static final double FIRST_CHECKPOINT_SECONDS = 2;

  private static final int RESERVE_BYTES = 2_000_000;

  private static final long NONE = -1;

  private final Work work;
  private final RunLog log;
  private final double checkpointSeconds;
  private final LongSupplier nanoTime;

  /// Memory that is freed when the heap is full, since the error message needs some.
  private final List<byte[]> reserve = new ArrayList<>(List.of(new byte[RESERVE_BYTES]));

  private final CountDownLatch done = new CountDownLatch(1);
  private long until = Long.MAX_VALUE;
  private volatile boolean stopped;
  private volatile long lastGood = NONE;

  /// Creates a driver.
  ///
  /// @param work the work to drive; if it is not at its start, it comes from a checkpoint
  /// @param log the log that writes its rows
  /// @param checkpointSeconds time between checkpoints
  /// @param nanoTime a clock like [System#nanoTime]
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

  /// Works until the end or [#stop], then writes all files.
  ///
  /// @throws RunFailure if the work failed, or some file could not be written even at the end
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
    } catch (IllegalStateException e) {
      if (e.getCause() == null) {
        throw e;
      }
      // An accelerator failed when a checkpoint needed its state.
      throw new RunFailure(sentence(e) + "; " + lastGood(), e);
    } catch (OutOfMemoryError e) {
      reserve.clear();
      throw new RunFailure(
          "out of memory at step %d (%s); %s".formatted(work.step(), e.getMessage(), lastGood()),
          e);
    } finally {
      done.countDown();
    }
  }

  /// Makes [#drive] stop at this step, as if [#stop] were called there. Must be called by the thread that calls
  /// [#drive], before that call.
  public void until(long step) {
    until = step;
  }

  /// Makes [#drive] stop soon. May be called from any thread.
  public void stop() {
    stopped = true;
    work.stop();
  }

  /// Waits until all files are written.
  public void awaitEnd() throws InterruptedException {
    done.await();
  }

  private void workOn() throws RunFailure {
    long slice = 16;
    long begin = nanoTime.getAsLong();
    long lastCheckpoint = begin;
    // At least once: a run that was stopped during an evaluation has to finish it.
    boolean first = true;
    while (!work.finished() && !stopped && (first || work.step() < until)) {
      first = false;
      long start = nanoTime.getAsLong();
      try {
        work.run(Math.min(work.step() + slice, until));
      } catch (DivergedException | OutOfMemoryError e) {
        throw e; // a stack trace adds nothing
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

  /// Describes a failure, with the name of the failing class if the library knows it.
  private String sentence(Throwable e) {
    return switch (e) {
      case PartFailedException part -> String.valueOf(part.getMessage());
      case IllegalStateException told when told.getCause() != null && told.getMessage() != null ->
          "failed at step " + work.step() + ": " + told.getMessage();
      default -> "failed at step " + work.step() + ": " + e + Reason.place(e);
    };
  }

  /// Writes a checkpoint during a run. Failures are reported, and it is tried again next time.
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

  /// Writes the files at the end. Those that cannot be written are added to `missing`.
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

  /// Returns the failure of a run whose folder is no longer its own: the run ends, and nothing more is written.
  private RunFailure changed(FolderChangedException e) {
    String last =
        lastGood == NONE
            ? "no checkpoint had been written"
            : "the last checkpoint was written at step " + lastGood;
    return new RunFailure(
        "the run ended at step " + work.step() + ": " + e.getMessage() + " (" + last + ")", e);
  }

  /// Describes the last checkpoint, for a message. May be called from any thread.
  public String lastGood() {
    return lastGood == NONE
        ? "there is no checkpoint yet"
        : "the last good checkpoint is at step " + lastGood;
  }
}
