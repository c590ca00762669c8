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

/// The options of every command that runs experiments, and the conversion of an experiment's own options to command
/// options.
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
              + " trial. With --on: threads per trial (default: 1). Does not change the result.")
  private @Nullable Integer threads;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Folder for all results (default: a folder in runs named after the experiment, which the command prints)."
              + " Experiments in the same folder share a page.")
  @Nullable Path out;

  @Option(
      names = "--retry-failed",
      description =
          "Repeat the trials that diverged. With the same program they diverge again at the same step.")
  boolean retryFailed;

  @Mixin final DeviceChoice device = new DeviceChoice();

  @Mixin final ClusterChoice cluster = new ClusterChoice();

  ExperimentChoice() {}

  /// Returns the number of threads for one trial on a cluster.
  int threadsEach() {
    return threads == null ? 1 : threads;
  }

  /// Returns the largest number of trials on a GPU at once.
  int mostAccelerated() {
    return threads == null ? Integer.MAX_VALUE : threads;
  }

  int threads() {
    return threads == null ? Runtime.getRuntime().availableProcessors() : threads;
  }

  /// Adds an experiment's options to a command.
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

  /// Returns the options that the user typed, by name without hyphens.
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

  /// Refuses options before the name of a subcommand: they would belong to the parent command and have no effect.
  static void refuseOptionsBefore(CommandSpec spec) {
    List<String> before =
        spec.parent().commandLine().getParseResult().matchedOptions().stream()
            .map(OptionSpec::longestName)
            .filter(name -> !name.equals(ExperimentsCommand.CLASSPATH)) // already read
            .toList();
    if (!before.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          "%s must come after '%s': '%s %s ...'"
              .formatted(
                  String.join(", ", before), spec.name(), spec.qualifiedName(), before.getFirst()));
    }
  }

  /// Escapes percent signs, which picocli would read as format specifiers.
  static String plain(String text) {
    return text.replace("%", "%%");
  }
}
