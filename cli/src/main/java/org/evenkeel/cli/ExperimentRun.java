package org.evenkeel.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.evenkeel.core.internal.Outside;
import org.evenkeel.lab.experiment.Experiment;
import org.evenkeel.lab.experiment.ExperimentFolder;
import org.evenkeel.lab.experiment.ExperimentKinds;
import org.evenkeel.lab.report.Report;
import org.evenkeel.lab.report.ReportFolder;
import org.evenkeel.lab.run.FolderLock;
import org.evenkeel.lab.study.FailedTrials;
import org.evenkeel.lab.study.StudyResults;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.lab.study.TrialCluster;
import org.evenkeel.lab.study.TrialRunner;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;

/// Runs experiments, writes their results to a folder and prints the outcome.
final class ExperimentRun {
  private final CommandLine command;
  private final ExperimentChoice choice;
  private final ExperimentKinds kinds;

  /// @param kinds the kinds that create the experiments
  ExperimentRun(CommandLine command, ExperimentChoice choice, ExperimentKinds kinds) {
    this.command = command;
    this.choice = choice;
    this.kinds = kinds;
  }

  /// Turns the user's input into experiments; refuses invalid input.
  @FunctionalInterface
  interface Wanted {
    List<Experiment> get();
  }

  int run(Wanted wanted) throws IOException, InterruptedException {
    StudyProgress progress = new StudyProgress(command.getErr());
    try (Device device = Failures.asked(command, () -> open(progress))) {
      return run(wanted, device, progress);
    }
  }

  private Device open(StudyProgress progress) {
    if (choice.cluster.isGiven()) {
      choice.device.refuseOnCluster();
    }
    return choice.device.open(sentence -> progress.note("note: " + Outside.sentence(sentence)));
  }

  private int run(Wanted wanted, Device device, StudyProgress progress)
      throws IOException, InterruptedException {
    Planned planned = Failures.asked(command, () -> plan(wanted.get(), device, progress));
    try (FolderLock _ = planned.folder.take();
        TrialCluster machines = planned.cluster) {
      if (machines != null && planned.wanted.stream().anyMatch(Experiment::hasLongTrials)) {
        progress.note(choice.cluster.lostWorkers());
      }
      planned.folder.announcements(planned.batches).forEach(progress::note);
      // The folder is prepared again: another process may have written to it before releasing its
      // lock.
      ExperimentFolder folder =
          Failures.asked(
              command,
              () -> ExperimentFolder.prepare(planned.folder.folder(), kinds, planned.wanted));
      return compute(planned, folder, progress);
    }
  }

  /// The user's request, checked.
  private record Planned(
      List<Experiment> wanted,
      ExperimentFolder folder,
      TrialRunner runner,
      @Nullable TrialCluster cluster,
      List<TrialRunner.Batch> batches) {}

  private Planned plan(List<Experiment> wanted, Device device, StudyProgress progress)
      throws IOException {
    Experiment first = wanted.getFirst();
    Path usual = kinds.named(first.name()).folder(first);
    ExperimentFolder folder =
        ExperimentFolder.prepare(choice.out == null ? usual : choice.out, kinds, wanted);
    TrialRunner runner = folder.runner(choice.threads(), progress).retryFailed(choice.retryFailed);
    TrialCluster machines = null;
    if (choice.cluster.isGiven()) {
      machines =
          choice.cluster.open(
              choice.threadsEach(), kinds.classpath(), folder.folder(), progress::note);
      runner.on(machines, folder::recipe);
    }
    if (device.accelerator() != null) {
      runner.accelerator(device.accelerator(), choice.mostAccelerated());
    }
    List<TrialRunner.Batch> batches = runner.plan(folder.trials());
    device.check(batches, progress::note);
    return new Planned(wanted, folder, runner, machines, batches);
  }

  private int compute(Planned planned, ExperimentFolder folder, StudyProgress progress)
      throws IOException, InterruptedException {
    PrintWriter printer = command.getOut();
    TrialRunner runner = planned.runner;
    folder.noteStarted();
    List<Trial> all = folder.trials();
    if (!isSame(folder.experiments(), planned.wanted)) {
      progress.note(
          "this folder already contains a larger study; computing and reporting all of it, as this command would: "
              + folder.command());
    }
    // After Ctrl-C, finished trials are kept, and unfinished training runs keep their checkpoints.
    try (CtrlC ctrlC = new CtrlC(new StudyStopping(runner, progress), command.getErr())) {
      StudyResults results = runner.run(all);
      progress.erase();
      folder.noteEnded(progress.computed(), progress.seconds());
      if (ctrlC.pressed()) {
        printer.printf(
            Locale.ROOT,
            "stopped with %,d of %,d trials done; run the same command again to continue%n",
            results.size(),
            all.size());
      } else {
        tell(folder, folder.writeReport(results));
        String failed = new FailedTrials(all, results).sentence();
        if (!failed.isEmpty()) {
          printer.println(failed);
        }
      }
      printer.flush();
      return ctrlC.pressed() ? ctrlC.exitCode() : ExitCode.OK;
    }
  }

  private static boolean isSame(List<Experiment> there, List<Experiment> wanted) {
    return there.size() == wanted.size()
        && there.stream()
            .allMatch(
                one ->
                    wanted.stream()
                        .anyMatch(
                            other ->
                                one.name().equals(other.name())
                                    && one.options().equals(other.options())));
  }

  private void tell(ExperimentFolder folder, Report report) {
    PrintWriter printer = command.getOut();
    Verdicts.print(report, printer);
    printer.println(Outside.sentence(folder.sentence()));
    printer.printf("page      %s%n", Outside.path(folder.folder().resolve(ReportFolder.PAGE)));
    printer.printf("numbers   %s%n", Outside.path(folder.folder().resolve(ReportFolder.VERDICTS)));
  }
}
