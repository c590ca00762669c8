package org.evenkeel.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
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
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `evenkeel resume`: goes on with a run that was stopped or killed, or trains a finished one longer.
@Command(
    name = "resume",
    mixinStandardHelpOptions = true,
    description = {
      "Goes on with a run that was stopped or killed, from its last good checkpoint. The result is"
          + " that of a run never interrupted, to the bit."
    })
final class ResumeCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "DIR",
      description = "The folder of the run, or one with the runs of several seeds.")
  private Path folder = Path.of("");

  @Option(
      names = "--classpath",
      paramLabel = "JAR[:JAR]",
      defaultValue = "",
      description = "Where the class of the environment is now, if it has moved.")
  private String jars = "";

  @Option(
      names = "--steps",
      paramLabel = "N",
      description =
          "Another length for the run, more than it has done (default: the one it was started with). The result is"
              + " that of a run started with N steps. A finished run is trained longer; its policy before is kept.")
  private @Nullable Long steps;

  @Mixin private MachineChoice machineChoice = new MachineChoice();

  ResumeCommand() {}

  @Override
  public Integer call() throws Exception {
    try {
      RunOnDisk.Machine machine = machineChoice.machine();
      List<String> classpath = Tasks.classpath(jars);
      OptionalLong length = length();
      List<Campaign.Job> jobs = new ArrayList<>();
      List<RunTable.Ending> lost = new ArrayList<>();
      List<Path> runs = RunDirectory.runsIn(folder);
      for (Path run : runs) {
        try {
          jobs.add(
              new Campaign.Job(
                  asked(RunDirectory.config(run), length, classpath),
                  run,
                  observer -> RunOnDisk.resume(run, length, classpath, machine, observer)));
        } catch (IOException e) {
          if (runs.size() == 1) {
            throw e;
          }
          // One that cannot be read does not stop the others.
          String sentence = String.valueOf(e.getMessage());
          spec.commandLine().getErr().println("warning: " + sentence);
          lost.add(new RunTable.Ending(null, run, 0, Double.NaN, sentence));
        }
      }
      PrintWriter out = spec.commandLine().getOut();
      int atOnce = machineChoice.atOnce(jobs.stream().map(Campaign.Job::config).toList(), out);
      return new Campaign(out, spec.commandLine().getErr()).run(jobs, atOnce, lost);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
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
