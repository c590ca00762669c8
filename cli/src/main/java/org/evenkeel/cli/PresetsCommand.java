package org.evenkeel.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.evenkeel.core.internal.Nearest;
import org.evenkeel.lab.config.Presets;
import org.evenkeel.lab.config.Tasks;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `evenkeel presets`: lists or prints the sets of hyper-parameters that come with the program.
@Command(
    name = "presets",
    mixinStandardHelpOptions = true,
    description =
        "Lists the built-in presets and those of your environment families, or prints one: its hyper-parameters with"
            + " their sources.",
    footer = {
      "",
      "${ROOT-COMMAND-NAME} presets",
      "${ROOT-COMMAND-NAME} presets cartpole > mine.yaml",
      "${ROOT-COMMAND-NAME} train cartpole --preset mine.yaml",
      "",
      "Your own file is applied on top of the environment's preset. With 'base: none' in it, it is applied to the"
          + " library's defaults; with 'base: NAME', to a built-in preset."
    })
final class PresetsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      description = "Preset to print.",
      completionCandidates = Candidates.OfPresets.class)
  private @Nullable String name;

  @Mixin private FamiliesChoice families = new FamiliesChoice();

  PresetsCommand() {}

  @Override
  public Integer call() throws IOException {
    List<String> classpath = Failures.asked(spec.commandLine(), families::classpath);
    Presets presets = Presets.of(Tasks.catalog(classpath));
    PrintWriter out = spec.commandLine().getOut();
    String wanted = name;
    if (wanted == null) {
      FamiliesChoice.warn(spec.commandLine(), classpath);
      int width = presets.names().stream().mapToInt(String::length).max().orElse(0);
      for (String each : presets.names()) {
        out.println(each + " ".repeat(width - each.length() + 2) + presets.named(each).purpose());
      }
    } else {
      if (!presets.names().contains(wanted)) {
        throw new ParameterException(
            spec.commandLine(),
            "there is no preset '" + wanted + "'" + Nearest.question(wanted, presets.names()));
      }
      out.print(presets.named(wanted).text());
    }
    out.flush();
    return ExitCode.OK;
  }
}
