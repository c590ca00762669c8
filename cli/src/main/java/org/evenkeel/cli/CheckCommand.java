package org.evenkeel.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.evenkeel.core.env.EnvironmentCheck;
import org.evenkeel.lab.run.Tasks;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `evenkeel check`: what is wrong with an environment, in sentences.
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description = {
      "Tries an environment and says in sentences what is wrong with it: shapes, ranges, ends,"
          + " randomness that does not come from its seed. Exits with 1 if anything is."
    })
final class CheckCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private EnvironmentChoice choice = new EnvironmentChoice();

  CheckCommand() {}

  @Override
  public Integer call() {
    List<String> problems;
    try {
      problems = EnvironmentCheck.problems(Tasks.find(choice.name, choice.classpath()));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
    PrintWriter out = spec.commandLine().getOut();
    problems.forEach(out::println);
    if (problems.isEmpty()) {
      out.println("no problems found in " + choice.name);
    }
    out.flush();
    return problems.isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
  }
}
