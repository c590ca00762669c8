package org.evenkeel.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import org.evenkeel.core.train.RunEvent;
import org.evenkeel.core.train.Training;
import org.evenkeel.lab.run.RunObserver;
import org.jspecify.annotations.Nullable;

/// Shows the progress of one or several runs: a bar on a terminal, otherwise a line every few seconds.
///
/// The bar is drawn here and not by a library: the libraries we tried access the terminal through JLine, which replaces
/// the JVM's handling of Ctrl-C, so that a run would end without its checkpoint.
final class Progress implements AutoCloseable {
  static final double LINE_SECONDS = 5;
  static final double BAR_SECONDS = 0.25;
  private static final int BAR_WIDTH = 24;

  private final PrintWriter err;
  private final long total;
  private final int atOnce;
  private final boolean terminal;
  private final List<Observer> observers = new ArrayList<>();
  private long drawnNanos = System.nanoTime();
  private int framesPerStep = 1;
  private boolean drawn;
  private boolean closed;

  private Progress(PrintWriter err, List<Training> runs, int atOnce, boolean terminal) {
    this.err = err;
    this.atOnce = Math.min(atOnce, runs.size());
    this.terminal = terminal;
    total = runs.stream().mapToLong(run -> run.schedule().steps()).sum();
    runs.forEach(run -> observers.add(new Observer(new Pace(run.schedule(), run.evaluation()))));
  }

  /// Returns a display for the progress of these runs.
  ///
  /// @param atOnce the number of runs in parallel
  static Progress on(PrintWriter err, List<Training> runs, int atOnce) {
    return new Progress(err, runs, atOnce, Terminal.err());
  }

  /// Sets the number of game frames per step.
  synchronized void count(int frames) {
    framesPerStep = frames;
  }

  Observer observer(int run) {
    return observers.get(run);
  }

  /// Receives the events of one run.
  final class Observer implements RunObserver {
    private final Pace pace;
    private volatile double meanReturn = Double.NaN;
    private volatile double evaluating = Double.NaN;
    private volatile RunEvent.@Nullable Measured lastEvaluated;

    private Observer(Pace pace) {
      this.pace = pace;
    }

    @Override
    public void measured(RunEvent.Measured measured) {
      evaluating = Double.NaN;
      if (measured.evaluation() != null) {
        lastEvaluated = measured;
        synchronized (Progress.this) {
          pace.evaluated();
        }
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
        pace.at(now, evaluating, System.nanoTime() / 1e9);
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

    /// Ends the display for this run; a single run's last output is not drawn over.
    void end() {
      if (observers.size() == 1) {
        finish();
      } else {
        erase();
      }
    }

    long step() {
      synchronized (Progress.this) {
        return pace.step();
      }
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
    List<Pace> paces = observers.stream().map(o -> o.pace).toList();
    long done = paces.stream().mapToLong(Pace::step).sum();
    double mean =
        observers.stream()
            .mapToDouble(o -> o.meanReturn)
            .filter(Double::isFinite)
            .average()
            .orElse(Double.NaN);
    String latest =
        speed(paces, atOnce)
            + (Double.isNaN(mean) ? "" : String.format(Locale.ROOT, ", return %.2f", mean))
            + evaluating(observers.stream().mapToDouble(o -> o.evaluating).toArray());
    if (terminal) {
      String bar = Terminal.isNarrow() ? "" : bar(done, total) + " ";
      err.print(Terminal.line(bar + percent(done, total) + latest));
      drawn = true;
    } else {
      err.println(line(done, total, framesPerStep) + latest);
    }
    err.flush();
  }

  /// Returns `, evaluating 34 %`, for several runs `, 2 of 5 evaluating`, or an empty text.
  ///
  /// @param shares the share done of each run's evaluation, NaN for runs that are not evaluating
  static String evaluating(double[] shares) {
    double[] known = Arrays.stream(shares).filter(share -> !Double.isNaN(share)).toArray();
    if (known.length == 0) {
      return "";
    }
    return shares.length == 1
        ? String.format(Locale.ROOT, ", evaluating %.0f %%", 100 * known[0])
        : ", " + known.length + " of " + shares.length + " evaluating";
  }

  /// Returns a progress bar: `[######..................]`.
  static String bar(long done, long total) {
    int full = (int) (BAR_WIDTH * Math.min(done, total) / total);
    return "[" + "#".repeat(full) + ".".repeat(BAR_WIDTH - full) + "]";
  }

  /// Returns a percentage, rounded down: `12 %`.
  private static String percent(long done, long total) {
    return 100 * done / total + " %";
  }

  /// Returns `step 12,000 of 100,000 (12 %)`; if steps are several frames long, `step 12,000 of 100,000 (12 %, 48,000
  /// frames)`.
  static String line(long done, long total, int framesPerStep) {
    return String.format(
        Locale.ROOT,
        "step %,d of %,d (%s%s)",
        done,
        total,
        percent(done, total),
        framesPerStep == 1 ? "" : String.format(Locale.ROOT, ", %,d frames", done * framesPerStep));
  }

  /// Returns `, 11 s left, 8,000 steps/s`, or the part of it that is known.
  ///
  /// @param atOnce the number of runs in parallel
  static String speed(List<Pace> runs, int atOnce) {
    double rate =
        known(runs.stream().filter(Pace::running).mapToDouble(Pace::stepsPerSecond)).sum();
    return left(runs, atOnce)
        + (rate > 0 ? String.format(Locale.ROOT, ", %,.0f steps/s", rate) : "");
  }

  /// Returns the remaining time as text. Runs that have not started are expected to take as long as the others.
  private static String left(List<Pace> runs, int atOnce) {
    Pace.Rates others =
        runs.stream().map(Pace::rates).reduce(Pace.Rates.UNKNOWN, (known, next) -> next.or(known));
    double sum = 0;
    double longest = 0;
    boolean more = false;
    for (Pace run : runs) {
      Pace.Left left = run.left(run.rates().or(others));
      sum += left.seconds();
      longest = Math.max(longest, left.seconds());
      more |= left.more();
    }
    if (!Double.isNaN(sum)) {
      return (more ? ", at least " : ", ") + time(Math.max(longest, sum / atOnce)) + " left";
    }
    double start = known(runs.stream().mapToDouble(Pace::untilLearning)).max().orElse(Double.NaN);
    return Double.isNaN(start) ? "" : ", learning starts in " + time(start);
  }

  private static DoubleStream known(DoubleStream numbers) {
    return numbers.filter(Double::isFinite);
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

  /// Erases the bar before a line of text is printed.
  synchronized void erase() {
    if (drawn) {
      err.print(Terminal.ERASE);
      err.flush();
      drawn = false;
    }
  }

  /// Erases the bar and draws nothing more.
  synchronized void finish() {
    erase();
    closed = true;
  }

  @Override
  public void close() {
    finish();
  }
}
