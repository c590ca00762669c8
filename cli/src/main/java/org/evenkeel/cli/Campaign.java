package org.evenkeel.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.evenkeel.core.internal.Outside;
import org.evenkeel.core.internal.Shell;
import org.evenkeel.core.train.Accelerator;
import org.evenkeel.core.train.RunEvent;
import org.evenkeel.core.train.Training;
import org.evenkeel.envs.Environments;
import org.evenkeel.lab.config.Algorithms;
import org.evenkeel.lab.config.Choices;
import org.evenkeel.lab.config.RunConfig;
import org.evenkeel.lab.run.RunDriver;
import org.evenkeel.lab.run.RunFailure;
import org.evenkeel.lab.run.RunObserver;
import org.evenkeel.lab.run.RunOnDisk;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;

/// Drives one or several runs in parallel, with progress display, Ctrl-C handling and a summary.
///
/// The runs are independent: each produces the same bytes whether it runs alone, alongside others, or after one that
/// failed.
final class Campaign {
  private final PrintWriter out;
  private final PrintWriter err;

  /// The runs in progress, by folder.
  private final Map<Path, RunDriver> driving = new ConcurrentHashMap<>();

  private volatile @Nullable Progress shown;
  private volatile boolean interrupted;

  /// Whether there is only one run.
  private boolean alone;

  /// The last introduction printed, without the run's folder: runs that differ only in their seeds share it.
  private String introduced = "";

  /// The numbers of runs in parallel. Those on a device come first.
  record AtOnce(int onDevice, int onCpu) {}

  /// A run to start or resume.
  ///
  /// @param accelerator the GPU that trains it; null for the CPU
  record Job(RunConfig config, Path folder, @Nullable Accelerator accelerator, Opening opening) {
    RunTable.Ending ending(long step, double lastReturn, @Nullable String failure) {
      return new RunTable.Ending(config, folder, step, lastReturn, failure);
    }
  }

  /// Starts or resumes a run.
  @FunctionalInterface
  interface Opening {
    RunOnDisk open(RunObserver observer) throws IOException;

    /// Returns this opening with refusals, such as a network that does not fit or a missing class, reported as the
    /// user's mistake.
    default Opening asked(CommandLine command) {
      return observer -> Failures.asked(command, () -> open(observer));
    }
  }

  Campaign(PrintWriter out, PrintWriter err) {
    this.out = out;
    this.err = err;
  }

  /// Drives the jobs and returns the exit code. If there is only one job, its exceptions are passed on.
  ///
  /// @param atOnce the number of runs in parallel
  int run(List<Job> jobs, AtOnce atOnce) throws IOException, RunFailure, InterruptedException {
    return run(jobs, atOnce, List.of());
  }

  /// Drives the jobs and returns the exit code. Runs that cannot be driven at all are listed in the table, and the exit
  /// code reports a failure.
  int run(List<Job> jobs, AtOnce atOnce, List<RunTable.Ending> lost)
      throws IOException, RunFailure, InterruptedException {
    List<Training> trainings = jobs.stream().map(job -> job.config().training()).toList();
    try (CtrlC ctrlC = new CtrlC(new Stopping(), err)) {
      try (Progress progress =
          Progress.on(err, trainings, Math.max(atOnce.onDevice, atOnce.onCpu))) {
        shown = progress;
        int code = drive(jobs, atOnce, progress, lost);
        return ctrlC.pressed() ? ctrlC.exitCode() : code;
      } finally {
        out.flush();
        err.flush();
      }
    }
  }

  private int drive(List<Job> jobs, AtOnce atOnce, Progress progress, List<RunTable.Ending> lost)
      throws IOException, RunFailure, InterruptedException {
    alone = jobs.size() == 1 && lost.isEmpty();
    if (alone) {
      drive(jobs.getFirst(), progress.observer(0));
      return ExitCode.OK;
    }
    List<RunTable.Ending> endings = new ArrayList<>(driveAll(jobs, atOnce, progress));
    endings.addAll(lost);
    progress.finish();
    RunTable.print(out, endings, !interrupted);
    if (interrupted) {
      out.println("stopped; run the same command again to continue all runs");
    } else if (endings.stream().noneMatch(RunTable.Ending::failed)) {
      NextCommands.afterSeveral(out, endings.stream().map(RunTable.Ending::folder).toList());
    }
    return endings.stream().anyMatch(RunTable.Ending::failed) ? ExitCode.SOFTWARE : ExitCode.OK;
  }

  /// The response to Ctrl-C: every run writes a checkpoint before the process ends.
  private final class Stopping implements CtrlC.Work {
    @Override
    public void stop() {
      interrupted = true;
      driving.values().forEach(RunDriver::stop);
    }

    @Override
    public String kept() {
      return driving.entrySet().stream()
          .sorted(Map.Entry.comparingByKey())
          .map(
              run ->
                  run.getValue().lastGood()
                      + "; continue with: "
                      + Shell.command("resume", run.getKey()))
          .collect(Collectors.joining("; "));
    }

    @Override
    public void leave() {
      Progress progress = shown;
      if (progress != null) {
        progress.erase();
      }
    }
  }

  private List<RunTable.Ending> driveAll(List<Job> jobs, AtOnce atOnce, Progress progress)
      throws InterruptedException {
    SortedMap<Integer, RunTable.Ending> endings = new TreeMap<>();
    for (boolean onDevice : new boolean[] {true, false}) {
      List<Integer> some =
          IntStream.range(0, jobs.size())
              .filter(i -> (jobs.get(i).accelerator != null) == onDevice)
              .boxed()
              .toList();
      if (some.isEmpty()) {
        continue;
      }
      int threads = onDevice ? atOnce.onDevice : atOnce.onCpu;
      try (ExecutorService runners = Executors.newFixedThreadPool(threads)) {
        Map<Integer, Future<RunTable.Ending>> futures = new LinkedHashMap<>();
        for (int i : some) {
          futures.put(i, runners.submit(() -> tryDriving(jobs.get(i), progress.observer(i))));
        }
        for (Map.Entry<Integer, Future<RunTable.Ending>> future : futures.entrySet()) {
          endings.put(future.getKey(), future.getValue().get());
        }
      } catch (ExecutionException e) {
        throw new IllegalStateException(e.getCause());
      }
    }
    return List.copyOf(endings.values());
  }

  /// Drives one of several runs: a failure is reported and does not stop the others.
  private RunTable.Ending tryDriving(Job job, Progress.Observer observer) {
    try {
      return drive(job, observer);
    } catch (IOException | RunFailure | RuntimeException | Error e) {
      String sentence = Failures.sentence(e);
      observer.warning(Outside.sentence(job.folder() + ": " + sentence));
      return job.ending(observer.step(), Double.NaN, sentence);
    }
  }

  private RunTable.Ending drive(Job job, Progress.Observer observer)
      throws IOException, RunFailure {
    if (interrupted) {
      return RunTable.Ending.notBegun(job.config(), job.folder());
    }
    try (RunOnDisk run = job.opening().open(observer)) {
      introduce(run, job);
      observer.progress(run.step());
      if (run.complete()) {
        out.printf(
            Locale.ROOT,
            "%s is already finished, at step %,d: nothing to do%n",
            Outside.path(job.folder()),
            run.step());
        return job.ending(run.step(), lastReturn(run), null);
      }
      driving.put(job.folder(), run.driver());
      if (interrupted) {
        run.driver().stop();
      }
      long start = System.nanoTime();
      long from = run.step();
      RunDriver.Outcome outcome = run.drive();
      observer.progress(run.step());
      observer.end();
      tell(outcome, run, (run.step() - from) / ((System.nanoTime() - start) / 1e9), observer);
      return job.ending(run.step(), lastReturn(observer), null);
    } finally {
      driving.remove(job.folder());
    }
  }

  /// Prints a description of a run before it starts, once for runs that differ only in their seeds.
  private synchronized void introduce(RunOnDisk run, Job job) {
    makeRoom();
    String introduction = introduction(run);
    if (!introduction.equals(introduced)) {
      introduced = introduction;
      out.print(introduction);
      if (shown != null) {
        shown.count(run.framesPerStep());
      }
    }
    out.printf(Locale.ROOT, "results in   %s%n", Outside.path(job.folder()));
    run.notes().forEach(note -> out.println(Outside.sentence(note)));
    if (run.step() > 0 && !run.complete()) {
      out.println("continuing from step " + run.step());
    }
    out.flush();
  }

  private static String introduction(RunOnDisk run) {
    RunConfig config = run.config();
    String title = Environments.title(config.environment());
    List<String> lines = new ArrayList<>();
    lines.add("environment  " + Outside.sentence(title));
    lines.add("algorithm    " + Algorithms.describe(config.training().algorithm()));
    lines.add("steps        " + steps(config.training().schedule().steps(), run.framesPerStep()));
    lines.add(String.format(Locale.ROOT, "parameters   %,d", run.parameters()));
    run.memoryReport().forEach(line -> lines.add("memory       " + line));
    if (title.length() < config.environment().length()) { // choices that publications rarely state
      Choices.of(config).forEach(line -> lines.add("choice       " + line));
    }
    return String.join(System.lineSeparator(), lines) + System.lineSeparator();
  }

  private synchronized void tell(
      RunDriver.Outcome outcome, RunOnDisk run, double rate, Progress.Observer observer) {
    makeRoom();
    switch (outcome) {
      case STOPPED ->
          out.printf(
              Locale.ROOT,
              "stopped at step %,d; continue with: %s%n",
              run.step(),
              Shell.command("resume", run.folder()));
      case FINISHED -> {
        double last = lastReturn(observer);
        out.printf(
            Locale.ROOT,
            "finished %s at step %s, %,.0f steps/s%s%n",
            Outside.path(run.folder()),
            steps(run.step(), run.framesPerStep()),
            rate,
            Double.isNaN(last) ? "" : String.format(Locale.ROOT, ", last return %.2f", last));
        if (alone) {
          NextCommands.afterOne(out, run.folder());
        }
      }
    }
    out.flush();
  }

  /// Returns `30,000,000 (120,000,000 frames)`; without the frames if each step is one frame.
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

  /// Returns the last return of a finished run, read from its metrics.
  private static double lastReturn(RunOnDisk run) {
    try {
      List<RunOnDisk.Evaluated> evaluations = run.evaluations();
      return evaluations.isEmpty() ? Double.NaN : evaluations.getLast().meanReturn();
    } catch (IOException | IllegalArgumentException e) {
      return Double.NaN; // the run is finished nevertheless
    }
  }

  private static double lastReturn(Progress.Observer observer) {
    RunEvent.Measured measured = observer.lastEvaluated();
    return measured == null || measured.evaluation() == null
        ? Double.NaN
        : measured.evaluation().meanReturn();
  }
}
