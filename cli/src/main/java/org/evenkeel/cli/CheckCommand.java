package org.evenkeel.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.evenkeel.core.env.EnvironmentCheck;
import org.evenkeel.core.internal.Outside;
import org.evenkeel.lab.config.Tasks;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `evenkeel check`: explains the faults of an environment.
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description = {
      "Tests an environment and explains what is wrong with it: shapes, ranges, ends of episodes,"
          + " randomness that does not come from its seed. Exits with 1 if it finds a problem."
    })
final class CheckCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private EnvironmentChoice choice = new EnvironmentChoice();

  CheckCommand() {}

  @Override
  public Integer call() {
    List<String> problems =
        EnvironmentCheck.problems(
            Failures.asked(spec.commandLine(), () -> Tasks.find(choice.name, choice.classpath())));
    FamiliesChoice.warn(spec.commandLine(), choice.classpath());
    PrintWriter out = spec.commandLine().getOut();
    problems.forEach(problem -> out.println(Outside.sentence(problem)));
    if (problems.isEmpty()) {
      out.println("no problems found in " + Outside.sentence(choice.name));
    }
    out.flush();
    return problems.isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
  }
}
