package org.evenkeel.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.core.internal.Outside;
import org.evenkeel.core.train.Checkpoint;
import org.evenkeel.lab.config.RunConfig;
import org.evenkeel.lab.run.AskedRun;
import org.evenkeel.lab.run.RunOnDisk;
import org.evenkeel.lab.study.SeedTrial;
import org.evenkeel.lab.study.TrainingRun;
import org.evenkeel.lab.study.TrialCluster;
import org.evenkeel.lab.study.TrialParcel;
import org.evenkeel.lab.study.TrialResult;
import picocli.CommandLine.ExitCode;

/// Trains the runs of `evenkeel train`, one per seed, on a cluster. Each returns as the same folder as a local run.
final class ClusterTraining implements TrialCluster.Listener, CtrlC.Work {
  private final TrialCluster cluster;
  private final StudyProgress progress;
  private final Map<String, Double> told = new HashMap<>();
  private final Map<Path, String> failures = new HashMap<>();

  ClusterTraining(TrialCluster cluster, StudyProgress progress) {
    this.cluster = cluster;
    this.progress = progress;
  }

  /// Trains the unfinished runs and returns the exit code.
  ///
  /// @param runs the planned runs
  int run(List<AskedRun> runs, double checkpointSeconds, PrintWriter out, PrintWriter err)
      throws IOException, InterruptedException {
    List<TrialCluster.Task> tasks = new ArrayList<>();
    double work = 0;
    for (AskedRun run : runs) {
      if (!isFinished(run)) {
        SeedTrial trial =
            new SeedTrial(
                String.valueOf(run.folder().getFileName()), run.config(), checkpointSeconds);
        tasks.add(new TrialCluster.Task(trial, trial.recipe(), run.folder()));
        double begun = trial.begun(run.folder());
        told.put(trial.name(), begun);
        work += (1 - begun) * trial.work();
      }
    }
    progress.starts(runs.size(), 0, tasks.size(), work);
    try (CtrlC ctrlC = new CtrlC(this, err)) {
      cluster.compute(tasks, this);
      progress.erase();
      Map<AskedRun, RunTable.Ending> endings = new LinkedHashMap<>();
      for (AskedRun run : runs) {
        endings.put(run, ending(run));
      }
      RunTable.print(out, List.copyOf(endings.values()), !ctrlC.pressed());
      if (ctrlC.pressed()) {
        out.println("stopped; run the same command again to continue all runs");
        out.flush();
        return ctrlC.exitCode();
      }
      if (!failures.isEmpty()) {
        return ExitCode.SOFTWARE;
      }
      NextCommands.afterSeveral(out, runs.stream().map(AskedRun::folder).toList());
      out.flush();
      return ExitCode.OK;
    }
  }

  private static boolean isFinished(AskedRun run) throws IOException {
    return new TrainingRun(run.folder().toString(), run.config()).isComplete(run.folder());
  }

  private RunTable.Ending ending(AskedRun run) throws IOException {
    RunConfig config = run.config();
    String failure = failures.get(run.folder());
    if (failure == null && !isFinished(run)) {
      return RunTable.Ending.notBegun(config, run.folder());
    }
    List<RunOnDisk.Evaluated> evaluations = RunOnDisk.evaluations(run.folder());
    double last = evaluations.isEmpty() ? Double.NaN : evaluations.getLast().meanReturn();
    long step =
        failure == null ? config.training().schedule().steps() : Checkpoint.newest(run.folder());
    return new RunTable.Ending(
        config, run.folder(), step, failure == null ? last : Double.NaN, failure);
  }

  @Override
  public void reached(TrialCluster.Task task, double share) {
    double before = told.getOrDefault(task.trial().name(), 0.0);
    told.put(task.trial().name(), share);
    progress.worked((share - before) * task.trial().work());
  }

  @Override
  public void ended(TrialCluster.Task task, TrialParcel parcel) throws IOException {
    Path aside = parcel.replace(task.trial(), task.folder());
    if (aside != null) {
      warning("'%s' had other contents, which are now in '%s'".formatted(task.folder(), aside));
    }
    reached(task, 1);
    if (parcel.result() instanceof TrialResult.Failed failed) {
      failures.put(task.folder(), failed.sentence());
      progress.note("failed: " + task.trial().name() + " " + failed.sentence());
    }
    progress.finished(task.trial().name());
  }

  @Override
  public void working(int running, List<String> hosts) {
    progress.working(running, hosts);
  }

  @Override
  public void warning(String sentence) {
    progress.warning(Outside.sentence(sentence));
  }

  @Override
  public void stop() {
    cluster.stop();
  }

  @Override
  public String kept() {
    return "finished runs are kept; run the same command again to continue";
  }

  @Override
  public void leave() {
    progress.erase();
  }
}
