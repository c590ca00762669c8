package org.evenkeel.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.evenkeel.lab.study.StudyObserver;
import org.evenkeel.lab.study.TrialResult;

/// Shows the progress of a study: a bar on a terminal, otherwise a line every few seconds.
final class StudyProgress implements StudyObserver {
  /// The number of parts of the bar. Work is measured in units of the study, but a bar needs whole numbers.
  private static final long PARTS = 1_000;

  /// The share of the work below which the remaining time would be a guess.
  private static final double KNOWN = 0.02;

  private final PrintWriter err;
  private final boolean terminal = Terminal.err();
  private final long bornNanos = System.nanoTime();
  private long startNanos = bornNanos;
  private long drawnNanos = bornNanos;
  private boolean drawn;
  private int trials;
  private int missing;
  private int ended;
  private int computed;
  private int failures;
  private String at = "";
  private double work;
  private double done;

  StudyProgress(PrintWriter err) {
    this.err = err;
  }

  @Override
  public synchronized void starts(int all, int failed, int toCompute, double allWork) {
    trials = all;
    missing = toCompute;
    work = allWork;
    done = 0;
    ended = 0;
    startNanos = System.nanoTime();
    if (toCompute < all) {
      err.printf(Locale.ROOT, "%,d of %,d trials already done", all - toCompute, all);
      if (failed > 0) {
        err.printf(Locale.ROOT, ", %,d of them failed (--retry-failed repeats those)", failed);
      }
      err.println();
      err.flush();
    }
  }

  @Override
  public synchronized void working(int running, List<String> hosts) {
    String where = hosts.size() == 1 ? hosts.getFirst() : hosts.size() + " hosts";
    at =
        hosts.isEmpty()
            ? ", waiting for a worker"
            : String.format(Locale.ROOT, ", %,d running on %s", running, where);
    worked(0); // shows that it is waiting for workers
  }

  @Override
  public synchronized void worked(double units) {
    done += units;
    long now = System.nanoTime();
    double since = (now - drawnNanos) / 1e9;
    if (since < (terminal ? Progress.BAR_SECONDS : Progress.LINE_SECONDS)) {
      return;
    }
    drawnNanos = now;
    double share = Math.min(1, done / work);
    double seconds = (now - startNanos) / 1e9;
    String line =
        String.format(
            Locale.ROOT,
            "%.0f %%, %,d of %,d trials%s%s, %s %% a minute%s",
            100 * share,
            trials - missing + ended,
            trials,
            at,
            failures == 0 ? "" : String.format(Locale.ROOT, ", %,d failed", failures),
            rate(100 * share / seconds * 60),
            share < KNOWN ? "" : ", " + Progress.time(seconds * (1 - share) / share) + " left");
    if (terminal) {
      String bar = Progress.bar((long) (PARTS * share), PARTS) + " ";
      err.print(Terminal.line((Terminal.isNarrow() ? "" : bar) + line));
      drawn = true;
    } else {
      err.println(line);
    }
    err.flush();
  }

  /// Returns a rate as a whole number, or with one significant digit below 1, since some studies take days.
  private static String rate(double percent) {
    return String.format(Locale.ROOT, percent < 1 ? "%.1g" : "%.0f", percent);
  }

  @Override
  public synchronized void finished(String name) {
    ended++;
    computed++;
  }

  @Override
  public synchronized void failed(String name, TrialResult.Failed how) {
    ended++;
    computed++;
    failures++;
    note(
        "failed: "
            + name
            + " "
            + how.sentence()
            + "; recorded as failed, and the other trials continue");
  }

  @Override
  public synchronized void warning(String sentence) {
    note("warning: " + sentence);
  }

  /// Prints a note on its own line.
  synchronized void note(String sentence) {
    erase();
    err.println(sentence);
    err.flush();
  }

  /// Erases the bar before a line of text is printed.
  synchronized void erase() {
    if (drawn) {
      err.print(Terminal.ERASE);
      err.flush();
      drawn = false;
    }
  }

  /// Returns the number of trials computed since the start.
  synchronized int computed() {
    return computed;
  }

  synchronized double seconds() {
    return (System.nanoTime() - bornNanos) / 1e9;
  }
}
