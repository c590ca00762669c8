package org.evenkeel.cli;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.evenkeel.core.internal.Outside;
import org.evenkeel.envs.Catalog;
import org.evenkeel.envs.EnvironmentFamily;
import org.evenkeel.envs.FamilyOption;
import org.evenkeel.envs.OptionValues;
import org.evenkeel.lab.config.Tasks;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `evenkeel envs`: lists the environments.
@Command(
    name = "envs",
    mixinStandardHelpOptions = true,
    description = "Lists the built-in environments and those of your own environment families.",
    footer = {
      "",
      "Your own environment: ${ROOT-COMMAND-NAME} train my.pkg.Thermostat --classpath my.jar",
      "Your own family: ${ROOT-COMMAND-NAME} envs --classpath my.jar"
    })
final class EnvsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private FamiliesChoice families = new FamiliesChoice();

  EnvsCommand() {}

  @Override
  public Integer call() throws Exception {
    List<String> classpath = Failures.asked(spec.commandLine(), families::classpath);
    FamiliesChoice.warn(spec.commandLine(), classpath);
    Catalog catalog = Tasks.catalog(classpath);
    Map<String, String> lines = new LinkedHashMap<>();
    catalog.all().forEach(entry -> lines.put(entry.name(), entry.description()));
    catalog.families().stream()
        .filter(EnvironmentFamily::isLarge)
        .forEach(family -> lines.put(family.id() + "/GAME", family.description()));
    int width = lines.keySet().stream().mapToInt(String::length).max().orElse(0);
    PrintWriter out = spec.commandLine().getOut();
    lines.forEach(
        (name, description) ->
            out.println(padded(name, width) + "  " + Outside.sentence(description)));
    catalog.families().forEach(family -> printOptions(family, out));
    out.flush();
    return ExitCode.OK;
  }

  private static void printOptions(EnvironmentFamily family, PrintWriter out) {
    List<FamilyOption> options = family.options();
    if (options.isEmpty()) {
      return;
    }
    int names = options.stream().mapToInt(option -> option.name().length()).max().orElse(0);
    int values = options.stream().mapToInt(option -> option.values().length()).max().orElse(0);
    out.printf("%n%s games accept options after a colon. The defaults are%n", family.id());
    out.printf(
        "%s/%s:%s%n", family.id(), family.games().getFirst(), OptionValues.standard(options));
    for (FamilyOption option : options) {
      out.println(
          Outside.sentence(
              "    %s  %s  %s"
                  .formatted(
                      padded(option.name(), names),
                      padded(option.values(), values),
                      option.meaning())));
    }
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(width - text.length());
  }
}
