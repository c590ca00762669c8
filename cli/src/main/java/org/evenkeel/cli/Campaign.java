package org.evenkeel.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.evenkeel.core.train.RunEvent;
import org.evenkeel.envs.Environments;
import org.evenkeel.lab.run.Algorithms;
import org.evenkeel.lab.run.Choices;
import org.evenkeel.lab.run.RunConfig;
import org.evenkeel.lab.run.RunDriver;
import org.evenkeel.lab.run.RunFailure;
import org.evenkeel.lab.run.RunObserver;
import org.evenkeel.lab.run.RunOnDisk;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ExitCode;

/// Drives one run or several at once on a terminal: progress, Ctrl-C, and what came out.
///
/// The runs know nothing of each other: each gives the same bytes alone, beside others, and after one that
/// failed.
final class Campaign {
  private static final String NOT_STARTED = "not started";

  private final PrintWriter out;
  private final PrintWriter err;
  private final Set<RunDriver> driving = ConcurrentHashMap.newKeySet();
  private @Nullable Progress shown;
  private volatile boolean interrupted;
  private boolean introduced;

  /// The same for all runs: they differ in their seeds.
  private int framesPerStep = 1;

  /// A run to be.
  record Job(RunConfig config, Path folder, Opening opening) {}

  /// Starts a run or takes it up.
  @FunctionalInterface
  interface Opening {
    RunOnDisk open(RunObserver observer) throws IOException;
  }

  /// How a run ended: its last evaluated return, NaN for none, and what was wrong, if anything.
  private record Ending(Job job, long step, double lastReturn, @Nullable String failure) {}

  Campaign(PrintWriter out, PrintWriter err) {
    this.out = out;
    this.err = err;
  }

  /// Drives the jobs and returns the exit code. What a single one throws, this throws.
  int run(List<Job> jobs, int threads) throws IOException, RunFailure, InterruptedException {
    long total = jobs.stream().mapToLong(j -> j.config().training().schedule().steps()).sum();
    try (CtrlC ctrlC = new CtrlC(this::interrupt)) {
      try (Progress progress = Progress.on(err, total, jobs.size())) {
        shown = progress;
        int code = drive(jobs, threads, progress);
        return ctrlC.pressed() ? CtrlC.EXIT : code;
      } finally {
        out.flush();
        err.flush();
      }
    }
  }

  private int drive(List<Job> jobs, int threads, Progress progress)
      throws IOException, RunFailure, InterruptedException {
    if (jobs.size() == 1) {
      drive(jobs.getFirst(), progress.observer(0));
      return ExitCode.OK;
    }
    List<Ending> endings = driveAll(jobs, threads, progress);
    progress.finish();
    summarize(endings);
    boolean failed = endings.stream().anyMatch(e -> e.failure() != null);
    return failed ? ExitCode.SOFTWARE : ExitCode.OK;
  }

  /// Ctrl-C: every run writes its checkpoint before the process ends.
  private void interrupt() {
    interrupted = true;
    driving.forEach(RunDriver::stop);
  }

  /// How many of the jobs run at the same time.
  static int atOnce(int jobs, int threads) {
    return Math.clamp(Runtime.getRuntime().availableProcessors() / threads, 1, jobs);
  }

  private List<Ending> driveAll(List<Job> jobs, int threads, Progress progress)
      throws InterruptedException {
    int atOnce = atOnce(jobs.size(), threads);
    List<Ending> endings = new ArrayList<>();
    try (ExecutorService runners = Executors.newFixedThreadPool(atOnce)) {
      List<Future<Ending>> futures = new ArrayList<>();
      for (int i = 0; i < jobs.size(); i++) {
        Job job = jobs.get(i);
        Progress.Observer observer = progress.observer(i);
        futures.add(runners.submit(() -> tryDriving(job, observer)));
      }
      for (Future<Ending> future : futures) {
        endings.add(future.get());
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
    return endings;
  }

  /// One of several: what goes wrong with it is told and does not stop the others.
  private Ending tryDriving(Job job, Progress.Observer observer) {
    try {
      return drive(job, observer);
    } catch (IOException | RunFailure | RuntimeException | OutOfMemoryError e) {
      String sentence = e.getMessage() == null ? e.toString() : e.getMessage();
      observer.warning("seed " + job.config().seed() + ": " + sentence);
      return new Ending(job, observer.step(), Double.NaN, sentence);
    }
  }

  private Ending drive(Job job, Progress.Observer observer) throws IOException, RunFailure {
    if (interrupted) {
      return new Ending(job, 0, Double.NaN, NOT_STARTED);
    }
    try (RunOnDisk run = job.opening().open(observer)) {
      introduce(run, job);
      observer.progress(run.step());
      if (run.complete()) {
        out.printf(
            Locale.ROOT, "the run is finished already, at step %,d: nothing to do%n", run.step());
        return new Ending(job, run.step(), Double.NaN, null);
      }
      driving.add(run.driver());
      if (interrupted) {
        run.driver().stop();
      }
      long start = System.nanoTime();
      long from = run.step();
      RunDriver.Outcome outcome = run.drive();
      observer.progress(run.step());
      observer.end();
      tell(outcome, run, (run.step() - from) / ((System.nanoTime() - start) / 1e9), observer);
      return new Ending(job, run.step(), lastReturn(observer), null);
    }
  }

  /// What is about to be done; of several runs, once.
  private synchronized void introduce(RunOnDisk run, Job job) {
    makeRoom();
    if (!introduced) {
      introduced = true;
      RunConfig config = run.config();
      String title = Environments.title(config.environment());
      out.printf(Locale.ROOT, "environment  %s%n", title);
      out.printf(
          Locale.ROOT, "algorithm    %s%n", Algorithms.describe(config.training().algorithm()));
      framesPerStep = run.framesPerStep();
      if (shown != null) {
        shown.count(framesPerStep);
      }
      out.printf("steps        %s%n", steps(config.training().schedule().steps(), framesPerStep));
      out.printf(Locale.ROOT, "parameters   %,d%n", run.parameters());
      run.memoryReport().forEach(line -> out.printf(Locale.ROOT, "memory       %s%n", line));
      if (title.length()
          < config.environment().length()) { // choices that publications make in silence
        Choices.of(config).forEach(line -> out.printf(Locale.ROOT, "choice       %s%n", line));
      }
    }
    out.printf(Locale.ROOT, "results in   %s%n", job.folder());
    run.notes().forEach(note -> out.println(note));
    out.flush();
  }

  private synchronized void tell(
      RunDriver.Outcome outcome, RunOnDisk run, double rate, Progress.Observer observer) {
    makeRoom();
    switch (outcome) {
      case STOPPED ->
          out.printf(
              Locale.ROOT,
              "stopped at step %d; go on with: evenkeel resume %s%n",
              run.step(),
              run.folder());
      case FINISHED -> {
        double last = lastReturn(observer);
        out.printf(
            Locale.ROOT,
            "finished %s at step %s, %,.0f steps/s%s%n",
            run.folder(),
            steps(run.step(), framesPerStep),
            rate,
            Double.isNaN(last) ? "" : String.format(Locale.ROOT, ", last return %.2f", last));
      }
    }
    out.flush();
  }

  /// `30,000,000 (120,000,000 frames)`; without the frames where they are the steps.
  static String steps(long steps, int framesPerStep) {
    return framesPerStep == 1
        ? String.format(Locale.ROOT, "%,d", steps)
        : String.format(Locale.ROOT, "%,d (%,d frames)", steps, steps * framesPerStep);
  }

  private void makeRoom() {
    if (shown != null) {
      shown.erase();
    }
  }

  private static double lastReturn(Progress.Observer observer) {
    RunEvent.Measured measured = observer.lastEvaluated();
    return measured == null || measured.evaluation() == null
        ? Double.NaN
        : measured.evaluation().meanReturn();
  }

  private void summarize(List<Ending> endings) {
    out.println();
    out.printf(Locale.ROOT, "%8s %12s %14s   %s%n", "seed", "steps", "final return", "results");
    for (Ending e : endings) {
      String failure = e.failure();
      out.printf(
          Locale.ROOT,
          "%8d %,12d %14s   %s%n",
          e.job().config().seed(),
          e.step(),
          Double.isNaN(e.lastReturn()) ? "-" : String.format(Locale.ROOT, "%.2f", e.lastReturn()),
          failure == null
              ? e.job().folder()
              : failure.equals(NOT_STARTED) ? NOT_STARTED : "failed: " + failure);
    }
    double[] returns =
        endings.stream().mapToDouble(Ending::lastReturn).filter(Double::isFinite).toArray();
    if (returns.length > 0 && !interrupted) {
      var statistics = Arrays.stream(returns).summaryStatistics();
      out.printf(
          Locale.ROOT,
          "final return over %d seeds: mean %.2f, min %.2f, max %.2f%n",
          returns.length,
          statistics.getAverage(),
          statistics.getMin(),
          statistics.getMax());
    }
    out.flush();
  }
}
