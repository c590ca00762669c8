package org.evenkeel.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.internal.Outside;
import org.evenkeel.core.train.Accelerator;
import org.evenkeel.core.train.Schedule;
import org.evenkeel.core.train.Training;
import org.evenkeel.lab.config.PresetLayers;
import org.evenkeel.lab.config.Presets;
import org.evenkeel.lab.config.RunConfig;
import org.evenkeel.lab.config.Tasks;
import org.evenkeel.lab.run.AskedRun;
import org.evenkeel.lab.run.MachineMemory;
import org.evenkeel.lab.run.RunOnDisk;
import org.evenkeel.lab.study.TrialCluster;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `evenkeel train`: one training run, or one for each of several seeds.
@Command(
    name = "train",
    mixinStandardHelpOptions = true,
    description = {
      "Trains an agent and keeps all its results in one folder. Ctrl-C loses nothing:"
          + " '${ROOT-COMMAND-NAME} resume' continues exactly where it stopped."
    },
    footer = {
      "",
      "Algorithms: dqn, double-dqn, averaged, ensemble, weighted-averaged, maxmin,"
          + " averaged-double, averaged-sarsa, moving-average, weight-mean.",
      "",
      "${ROOT-COMMAND-NAME} train cartpole --algorithm averaged --k 5 --seeds 3",
      "${ROOT-COMMAND-NAME} train cartpole --set discount=0.98 --set 'network.hidden=[64,64]'",
      "",
      "Each of these overrides the ones before it: the library's defaults, the preset of ENV, --preset, the"
          + " options, --set.",
      "'${ROOT-COMMAND-NAME} keys' lists the keys, '${ROOT-COMMAND-NAME} presets' the presets;"
          + " --dry-run shows the complete configuration."
    })
final class TrainCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private EnvironmentChoice choice = new EnvironmentChoice();

  @Mixin private TrainingChoice trainingChoice = new TrainingChoice();

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Seed for all randomness (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description =
          "Number of runs, with the seeds S, S+1, ... (default: one). The same command again continues the"
              + " unfinished ones.")
  private @Nullable Integer seeds;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Folder for the results (default: runs/ENV-ALGORITHM-K-seedS, with the preset and the changes made"
              + " by --set).")
  private @Nullable Path out;

  @Option(
      names = "--dry-run",
      description =
          "Show the complete configuration, the folder and the memory needed. Trains and writes nothing.")
  private boolean dryRun;

  @Mixin private MachineChoice machineChoice = new MachineChoice();

  @Mixin private ClusterChoice cluster = new ClusterChoice();

  TrainCommand() {}

  @Override
  public Integer call() throws Exception {
    CommandLine command = spec.commandLine();
    RunOnDisk.Machine machine = Failures.asked(command, () -> machineChoice.machine(null));
    if (dryRun) {
      return Failures.asked(command, this::dryRun);
    }
    if (Failures.asked(command, cluster::isGiven)) {
      return onCluster(machine);
    }
    try (Device device = Failures.asked(command, () -> machineChoice.device.open(this::note))) {
      List<Campaign.Job> jobs = Failures.asked(command, () -> jobs(device));
      Campaign.AtOnce atOnce =
          Failures.asked(command, () -> machineChoice.atOnce(jobs, command.getOut()));
      return new Campaign(command.getOut(), command.getErr()).run(jobs, atOnce);
    }
  }

  private int onCluster(RunOnDisk.Machine machine) throws IOException, InterruptedException {
    CommandLine command = spec.commandLine();
    StudyProgress progress = new StudyProgress(command.getErr());
    List<AskedRun> runs =
        Failures.asked(
            command,
            () -> {
              requireSeeds();
              machineChoice.refuseJobs();
              machineChoice.device.refuseOnCluster();
              return asked(plan());
            });
    Path above = runs.getFirst().folder().toAbsolutePath().resolveSibling("");
    Failures.Part<TrialCluster, IOException> opening =
        () -> cluster.open(machine.threads(), choice.classpath(), above, progress::note);
    try (TrialCluster machines = Failures.asked(command, opening)) {
      Failures.asked(
          command,
          () -> {
            for (AskedRun run : runs) {
              run.plan(null);
            }
            return runs;
          });
      progress.note(cluster.lostWorkers());
      return new ClusterTraining(machines, progress)
          .run(runs, machine.checkpointSeconds(), command.getOut(), command.getErr());
    }
  }

  private List<Campaign.Job> jobs(Device device) throws IOException {
    requireSeeds();
    Planned planned = plan();
    RunConfig first = planned.first();
    if (!planned.presets().isEmpty()) {
      spec.commandLine().getOut().println("preset       " + Outside.sentence(planned.presets()));
    }
    MachineMemory.requireFits(first);
    List<AskedRun> runs = asked(planned);
    List<RunConfig> configs = runs.stream().map(AskedRun::config).toList();
    // The runs differ only in their seeds.
    @Nullable Accelerator accelerator = device.accelerators(configs, this::note).getFirst();
    List<Campaign.Job> jobs =
        seeds == null ? List.of(alone(runs.getFirst(), accelerator)) : together(runs, accelerator);
    warnWhereNothingIsLearned(first.training().schedule());
    warnWhereEvaluationsAreLong(first.training());
    return jobs;
  }

  private Campaign.Job alone(AskedRun run, @Nullable Accelerator accelerator) throws IOException {
    run.requireNew();
    RunOnDisk.Machine machine = machineChoice.machine(accelerator);
    Campaign.Opening opening =
        observer -> RunOnDisk.start(run.config(), run.folder(), machine, observer);
    return new Campaign.Job(
        run.config(), run.folder(), accelerator, opening.asked(spec.commandLine()));
  }

  /// Plans all runs before the first starts; runs started earlier are continued.
  private List<Campaign.Job> together(List<AskedRun> runs, @Nullable Accelerator accelerator)
      throws IOException {
    int old = 0;
    for (AskedRun run : runs) {
      old += run.isPlanned() ? 1 : 0;
    }
    for (AskedRun run : runs) {
      run.plan(accelerator);
    }
    if (old > 0) {
      spec.commandLine()
          .getOut()
          .printf("continuing %d of %d seeds that were started earlier%n", old, runs.size());
    }
    RunOnDisk.Machine machine = machineChoice.machine(accelerator);
    List<Campaign.Job> jobs = new ArrayList<>();
    for (AskedRun run : runs) {
      Campaign.Opening opening =
          observer -> RunOnDisk.resume(run.folder(), run.config().classpath(), machine, observer);
      jobs.add(
          new Campaign.Job(
              run.config(), run.folder(), accelerator, opening.asked(spec.commandLine())));
    }
    return jobs;
  }

  private List<AskedRun> asked(Planned planned) {
    List<AskedRun> runs = new ArrayList<>();
    for (int i = 0; i < (seeds == null ? 1 : seeds); i++) {
      RunConfig config = planned.first().withSeed(seed + i);
      runs.add(new AskedRun(config, folder(config, planned, seeds != null)));
    }
    return runs;
  }

  private void requireSeeds() {
    Integer count = seeds;
    if (count != null && (count < 1 || count > 10_000)) {
      throw new IllegalArgumentException("--seeds must be 1 to 10000, was " + count);
    }
    if (count != null && seed > Long.MAX_VALUE - (count - 1)) {
      throw new IllegalArgumentException(
          "--seed must be at most %d for %d seeds, was %d"
              .formatted(Long.MAX_VALUE - (count - 1), count, seed));
    }
  }

  private int dryRun() throws IOException {
    requireSeeds();
    Planned planned = plan();
    List<AskedRun> runs = asked(planned);
    List<String> problems = new ArrayList<>();
    List<String> about = new ArrayList<>();
    if (!planned.presets().isEmpty()) {
      about.add("preset       " + Outside.sentence(planned.presets()));
    }
    int atOnce = 1;
    try {
      MachineMemory.requireFits(planned.first());
      atOnce = atOnce(runs, about);
    } catch (IllegalArgumentException e) {
      problems.add(String.valueOf(e.getMessage()));
    }
    for (AskedRun run : runs) {
      try {
        if (seeds == null) {
          run.requireNew();
        } else {
          var _ = run.isPlanned();
        }
      } catch (IllegalArgumentException e) {
        problems.add(String.valueOf(e.getMessage()));
      }
    }
    DryRun.print(
        spec.commandLine().getOut(),
        planned.first(),
        about,
        runs.stream().map(AskedRun::folder).toList(),
        atOnce,
        problems);
    return ExitCode.OK;
  }

  /// Returns the number of runs in parallel, and adds a line about the device if it is not the CPU.
  private int atOnce(List<AskedRun> runs, List<String> about) {
    if (cluster.isGiven()) {
      machineChoice.refuseJobs();
      machineChoice.device.refuseOnCluster();
    }
    try (Device device = machineChoice.device.open(this::note)) {
      List<RunConfig> configs = runs.stream().map(AskedRun::config).toList();
      @Nullable Accelerator accelerator = device.accelerators(configs, this::note).getFirst();
      List<Campaign.Job> jobs =
          runs.stream()
              .map(
                  run ->
                      new Campaign.Job(
                          run.config(),
                          run.folder(),
                          accelerator,
                          _ -> {
                            throw new IllegalStateException("a dry run opens no run");
                          }))
              .toList();
      StringWriter lines = new StringWriter();
      Campaign.AtOnce atOnce = machineChoice.atOnce(jobs, new PrintWriter(lines));
      if (accelerator != null) {
        lines.toString().lines().forEach(about::add);
      }
      return Math.max(atOnce.onDevice(), atOnce.onCpu());
    }
  }

  /// The run with the first seed.
  ///
  /// @param presets the names of the presets, empty for none
  /// @param changes the changes made by `--set`, for folder names
  /// @param called the environment's name in folder names
  private record Planned(RunConfig first, String presets, String changes, String called) {}

  private Planned plan() throws IOException {
    List<String> classpath = choice.classpath();
    Presets builtIn = Presets.of(Tasks.catalog(classpath));
    PresetLayers presets = trainingChoice.presets(choice.name, builtIn);
    String environment = Tasks.fullName(presets.environment(choice.name), classpath);
    Form observation = Tasks.spec(environment, classpath).observation();
    TrainingChoice.Chosen chosen = trainingChoice.choose(observation, presets);
    builtIn.problems().forEach(this::warn);
    RunConfig first = new RunConfig(environment, classpath, seed, chosen.training());
    String called = trainingChoice.calledInFolders(choice.name, builtIn);
    return new Planned(first, presets.described(), chosen.changes(), called);
  }

  private Path folder(RunConfig config, Planned planned, boolean several) {
    Path chosen = out;
    if (chosen == null) {
      return Path.of("runs", config.slug(planned.called(), planned.changes()));
    }
    return several ? chosen.resolve("seed" + config.seed()) : chosen;
  }

  private void warnWhereNothingIsLearned(Schedule schedule) {
    if (schedule.learningStartSteps() >= schedule.steps()) {
      warn(
          String.format(
              Locale.ROOT,
              "learning starts after step %,d, but the run has only %,d steps: nothing will be"
                  + " learned (schedule.learningStartSteps)",
              schedule.learningStartSteps(),
              schedule.steps()));
    }
  }

  /// Warns if evaluations are long compared with the run: a shortened run of a long protocol still has the protocol's
  /// full evaluations.
  private void warnWhereEvaluationsAreLong(Training training) {
    long steps = training.schedule().steps();
    long evaluation = training.evaluation().steps();
    if (training.evaluation().periodSteps() > 0 && evaluation > steps) {
      warn(
          String.format(
              Locale.ROOT,
              "each evaluation plays %,d steps, more than the %,d steps of the run itself (evaluation.steps)",
              evaluation,
              steps));
    }
  }

  private void note(String sentence) {
    spec.commandLine().getErr().println("note: " + Outside.sentence(sentence));
  }

  private void warn(String sentence) {
    spec.commandLine().getErr().println("warning: " + Outside.sentence(sentence));
  }
}
