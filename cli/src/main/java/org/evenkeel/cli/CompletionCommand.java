package org.evenkeel.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `evenkeel completion`: prints a shell script that completes commands, options and names.
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    description =
        "Prints a script that lets your shell complete commands, options, environments and presets.",
    footer = {
      "",
      "source <(${ROOT-COMMAND-NAME} completion bash)",
      "    enables it in this shell; put it in ~/.bashrc or ~/.zshrc for every shell",
      "",
      "It completes 'evenkeel' and './evenkeel'."
    })
final class CompletionCommand implements Callable<Integer> {
  private static final List<String> SHELLS = List.of("bash", "zsh");

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "SHELL", description = "bash or zsh.")
  private String shell = "";

  @Mixin private FamiliesChoice families = new FamiliesChoice();

  CompletionCommand() {}

  @Override
  public Integer call() {
    if (!SHELLS.contains(shell)) {
      throw new ParameterException(
          spec.commandLine(), "the shell must be bash or zsh, was '" + shell + "'");
    }
    List<String> classpath = Failures.asked(spec.commandLine(), families::classpath);
    FamiliesChoice.warn(spec.commandLine(), classpath);
    // The script is the same for both shells: in zsh it turns on bash completion itself. The fresh
    // command line is named 'evenkeel', whatever the user typed.
    CommandLine fresh = Main.commandLine(classpath).setCommandName("evenkeel");
    String script = AutoComplete.bash("evenkeel", fresh);
    PrintWriter out = spec.commandLine().getOut();
    out.print(withFolderName(script));
    out.flush();
    return ExitCode.OK;
  }

  /// Adds `./evenkeel` to the script's last line, which names only the commands passed to the generator.
  private static String withFolderName(String script) {
    return script.replaceAll(
        "(?m)^(complete .*) evenkeel evenkeel\\.sh evenkeel\\.bash$", "$1 evenkeel ./evenkeel");
  }
}
