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

/// Computes experiments into a folder and says what came out.
final class ExperimentRun {
  private final CommandLine command;
  private final ExperimentChoice choice;
  private final ExperimentKinds kinds;

  /// @param kinds those that make the experiments
  ExperimentRun(CommandLine command, ExperimentChoice choice, ExperimentKinds kinds) {
    this.command = command;
    this.choice = choice;
    this.kinds = kinds;
  }

  /// What the user typed, as experiments; refuses what cannot be understood.
  @FunctionalInterface
  interface Wanted {
    List<Experiment> get();
  }

  int run(Wanted wanted) throws IOException, InterruptedException {
    StudyProgress progress = new StudyProgress(command.getErr());
    Planned planned = Failures.asked(command, () -> plan(wanted.get(), progress));
    try (FolderLock _ = planned.folder.take();
        TrialCluster machines = planned.cluster) {
      if (machines != null && planned.wanted.stream().anyMatch(Experiment::hasLongTrials)) {
        progress.note(choice.cluster.lostWorkers());
      }
      planned.folder.announcements(planned.batches).forEach(progress::note);
      // Again, as another process may have written there before it let go.
      ExperimentFolder folder =
          Failures.asked(
              command,
              () -> ExperimentFolder.prepare(planned.folder.folder(), kinds, planned.wanted));
      return compute(planned, folder, progress);
    }
  }

  /// What was asked for, and checked.
  private record Planned(
      List<Experiment> wanted,
      ExperimentFolder folder,
      TrialRunner runner,
      @Nullable TrialCluster cluster,
      List<TrialRunner.Batch> batches) {}

  private Planned plan(List<Experiment> wanted, StudyProgress progress) throws IOException {
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
    return new Planned(wanted, folder, runner, machines, runner.plan(folder.trials()));
  }

  private int compute(Planned planned, ExperimentFolder folder, StudyProgress progress)
      throws IOException, InterruptedException {
    PrintWriter printer = command.getOut();
    TrialRunner runner = planned.runner;
    folder.noteStarted();
    List<Trial> all = folder.trials();
    if (!isSame(folder.experiments(), planned.wanted)) {
      progress.note(
          "this folder already holds a larger study; all of it is computed and shown, as by: "
              + folder.command());
    }
    // Ctrl-C: what is done stays; of what is being computed, training runs keep how far they are.
    try (CtrlC ctrlC = new CtrlC(new StudyStopping(runner, progress), command.getErr())) {
      StudyResults results = runner.run(all);
      progress.erase();
      folder.noteEnded(progress.computed(), progress.seconds());
      if (ctrlC.pressed()) {
        printer.printf(
            Locale.ROOT,
            "stopped with %,d of %,d trials done; the same command continues%n",
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
