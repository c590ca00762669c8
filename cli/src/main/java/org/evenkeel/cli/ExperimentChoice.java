package org.evenkeel.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.lab.experiment.ExperimentOption;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// The options of every command that computes experiments, and how those of the experiments themselves become options of a
/// command.
final class ExperimentChoice {
  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description =
          "Seed of the first trial; later trials use the following seeds (default: ${DEFAULT-VALUE}).")
  long seed;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description =
          "Trials to run in parallel (default: one per core). If memory allows fewer, the spare threads share a"
              + " trial. With --on, threads of each trial (default: 1). The result is the same.")
  private @Nullable Integer threads;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Where everything goes (default: a folder in runs, named after the experiment; the command says which)."
              + " Experiments in one folder share a page.")
  @Nullable Path out;

  @Option(
      names = "--retry-failed",
      description =
          "Computes trials again that diverged before. With the same program they diverge again at the same step.")
  boolean retryFailed;

  @Mixin final ClusterChoice cluster = new ClusterChoice();

  ExperimentChoice() {}

  /// On a cluster: how many compute one trial.
  int threadsEach() {
    return threads == null ? 1 : threads;
  }

  int threads() {
    return threads == null ? Runtime.getRuntime().availableProcessors() : threads;
  }

  /// Adds options of experiments to a command.
  static void add(List<ExperimentOption> options, CommandSpec spec) {
    for (ExperimentOption option : options) {
      spec.addOption(
          OptionSpec.builder("--" + option.name())
              .paramLabel(option.label())
              .type(String.class)
              .description(plain(option.description()))
              .build());
    }
  }

  /// Those that the user typed, by their names without hyphens.
  static Map<String, String> given(List<ExperimentOption> options, CommandSpec spec) {
    Map<String, String> given = new LinkedHashMap<>();
    for (ExperimentOption option : options) {
      String text = spec.findOption("--" + option.name()).getValue();
      if (text != null) {
        given.put(option.name(), text);
      }
    }
    return given;
  }

  /// Refuses options that stand before the name of a subcommand: they belong to the command above it, and would mean
  /// nothing.
  static void refuseOptionsBefore(CommandSpec spec) {
    List<String> before =
        spec.parent().commandLine().getParseResult().matchedOptions().stream()
            .map(OptionSpec::longestName)
            .filter(name -> !name.equals(ExperimentsCommand.CLASSPATH)) // was read before
            .toList();
    if (!before.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          "%s must stand after '%s': '%s %s ...'"
              .formatted(
                  String.join(", ", before), spec.name(), spec.qualifiedName(), before.getFirst()));
    }
  }

  /// A text as picocli shows it unchanged: there, a percent sign begins a format.
  static String plain(String text) {
    return text.replace("%", "%%");
  }
}
