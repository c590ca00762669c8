package org.evenkeel.cli;

import java.io.PrintWriter;
import java.util.Locale;

/// Shows the progress of an evaluation: one line that is redrawn on a terminal, otherwise a line every few seconds.
final class EvaluationProgress implements AutoCloseable {
  private final PrintWriter err;
  private final String what;
  private final boolean terminal;
  private final long startNanos = System.nanoTime();
  private long toldNanos = startNanos;
  private boolean drawn;

  private EvaluationProgress(PrintWriter err, String what, boolean terminal) {
    this.err = err;
    this.what = what;
    this.terminal = terminal;
  }

  /// @param what the run being evaluated
  static EvaluationProgress on(PrintWriter err, String what) {
    return new EvaluationProgress(err, what, Terminal.err());
  }

  /// Reports the share that is done.
  void share(double done) {
    long now = System.nanoTime();
    double period = terminal ? Progress.BAR_SECONDS : Progress.LINE_SECONDS;
    if ((now - toldNanos) / 1e9 < period) {
      return;
    }
    toldNanos = now;
    String line = line(what, done, (now - startNanos) / 1e9);
    if (terminal) {
      err.print(Terminal.line(line));
      drawn = true;
    } else {
      err.println(line);
    }
    err.flush();
  }

  /// Returns a line of progress: `evaluating runs/a, 34 %, 12 s left`.
  static String line(String what, double done, double seconds) {
    return String.format(Locale.ROOT, "evaluating %s, %.0f %%", what, 100 * done)
        + (done > 0 ? ", " + Progress.time(seconds * (1 - done) / done) + " left" : "");
  }

  @Override
  public void close() {
    if (drawn) {
      err.print(Terminal.ERASE);
      err.flush();
    }
  }
}
