package org.evenkeel.cli;

import java.io.Console;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.evenkeel.core.train.RunEvent;
import org.evenkeel.lab.run.RunObserver;
import org.jspecify.annotations.Nullable;

/// How far one or several runs are: a bar on a terminal, else a line every few seconds.
final class Progress implements AutoCloseable {
  private static final double LINE_SECONDS = 5;

  private final PrintWriter err;
  private final long total;
  private final List<Observer> observers = new ArrayList<>();
  private final @Nullable ProgressBar bar;
  private final long startNanos = System.nanoTime();
  private long startSteps;
  private long lineNanos = startNanos;
  private boolean closed;

  private Progress(PrintWriter err, long total, int runs, @Nullable ProgressBar bar) {
    this.err = err;
    this.total = total;
    this.bar = bar;
    for (int i = 0; i < runs; i++) {
      observers.add(new Observer());
    }
  }

  /// For that many runs with that many steps in all.
  static Progress on(PrintWriter err, long total, int runs) {
    return new Progress(err, total, runs, isTerminal() ? bar(total) : null);
  }

  @SuppressWarnings("SystemConsoleNull") // it is with -Djdk.console=java.base and no terminal
  private static boolean isTerminal() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  private static ProgressBar bar(long total) {
    return new ProgressBarBuilder()
        .setTaskName("steps")
        .setInitialMax(total)
        .setStyle(ProgressBarStyle.UNICODE_BLOCK)
        .showSpeed()
        .setUpdateIntervalMillis(250)
        .setConsumer(new ConsoleProgressBarConsumer(System.err))
        .build();
  }

  Observer observer(int run) {
    return observers.get(run);
  }

  /// What one run tells.
  final class Observer implements RunObserver {
    private volatile long step;
    private boolean started;
    private volatile double meanReturn = Double.NaN;
    private volatile RunEvent.@Nullable Measured lastEvaluated;

    private Observer() {}

    @Override
    public void measured(RunEvent.Measured measured) {
      if (measured.evaluation() != null) {
        lastEvaluated = measured;
      }
      if (!Double.isNaN(measured.metrics().meanReturn())) {
        meanReturn = measured.metrics().meanReturn();
      }
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
        err.println((bar == null ? "" : System.lineSeparator()) + "warning: " + sentence);
        err.flush();
      }
    }

    /// The last word of a single run is not drawn over.
    void end() {
      if (observers.size() == 1) {
        finish();
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
    if (closed) {
      return;
    }
    long now = System.nanoTime();
    long done = observers.stream().mapToLong(o -> o.step).sum();
    double mean =
        observers.stream()
            .mapToDouble(o -> o.meanReturn)
            .filter(Double::isFinite)
            .average()
            .orElse(Double.NaN);
    String latest =
        Double.isNaN(mean) ? "" : String.format(Locale.ROOT, ", mean return %.2f", mean);
    if (bar != null) {
      bar.stepTo(done);
      bar.setExtraMessage(latest.replace(", mean", ""));
    } else if ((now - lineNanos) / 1e9 >= LINE_SECONDS) {
      lineNanos = now;
      err.println(line(done, total, (done - startSteps) / ((now - startNanos) / 1e9)) + latest);
      err.flush();
    }
  }

  /// `step 12,000 of 100,000 (12 %), 8,000 steps/s, 11 s left`.
  static String line(long done, long total, double rate) {
    String left = rate > 0 ? ", " + time((total - done) / rate) + " left" : "";
    return String.format(
        Locale.ROOT,
        "step %,d of %,d (%.0f %%), %,.0f steps/s%s",
        done,
        total,
        100.0 * done / total,
        rate,
        left);
  }

  private static String time(double seconds) {
    Duration d = Duration.ofSeconds((long) Math.ceil(seconds));
    if (d.toHours() > 0) {
      return d.toHours() + " h " + d.toMinutesPart() + " min";
    }
    return d.toMinutes() > 0
        ? d.toMinutes() + " min " + d.toSecondsPart() + " s"
        : d.toSeconds() + " s";
  }

  /// Nothing more is drawn.
  synchronized void finish() {
    if (!closed && bar != null) {
      bar.close();
    }
    closed = true;
  }

  @Override
  public void close() {
    finish();
  }
}
