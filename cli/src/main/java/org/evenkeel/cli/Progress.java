package org.evenkeel.cli;

import java.io.Console;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.evenkeel.core.train.RunEvent;
import org.evenkeel.lab.run.RunObserver;
import org.jspecify.annotations.Nullable;

/// How far one or several runs are: a bar on a terminal, else a line every few seconds.
///
/// The bar is drawn here and not by a library: those that we tried look at the terminal through JLine, which
/// takes Ctrl-C away from the JVM, and a run would end without its checkpoint.
final class Progress implements AutoCloseable {
  static final double LINE_SECONDS = 5;
  static final double BAR_SECONDS = 0.25;
  private static final int BAR_WIDTH = 24;
  static final String ERASE = "\r\u001b[K";

  private final PrintWriter err;
  private final long total;
  private final boolean terminal;
  private final List<Observer> observers = new ArrayList<>();
  private final long startNanos = System.nanoTime();
  private long startSteps;
  private long drawnNanos = startNanos;
  private int framesPerStep = 1;
  private boolean drawn;
  private boolean closed;

  private Progress(PrintWriter err, long total, int runs, boolean terminal) {
    this.err = err;
    this.total = total;
    this.terminal = terminal;
    for (int i = 0; i < runs; i++) {
      observers.add(new Observer());
    }
  }

  /// For that many runs with that many steps in all.
  static Progress on(PrintWriter err, long total, int runs) {
    return new Progress(err, total, runs, isTerminal());
  }

  @SuppressWarnings("SystemConsoleNull") // it is with -Djdk.console=java.base and no terminal
  static boolean isTerminal() {
    Console console = System.console();
    return console != null && console.isTerminal() && !"dumb".equals(System.getenv("TERM"));
  }

  /// Steps are so many frames of a game long.
  synchronized void count(int frames) {
    framesPerStep = frames;
  }

  Observer observer(int run) {
    return observers.get(run);
  }

  /// What one run tells.
  final class Observer implements RunObserver {
    private volatile long step;
    private boolean started;
    private volatile double meanReturn = Double.NaN;
    private volatile double evaluating = Double.NaN;
    private volatile RunEvent.@Nullable Measured lastEvaluated;

    private Observer() {}

    @Override
    public void measured(RunEvent.Measured measured) {
      evaluating = Double.NaN;
      if (measured.evaluation() != null) {
        lastEvaluated = measured;
      }
      if (!Double.isNaN(measured.metrics().meanReturn())) {
        meanReturn = measured.metrics().meanReturn();
      }
    }

    @Override
    public void evaluating(double share) {
      evaluating = share;
    }

    @Override
    public void progress(long now) {
      synchronized (Progress.this) {
        if (!started) {
          started = true;
          startSteps += now; // a run that was taken up: these took no time
        }
        step = now;
        update();
      }
    }

    @Override
    public void warning(String sentence) {
      synchronized (Progress.this) {
        erase();
        err.println("warning: " + sentence);
        err.flush();
      }
    }

    /// The last word of a single run is not drawn over.
    void end() {
      if (observers.size() == 1) {
        finish();
      } else {
        erase();
      }
    }

    long step() {
      return step;
    }

    RunEvent.@Nullable Measured lastEvaluated() {
      return lastEvaluated;
    }
  }

  private void update() {
    long now = System.nanoTime();
    double since = (now - drawnNanos) / 1e9;
    if (closed || since < (terminal ? BAR_SECONDS : LINE_SECONDS)) {
      return;
    }
    drawnNanos = now;
    long done = observers.stream().mapToLong(o -> o.step).sum();
    double rate = (done - startSteps) / ((now - startNanos) / 1e9);
    double mean =
        observers.stream()
            .mapToDouble(o -> o.meanReturn)
            .filter(Double::isFinite)
            .average()
            .orElse(Double.NaN);
    String latest =
        (Double.isNaN(mean) ? "" : String.format(Locale.ROOT, ", return %.2f", mean))
            + evaluating(observers.stream().mapToDouble(o -> o.evaluating).toArray());
    if (terminal) {
      err.print(ERASE + bar(done, total) + " " + brief(done, total, rate) + latest);
      drawn = true;
    } else {
      err.println(line(done, total, rate, framesPerStep) + latest);
    }
    err.flush();
  }

  /// `, evaluating 34 %`, of several runs `, 2 of 5 evaluating`, or nothing.
  ///
  /// @param shares what is done of the evaluation of each run, NaN for those that are in none
  static String evaluating(double[] shares) {
    double[] known = Arrays.stream(shares).filter(share -> !Double.isNaN(share)).toArray();
    if (known.length == 0) {
      return "";
    }
    return shares.length == 1
        ? String.format(Locale.ROOT, ", evaluating %.0f %%", 100 * known[0])
        : ", " + known.length + " of " + shares.length + " evaluating";
  }

  /// `[######..................]`.
  static String bar(long done, long total) {
    int full = (int) (BAR_WIDTH * Math.min(done, total) / total);
    return "[" + "#".repeat(full) + ".".repeat(BAR_WIDTH - full) + "]";
  }

  /// `12 %, 8,000 steps/s, 11 s left`.
  private static String brief(long done, long total, double rate) {
    return String.format(
        Locale.ROOT,
        "%.0f %%, %,.0f steps/s%s",
        100.0 * done / total,
        rate,
        left(done, total, rate));
  }

  /// `step 12,000 of 100,000 (12 %), 8,000 steps/s, 11 s left`; where steps are several frames long,
  /// `step 12,000 of 100,000 (12 %, 48,000 frames), ...`.
  static String line(long done, long total, double rate, int framesPerStep) {
    return String.format(
        Locale.ROOT,
        "step %,d of %,d (%.0f %%%s), %,.0f steps/s%s",
        done,
        total,
        100.0 * done / total,
        framesPerStep == 1 ? "" : String.format(Locale.ROOT, ", %,d frames", done * framesPerStep),
        rate,
        left(done, total, rate));
  }

  private static String left(long done, long total, double rate) {
    return rate > 0 ? ", " + time((total - done) / rate) + " left" : "";
  }

  static String time(double seconds) {
    Duration d = Duration.ofSeconds((long) Math.ceil(seconds));
    if (d.toHours() > 0) {
      return d.toHours() + " h " + d.toMinutesPart() + " min";
    }
    return d.toMinutes() > 0
        ? d.toMinutes() + " min " + d.toSecondsPart() + " s"
        : d.toSeconds() + " s";
  }

  /// Makes room for a line of text.
  synchronized void erase() {
    if (drawn) {
      err.print(ERASE);
      err.flush();
      drawn = false;
    }
  }

  /// Nothing more is drawn.
  synchronized void finish() {
    erase();
    closed = true;
  }

  @Override
  public void close() {
    finish();
  }
}
