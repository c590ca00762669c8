package org.evenkeel.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.evenkeel.lab.run.RunDirectory;
import org.evenkeel.lab.run.RunOnDisk;
import org.evenkeel.lab.run.Tasks;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `evenkeel resume`: goes on with a run that was stopped or killed.
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

  @Mixin private MachineChoice machineChoice = new MachineChoice();

  ResumeCommand() {}

  @Override
  public Integer call() throws Exception {
    try {
      RunOnDisk.Machine machine = machineChoice.machine();
      List<String> classpath = Tasks.classpath(jars);
      List<Campaign.Job> jobs = new ArrayList<>();
      for (Path run : RunDirectory.runsIn(folder)) {
        jobs.add(
            new Campaign.Job(
                RunDirectory.config(run),
                run,
                observer -> RunOnDisk.resume(run, classpath, machine, observer)));
      }
      return new Campaign(spec.commandLine().getOut(), spec.commandLine().getErr())
          .run(jobs, machine.threads());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }
}
