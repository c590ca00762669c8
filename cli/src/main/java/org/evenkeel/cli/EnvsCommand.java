package org.evenkeel.cli;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.evenkeel.envs.EnvironmentFamily;
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
    footer = {
      "",
      "One of your own: ${ROOT-COMMAND-NAME} train my.pkg.Thermostat --classpath my.jar"
    })
final class EnvsCommand implements Callable<Integer> {
  private static final String PUBLISHED = "sticky=0.1,ramping=on,actions=full";

  private static final List<String> ATARI =
      List.of(
          "",
          "Atari games take options too. These are the defaults, as used by the paper's authors:",
          "atari/breakout:actions=minimal,sticky=0,skip=4,pool=average,resize=linear,noops=4-29,"
              + "limit=72000,repeat=whole,start=lead-in,mode=default,difficulty=default",
          "(actions minimal, full; sticky 0 to 1; skip frames; pool max, average, last; resize area,"
              + " linear, torch;",
          "noops A-B, 0 for none; limit in frames, 0 for none; repeat whole, life; start lead-in, zeros, repeat)");

  @Spec private CommandSpec spec = CommandSpec.create();

  EnvsCommand() {}

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    Map<String, String> lines = new LinkedHashMap<>();
    Environments.all().forEach(entry -> lines.put(entry.name(), entry.description()));
    Environments.families().stream()
        .filter(EnvironmentFamily::isLarge)
        .forEach(family -> lines.put(family.id() + "/GAME", family.description()));
    int width = lines.keySet().stream().mapToInt(String::length).max().orElse(0);
    lines.forEach(
        (name, description) ->
            out.println(name + " ".repeat(width - name.length() + 2) + description));
    out.println();
    out.println("MinAtar games take options after the name. These are those of published results:");
    out.println(
        "minatar/breakout:"
            + PUBLISHED
            + " (sticky 0 to 1; ramping on, off; actions full, minimal)");
    if (Environments.families().stream().anyMatch(family -> family.id().equals("atari"))) {
      ATARI.forEach(out::println);
    }
    out.flush();
    return ExitCode.OK;
  }
}
