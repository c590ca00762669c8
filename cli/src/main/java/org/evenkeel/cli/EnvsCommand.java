package org.evenkeel.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.evenkeel.envs.Environments;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `evenkeel envs`: what there is to train on.
@Command(
    name = "envs",
    mixinStandardHelpOptions = true,
    description = "Lists the environments that come with Evenkeel.",
    footer = {"", "One of your own: evenkeel train my.pkg.Thermostat --classpath my.jar"})
final class EnvsCommand implements Callable<Integer> {
  private static final String PUBLISHED = "sticky=0.1,ramping=on,actions=full";

  @Spec private CommandSpec spec = CommandSpec.create();

  EnvsCommand() {}

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    int width = Environments.all().stream().mapToInt(e -> e.name().length()).max().orElse(0);
    for (Environments.Entry entry : Environments.all()) {
      out.println(
          entry.name() + " ".repeat(width - entry.name().length() + 2) + entry.description());
    }
    out.println();
    out.println(
        "A game of MinAtar may have options behind its name, here those of published results:");
    out.println(
        "minatar/breakout:"
            + PUBLISHED
            + " (sticky 0 to 1; ramping on, off; actions full, minimal)");
    out.flush();
    return ExitCode.OK;
  }
}
