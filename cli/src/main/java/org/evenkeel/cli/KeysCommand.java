package org.evenkeel.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.evenkeel.core.internal.Nearest;
import org.evenkeel.lab.config.ConfigKeys;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `evenkeel keys`: lists every configuration key with its meaning, its allowed values and its default.
@Command(
    name = "keys",
    mixinStandardHelpOptions = true,
    description = {
      "Lists the keys of config.yaml, preset files and 'train --set KEY=VALUE', with their meanings, allowed values"
          + " and library defaults."
    },
    footer = {"", "${ROOT-COMMAND-NAME} keys optimizer"})
final class KeysCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      arity = "0..1",
      paramLabel = "KEY",
      description = "Only this key and those below it (default: all).")
  private @Nullable String only;

  @Option(names = "--markdown", description = "Print the keys as Markdown, as in docs/keys.md.")
  private boolean markdown;

  KeysCommand() {}

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    if (markdown) {
      out.print(ConfigKeys.markdown());
      out.flush();
      return ExitCode.OK;
    }
    List<ConfigKeys.Key> keys = chosen();
    for (ConfigKeys.Key key : keys) {
      out.println(
          key.path() + (key.kinds().isEmpty() ? "" : " (" + String.join(", ", key.kinds()) + ")"));
      out.println("    " + key.meaning());
      out.println(
          "    " + key.values() + (key.standard().isEmpty() ? "" : "; default " + key.standard()));
    }
    out.flush();
    return ExitCode.OK;
  }

  private List<ConfigKeys.Key> chosen() {
    List<ConfigKeys.Key> all = ConfigKeys.all();
    String wanted = only;
    if (wanted == null) {
      return all;
    }
    List<ConfigKeys.Key> chosen =
        all.stream()
            .filter(
                key ->
                    key.path().equals(wanted)
                        || key.path().startsWith(wanted + ".")
                        || key.path().startsWith(wanted + "["))
            .toList();
    if (chosen.isEmpty()) {
      List<String> paths = all.stream().map(ConfigKeys.Key::path).toList();
      List<String> same = paths.stream().filter(path -> path.endsWith("." + wanted)).toList();
      throw new ParameterException(
          spec.commandLine(),
          "there is no key '"
              + wanted
              + "'"
              + (same.isEmpty()
                  ? Nearest.question(wanted, paths)
                  : ": did you mean '" + String.join("' or '", same) + "'?"));
    }
    return chosen;
  }
}
