package org.evenkeel.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Architecture;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.train.Schedule;
import org.evenkeel.core.train.Training;
import org.evenkeel.lab.run.Algorithms;
import org.evenkeel.lab.run.ConfigYaml;
import org.evenkeel.lab.run.MachineMemory;
import org.evenkeel.lab.run.Preset;
import org.evenkeel.lab.run.RunConfig;
import org.evenkeel.lab.run.RunDirectory;
import org.evenkeel.lab.run.RunOnDisk;
import org.evenkeel.lab.run.Tasks;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `evenkeel train`: a run, or one for each of several seeds.
@Command(
    name = "train",
    mixinStandardHelpOptions = true,
    description = {
      "Trains an agent and keeps everything in a folder of its own. Ctrl-C loses nothing:"
          + " 'evenkeel resume' goes on exactly where it was."
    },
    footer = {
      "",
      "Algorithms: dqn, double-dqn, averaged, ensemble, weighted-averaged, maxmin,"
          + " averaged-double, averaged-sarsa.",
      "",
      "evenkeel train cartpole --algorithm averaged --k 5 --seeds 3",
      "evenkeel train cartpole --set discount=0.98 --set 'network.hidden=[64,64]'",
      "",
      "docs/algorithms.md lists the keys and what they may be; config.yaml of a run has them all."
    })
final class TrainCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private EnvironmentChoice choice = new EnvironmentChoice();

  @Option(
      names = "--algorithm",
      paramLabel = "A",
      description = "One of those below (default: the preset's, else averaged).")
  private @Nullable String algorithm;

  @Option(
      names = "--k",
      paramLabel = "K",
      description = "How many estimates it averages or combines (default: the preset's, else 10).")
  private @Nullable Integer k;

  @Option(
      names = "--decay",
      paramLabel = "D",
      description =
          "weighted-averaged needs it: the weight of a snapshot over that of the next newer one.")
  private @Nullable Double decay;

  @Option(
      names = "--steps",
      paramLabel = "N",
      description =
          "The length of the run in steps of the agent (default: the preset's, else 100000).")
  private @Nullable Long steps;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "The root of all randomness (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description =
          "N runs, with the seeds S, S+1, ..., as many at once as there are cores (default: one).")
  private @Nullable Integer seeds;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Any key of config.yaml, as a dotted path; may be repeated.")
  private List<String> settings = List.of();

  @Option(
      names = "--preset",
      paramLabel = "FILE",
      description =
          "Hyper-parameters: a file or the name of a built-in one (default: that"
              + " of ENV, if there is one).")
  private @Nullable String preset;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where the results go (default: runs/ENV-ALGORITHM-K-seedS).")
  private @Nullable Path out;

  @Mixin private MachineChoice machineChoice = new MachineChoice();

  TrainCommand() {}

  @Override
  public Integer call() throws Exception {
    try {
      RunOnDisk.Machine machine = machineChoice.machine();
      List<Campaign.Job> jobs = jobs(machine);
      PrintWriter err = spec.commandLine().getErr();
      return new Campaign(spec.commandLine().getOut(), err).run(jobs, machine.threads());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private List<Campaign.Job> jobs(RunOnDisk.Machine machine) throws IOException {
    Integer count = seeds;
    if (count != null && (count < 1 || count > 10_000)) {
      throw new IllegalArgumentException("--seeds must be 1 to 10000, was " + count);
    }
    Optional<Preset> chosen = chosenPreset();
    String environment =
        Tasks.fullName(chosen.map(p -> p.environment(choice.name)).orElse(choice.name));
    Form observation = Tasks.spec(environment, choice.classpath()).observation();
    RunConfig first =
        new RunConfig(environment, choice.classpath(), seed, training(observation, chosen));
    warnWhereNothingIsLearned(first.training().schedule());
    MachineMemory.requireFits(first, Campaign.atOnce(count == null ? 1 : count, machine.threads()));
    List<Campaign.Job> jobs = new ArrayList<>();
    for (int i = 0; i < (count == null ? 1 : count); i++) {
      RunConfig config = first.withSeed(seed + i);
      Path folder = folder(config, count != null);
      RunDirectory.requireFree(folder);
      jobs.add(
          new Campaign.Job(
              config, folder, observer -> RunOnDisk.start(config, folder, machine, observer)));
    }
    return jobs;
  }

  private Path folder(RunConfig config, boolean several) {
    Path chosen = out;
    if (chosen == null) {
      return Path.of("runs", config.slug(calledInFolders()));
    }
    return several ? chosen.resolve("seed" + config.seed()) : chosen;
  }

  /// The environment, and the preset where it is not the usual one.
  private String calledInFolders() {
    String named = preset;
    boolean usual =
        named == null
            || !Preset.names().contains(named)
            || Preset.forEnvironment(choice.name).map(p -> p.name().equals(named)).orElse(false);
    return usual ? choice.name : choice.name + "-" + named;
  }

  private void warnWhereNothingIsLearned(Schedule schedule) {
    if (schedule.learningStartSteps() >= schedule.steps()) {
      spec.commandLine()
          .getErr()
          .printf(
              Locale.ROOT,
              "warning: learning starts after step %,d, but the run has %,d steps: nothing will be"
                  + " learned (schedule.learningStartSteps)%n",
              schedule.learningStartSteps(),
              schedule.steps());
    }
  }

  private Optional<Preset> chosenPreset() throws IOException {
    String named = preset;
    return named == null ? Preset.forEnvironment(choice.name) : Optional.of(Preset.named(named));
  }

  private Training training(Form observation, Optional<Preset> found) {
    Training training = Training.of(Algorithm.averaged(Algorithms.DEFAULT_K));
    // The network that suits the observation, with its sizes: they can be set, and are written
    // down.
    training = training.network(new Architecture.Standard(false).forInput(observation));
    if (found.isPresent()) {
      training = found.get().apply(training);
      List<String> aside = found.get().leftAside();
      spec.commandLine()
          .getOut()
          .println(
              "preset       "
                  + found.get().name()
                  + (aside.isEmpty() ? "" : " (its " + String.join(", ", aside) + " left aside)"));
    }
    training = training.algorithm(algorithm(training.algorithm()));
    Long length = steps;
    if (length != null) {
      training = training.steps(length);
    }
    return settings.isEmpty() ? training : ConfigYaml.set(settings, training);
  }

  private Algorithm algorithm(Algorithm base) {
    String name = algorithm;
    Integer estimates = k;
    if (name == null) {
      if (decay != null) {
        throw new IllegalArgumentException("--decay goes with --algorithm weighted-averaged");
      }
      return estimates == null ? base : Algorithms.withK(base, estimates);
    }
    if (estimates == null && Algorithms.takesK(name)) {
      estimates = base.k() > 1 ? base.k() : Algorithms.DEFAULT_K;
    }
    return Algorithms.named(name, estimates, decay);
  }
}
