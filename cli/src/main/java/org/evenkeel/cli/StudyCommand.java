package org.evenkeel.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.evenkeel.core.internal.Counted;
import org.evenkeel.core.internal.Outside;
import org.evenkeel.core.internal.Shell;
import org.evenkeel.core.train.Accelerator;
import org.evenkeel.lab.run.FolderLock;
import org.evenkeel.lab.study.FailedTrials;
import org.evenkeel.lab.study.RunTrial;
import org.evenkeel.lab.study.StudyFile;
import org.evenkeel.lab.study.StudyFolder;
import org.evenkeel.lab.study.StudyPace;
import org.evenkeel.lab.study.TrialCluster;
import org.evenkeel.lab.study.TrialRunner;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `evenkeel study`: the user's own comparison of environments, algorithms and settings.
@Command(
    name = "study",
    mixinStandardHelpOptions = true,
    subcommands = {StudyInitCommand.class, StudyStatusCommand.class},
    synopsisSubcommandLabel = "",
    description = {
      "Trains every combination of the environments, algorithms and settings in a file, once per seed, and writes"
          + " a page that compares them."
    },
    footer = {
      "",
      "'study init' writes an example to start from. Finished runs are kept: the same command continues after Ctrl-C,"
          + " a kill or a crash, with the same result. To extend a study, add seeds, values, algorithms or environments"
          + " to its file; only the new runs are computed.",
      "",
      "${ROOT-COMMAND-NAME} study init",
      "    writes study.yaml, an example with comments",
      "${ROOT-COMMAND-NAME} study study.yaml --dry-run",
      "    shows what would run and how long it would take",
      "${ROOT-COMMAND-NAME} study study.yaml",
      "    runs it; the results are in runs/study",
      "${ROOT-COMMAND-NAME} study status runs/study",
      "    shows its progress, from another terminal"
    })
final class StudyCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      arity = "0..1",
      paramLabel = "FILE",
      description = "The study file (YAML); 'study init' writes an example.")
  private @Nullable Path file;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder for all results (default: runs/NAME, where NAME is the file's name).")
  private @Nullable Path out;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description =
          "Runs in parallel (default: one per core, or as many as fit into the memory of a GPU; fewer if memory is short)."
              + " Does not change the result.")
  private @Nullable Integer jobs;

  @Option(
      names = "--dry-run",
      description =
          "Show the runs, the memory they need and an estimated time, based on a few seconds of each algorithm. Writes"
              + " nothing.")
  private boolean dryRun;

  @Option(
      names = "--retry-failed",
      description =
          "Repeat the runs that diverged. With the same program they diverge again at the same step.")
  private boolean retryFailed;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "With --on: threads per run (default: 1). Does not change the result.")
  private @Nullable Integer threads;

  @Mixin private DeviceChoice device = new DeviceChoice();

  @Mixin private ClusterChoice cluster = new ClusterChoice();

  StudyCommand() {}

  @Override
  public Integer call() throws Exception {
    StudyProgress progress = new StudyProgress(spec.commandLine().getErr());
    try (Device opened = Failures.asked(spec.commandLine(), () -> open(progress))) {
      return call(opened, progress);
    }
  }

  private Device open(StudyProgress progress) {
    if (cluster.isGiven()) {
      device.refuseOnCluster();
    }
    return device.open(sentence -> progress.note("note: " + Outside.sentence(sentence)));
  }

  private int call(Device opened, StudyProgress progress) throws IOException, InterruptedException {
    Asked asked = Failures.asked(spec.commandLine(), () -> asked(opened, progress));
    FamiliesChoice.warn(spec.commandLine(), asked.read.design().classpath());
    if (dryRun) {
      print(asked);
      return ExitCode.OK;
    }
    try (FolderLock _ = asked.folder.take();
        TrialCluster machines = asked.cluster) {
      if (machines != null) {
        progress.note(cluster.lostWorkers());
      }
      // The folder is prepared again: another process may have written to it before releasing its
      // lock.
      StudyFolder folder =
          Failures.asked(spec.commandLine(), () -> StudyFolder.prepare(asked.path, asked.read));
      return run(folder, asked.runner, progress);
    }
  }

  private record Asked(
      StudyFile.Read read,
      Path path,
      StudyFolder folder,
      TrialRunner runner,
      @Nullable TrialCluster cluster,
      List<TrialRunner.Batch> batches) {}

  private Asked asked(Device opened, StudyProgress progress) throws IOException {
    Path named = file;
    if (named == null) {
      throw new ParameterException(
          spec.commandLine(),
          "FILE is missing; '%s' writes an example".formatted(Shell.command("study", "init")));
    }
    if (!cluster.isGiven() && threads != null) {
      throw new IllegalArgumentException(
          "--threads needs a cluster, named by --on; on this machine use --jobs to set the number of runs in parallel");
    }
    if (cluster.isGiven() && jobs != null) {
      throw new IllegalArgumentException(
          "--jobs does not apply with --on: the cluster runs as many at once as it has cores for");
    }
    int atOnce = jobs == null ? Runtime.getRuntime().availableProcessors() : jobs;
    Accelerator accelerator = opened.accelerator();
    int most = accelerator == null ? MOST_ON_CPU : MOST_ON_GPU;
    if (atOnce < 1 || atOnce > most) {
      throw new IllegalArgumentException("--jobs must be 1 to " + most + ", was " + atOnce);
    }
    if (!Files.exists(named)) {
      throw new IllegalArgumentException(
          "'%s' does not exist; '%s' writes an example"
              .formatted(named, Shell.command("study", "init")));
    }
    StudyFile.Read read = StudyFile.read(named);
    String name = String.valueOf(named.getFileName()).replaceFirst("\\.ya?ml$", "");
    Path path = out == null ? Path.of("runs", name) : out;
    StudyFolder folder = StudyFolder.prepare(path, read);
    TrialRunner runner =
        folder.runner(Math.min(atOnce, MOST_ON_CPU), progress).retryFailed(retryFailed);
    TrialCluster machines = null;
    if (cluster.isGiven()) {
      machines =
          cluster.open(
              threads == null ? 1 : threads, read.design().classpath(), path, progress::note);
      runner.on(machines, StudyFolder::recipe);
    }
    if (accelerator != null) {
      runner.accelerator(accelerator, jobs == null ? MOST_ON_GPU : jobs);
    }
    List<TrialRunner.Batch> batches = runner.plan(folder.trials());
    opened.check(batches, progress::note);
    return new Asked(read, path, folder, runner, machines, batches);
  }

  private int run(StudyFolder folder, TrialRunner runner, StudyProgress progress)
      throws IOException, InterruptedException {
    PrintWriter printer = spec.commandLine().getOut();
    folder.noteStarted();
    try (CtrlC ctrlC =
        new CtrlC(new StudyStopping(runner, progress), spec.commandLine().getErr())) {
      StudyFolder.Outcome outcome = folder.run(runner);
      progress.erase();
      if (ctrlC.pressed()) {
        printer.printf(
            Locale.ROOT,
            "stopped with %,d of %,d runs done; run the same command again to continue%n",
            outcome.results().size(),
            outcome.trials().size());
        printer.flush();
        return ctrlC.exitCode();
      }
      tell(folder, outcome, progress);
      return ExitCode.OK;
    }
  }

  private void tell(StudyFolder folder, StudyFolder.Outcome outcome, StudyProgress progress)
      throws IOException {
    PrintWriter printer = spec.commandLine().getOut();
    String again =
        Shell.command("study", folder.folder().resolve(StudyFolder.FILE), "--out", folder.folder());
    Path page = folder.writeReport(outcome, again, progress::warning);
    folder
        .answers(outcome, progress::warning)
        .forEach(answer -> printer.println(Outside.sentence(answer)));
    String failed = new FailedTrials(outcome.trials(), outcome.results()).sentence();
    if (!failed.isEmpty()) {
      printer.println(failed);
    }
    printer.println(folder.looks());
    printer.printf("page      %s%n", Outside.path(page));
    printer.flush();
  }

  private void print(Asked asked) {
    PrintWriter printer = spec.commandLine().getOut();
    StudyFolder folder = asked.folder;
    int missing = asked.batches.stream().mapToInt(batch -> batch.trials().size()).sum();
    printer.println("dry run: nothing is trained, nothing is written");
    printer.printf(Locale.ROOT, "study        %s%n", Outside.sentence(folder.design().title()));
    printer.printf(
        Locale.ROOT,
        "runs         %,d: %s x %s; %,d to compute%n",
        folder.trials().size(),
        Counted.of(folder.cells().size(), "combination"),
        Counted.of(folder.design().seeds().size(), "seed"),
        missing);
    folder.cells().stream()
        .limit(MOST_LISTED)
        .forEach(cell -> printer.println("             " + Outside.sentence(cell.toString())));
    if (folder.cells().size() > MOST_LISTED) {
      printer.printf(
          Locale.ROOT, "             and %,d more%n", folder.cells().size() - MOST_LISTED);
    }
    StudyPace pace = new StudyPace();
    double seconds = 0;
    String whose = ""; // if the GPU trains some of them
    for (TrialRunner.Batch batch : asked.batches) {
      List<RunTrial> trials = batch.trials().stream().map(RunTrial.class::cast).toList();
      printer.printf(
          Locale.ROOT,
          cluster.isGiven()
              ? "each with    up to %2$,d MB for its replay buffer and %3$,d MB of heap%n"
              : "at once      %d, each with up to %,d MB for its replay buffer and %,d MB of heap%n",
          batch.atOnce(),
          trials.stream().mapToLong(RunTrial::memoryBytes).max().orElse(0) / 1_000_000,
          trials.stream().mapToLong(RunTrial::heapBytes).max().orElse(0) / 1_000_000);
      if (batch.accelerator() == null) {
        seconds += pace.seconds(trials, cluster.isGiven() ? 1 : batch.atOnce());
      } else {
        missing -= trials.size();
        whose = " for the runs on the CPU";
        printer.printf(
            Locale.ROOT,
            "time         not estimated for %s on the GPU; the study itself shows the time left%n",
            Counted.of(trials.size(), "run"));
      }
    }
    if (folder.design().search() != null) {
      printer.println(
          "search       runs dropped in a round end early; confirmation runs are not included in the time");
    }
    if (missing > 0 && cluster.isGiven()) {
      printer.printf(
          Locale.ROOT,
          "time         about %s on one core of this machine, without evaluations (estimated from %d short %s)%n",
          Progress.time(seconds),
          pace.tries(),
          pace.tries() == 1 ? "test run" : "test runs");
    } else if (missing > 0) {
      printer.printf(
          Locale.ROOT,
          "time         about %s%s without evaluations (estimated from %d short %s)%n",
          Progress.time(seconds),
          whose,
          pace.tries(),
          pace.tries() == 1 ? "test run" : "test runs");
    }
    printer.printf("results in   %s%n", Outside.path(folder.folder()));
    printer.flush();
  }

  private static final int MOST_ON_CPU = 256;
  private static final int MOST_ON_GPU = 2_048;

  /// The largest number of combinations that are listed; the rest are only counted.
  private static final int MOST_LISTED = 12;
}
