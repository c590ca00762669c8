package org.evenkeel.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.evenkeel.core.internal.Outside;
import org.evenkeel.core.train.Accelerator;
import org.evenkeel.lab.config.RunConfig;
import org.evenkeel.lab.run.RunDirectory;
import org.evenkeel.lab.run.RunOnDisk;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `evenkeel resume`: continues a run that was stopped or killed, or trains a finished one longer.
@Command(
    name = "resume",
    mixinStandardHelpOptions = true,
    description = {
      "Continues an interrupted run from its last good checkpoint. The result is bit-for-bit that of an"
          + " uninterrupted run."
    })
final class ResumeCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "DIR",
      description = "Folder of the run, or a folder with the runs of several seeds.")
  private Path folder = Path.of("");

  @Option(
      names = "--classpath",
      paramLabel = "JAR[:JAR]",
      defaultValue = "",
      description =
          "Jars and folders with the environment's class, if they are no longer where they were during training.")
  private String jars = "";

  @Option(
      names = "--steps",
      paramLabel = "N",
      description =
          "New length of the run in steps, greater than the steps already done (default: the original length). The result is"
              + " that of a run started with N steps. A finished run is trained further; its previous policy is kept.")
  private @Nullable Long steps;

  @Mixin private MachineChoice machineChoice = new MachineChoice();

  ResumeCommand() {}

  @Override
  public Integer call() throws Exception {
    CommandLine command = spec.commandLine();
    List<RunTable.Ending> lost = new ArrayList<>();
    try (Device device = Failures.asked(command, () -> machineChoice.device.open(this::note))) {
      List<Campaign.Job> jobs = Failures.asked(command, () -> jobs(device, lost));
      Campaign.AtOnce atOnce =
          Failures.asked(command, () -> machineChoice.atOnce(jobs, command.getOut()));
      return new Campaign(command.getOut(), command.getErr()).run(jobs, atOnce, lost);
    }
  }

  private void note(String sentence) {
    spec.commandLine().getErr().println("note: " + Outside.sentence(sentence));
  }

  /// @param lost the list to which unreadable runs are added if there are several runs; they do not stop the others
  private List<Campaign.Job> jobs(Device device, List<RunTable.Ending> lost) throws IOException {
    CommandLine command = spec.commandLine();
    List<String> classpath = EnvironmentChoice.classpath(jars);
    OptionalLong length = length();
    Map<Path, RunConfig> configs = new LinkedHashMap<>();
    List<Path> runs = RunDirectory.runsIn(folder);
    for (Path run : runs) {
      try {
        configs.put(run, asked(RunDirectory.config(run), length, classpath));
      } catch (IOException e) {
        if (runs.size() == 1) {
          throw e;
        }
        String sentence = Failures.sentence(e);
        command.getErr().println("warning: " + Outside.sentence(sentence));
        lost.add(new RunTable.Ending(null, run, 0, Double.NaN, sentence));
      }
    }
    List<@Nullable Accelerator> accelerators =
        device.accelerators(List.copyOf(configs.values()), this::note);
    List<Campaign.Job> jobs = new ArrayList<>();
    configs.forEach(
        (run, config) -> {
          @Nullable Accelerator accelerator = accelerators.get(jobs.size());
          RunOnDisk.Machine machine = machineChoice.machine(accelerator);
          Campaign.Opening opening =
              observer -> RunOnDisk.resume(run, length, classpath, machine, observer);
          jobs.add(new Campaign.Job(config, run, accelerator, opening.asked(command)));
        });
    return jobs;
  }

  private OptionalLong length() {
    Long wanted = steps;
    if (wanted != null && wanted < 1) {
      throw new IllegalArgumentException("--steps must be >= 1, was " + wanted);
    }
    return wanted == null ? OptionalLong.empty() : OptionalLong.of(wanted);
  }

  private static RunConfig asked(RunConfig kept, OptionalLong length, List<String> classpath) {
    RunConfig config = length.isPresent() ? kept.withSteps(length.getAsLong()) : kept;
    return classpath.isEmpty() ? config : config.withClasspath(classpath);
  }
}
