package org.evenkeel.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.evenkeel.bench.BenchReport;
import org.evenkeel.bench.BenchResult;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `evenkeel bench`: how fast this machine computes.
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description = {
      "Measures this machine: the ceiling of a core, the products of the Nature and MinAtar layers as a"
          + " share of it, and one learning update of the Nature, MinAtar, Gridworld and CartPole"
          + " networks with 1 and 10 target networks, with the bytes it allocates."
    },
    footer = {
      "",
      "'remembered' rows reuse the values of frozen target networks, as training does; 'passes' are the"
          + " target passes for each sample. docs/performance.md explains the numbers."
    })
final class BenchCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--json", paramLabel = "FILE", description = "Also write the rows to FILE.")
  private @Nullable Path json;

  @Option(
      names = "--only",
      paramLabel = "REGEX",
      defaultValue = "",
      description = "Only rows whose name contains a match, for example 'minatar'.")
  private String only = "";

  @Option(
      names = "--threads",
      split = ",",
      paramLabel = "N",
      defaultValue = "1,2",
      description = "Threads of an update (default: ${DEFAULT-VALUE}).")
  private List<Integer> threads = List.of();

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "0.6",
      description = "Length of each of a row's eight iterations (default: ${DEFAULT-VALUE}).")
  private double seconds;

  BenchCommand() {}

  @Override
  public Integer call() throws RunnerException, IOException {
    BenchReport.Settings settings = settings();
    Path file = json;
    if (file != null) {
      // Before minutes of measuring: the same file is written again at the end.
      write(file, "");
    }
    BenchResult result = new BenchReport(settings, spec.commandLine().getOut()).run();
    if (file != null) {
      write(file, result.json());
      spec.commandLine().getOut().println("written to " + file);
    }
    return ExitCode.OK;
  }

  private BenchReport.Settings settings() {
    try {
      return new BenchReport.Settings(Pattern.compile(only), threads, seconds);
    } catch (PatternSyntaxException e) {
      throw new ParameterException(
          spec.commandLine(), "--only must be a regular expression: " + e.getDescription(), e);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--" + e.getMessage(), e);
    }
  }

  private static void write(Path file, String text) throws IOException {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new IOException("cannot write to '" + file + "': " + e.getClass().getSimpleName(), e);
    }
  }
}
