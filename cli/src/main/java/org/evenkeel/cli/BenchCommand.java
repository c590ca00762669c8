package org.evenkeel.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.evenkeel.bench.BenchReport;
import org.evenkeel.core.internal.AtomicFile;
import org.evenkeel.core.internal.Outside;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `evenkeel bench`: measures how fast this machine computes.
@Command(
    name = "bench",
    subcommands = BenchTrainingCommand.class,
    mixinStandardHelpOptions = true,
    description = {
      "Measures the speed of this machine: the peak of a core; the matrix products of the Nature and MinAtar"
          + " layers, as a share of that peak; one learning update of the Nature, MinAtar, Gridworld and"
          + " CartPole networks with 1 and 10 target networks, and the bytes it allocates; 1000 steps of"
          + " each MinAtar game; and 100 steps of Atari's Breakout if its ROM is installed."
    },
    footer = {
      "",
      "'remembered' rows cache the values of frozen target networks; 'passes' is the number of"
          + " target-network passes per sample. docs/performance.md explains the numbers."
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
      description = "Threads per update (default: ${DEFAULT-VALUE}).")
  private List<Integer> threads = List.of();

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "0.6",
      description =
          "Seconds per iteration (default: ${DEFAULT-VALUE}); a row takes eight iterations.")
  private double seconds;

  BenchCommand() {}

  @Override
  public Integer call() throws RunnerException {
    PrintWriter out = spec.commandLine().getOut();
    BenchReport report = report(out);
    Path file = json;
    if (file == null) {
      report.run(result -> {});
      return ExitCode.OK;
    }
    checkWritable(file);
    // Written after every row, so that Ctrl-C keeps the rows measured so far.
    report.run(result -> write(file, result.json()));
    out.println("wrote " + Outside.path(file));
    return ExitCode.OK;
  }

  private BenchReport report(PrintWriter out) {
    try {
      return new BenchReport(
          new BenchReport.Settings(Pattern.compile(only), threads, seconds), out);
    } catch (PatternSyntaxException e) {
      throw usage("--only must be a regular expression: " + e.getDescription());
    } catch (IllegalArgumentException e) {
      throw usage(String.valueOf(e.getMessage()));
    }
  }

  /// Checks that a file can be written, before minutes of measuring, without changing an existing file.
  private void checkWritable(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    if (Files.isDirectory(file)) {
      throw usage("--json must be a file, but '" + file + "' is a folder");
    }
    if (folder == null || !Files.isDirectory(folder) || !Files.isWritable(folder)) {
      throw usage("--json must be in a folder that can be written to, was '" + file + "'");
    }
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  /// Replaces the file atomically.
  private static void write(Path file, String text) {
    try {
      AtomicFile.write(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write to '" + file + "': " + e, e);
    }
  }
}
