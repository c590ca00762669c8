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
import org.evenkeel.bench.DeviceFailedException;
import org.evenkeel.bench.DeviceReport;
import org.evenkeel.core.internal.AtomicFile;
import org.evenkeel.core.internal.Outside;
import org.evenkeel.cuda.Gpu;
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
          + " each MinAtar game; and 100 steps of Atari's Breakout if its ROM is installed.",
      "",
      "With --device cuda, measures complete training of MinAtar's Breakout instead: many runs at once on an NVIDIA GPU,"
          + " and one run per core of this machine; the memory of a run on the GPU; the time of each kernel; and the"
          + " shares of the GPU's limits, which are the speed of a copy (measured) and of FP32 arithmetic (theoretical)."
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

  @Option(
      names = "--device",
      paramLabel = "cpu|cuda|auto",
      completionCandidates = DeviceChoice.Names.class,
      defaultValue = DeviceChoice.CPU,
      description =
          "Measure the CPU, training on an NVIDIA GPU beside the CPU, or the latter if there is a GPU"
              + " (default: ${DEFAULT-VALUE}).")
  private String device = DeviceChoice.CPU;

  @Option(
      names = "--runs",
      split = ",",
      paramLabel = "N",
      defaultValue = "128,264",
      description = "With --device: runs at once on the GPU (default: ${DEFAULT-VALUE}).")
  private List<Integer> runs = List.of();

  @Option(
      names = "--k",
      split = ",",
      paramLabel = "K",
      defaultValue = "1,10",
      description = "With --device: target networks of each run (default: ${DEFAULT-VALUE}).")
  private List<Integer> ks = List.of();

  @Option(
      names = "--settling-steps",
      paramLabel = "N",
      description =
          "With --device: learning steps before a measurement (default: K target periods, after which as many target"
              + " values are cached as in a long run).")
  private @Nullable Integer settlingSteps;

  BenchCommand() {}

  @Override
  public Integer call() throws RunnerException, DeviceFailedException {
    checkOptions();
    try (Device opened =
        Failures.asked(
            spec.commandLine(), () -> DeviceChoice.open(device, "measuring", this::note))) {
      Gpu gpu = opened.gpu();
      return gpu == null ? measureCpu() : measure(gpu);
    }
  }

  /// Refuses options of the other measurement. Under `auto` both kinds are in order: which of them apply depends on the
  /// machine.
  private void checkOptions() {
    if (device.equals(DeviceChoice.CPU)) {
      refuse("--device cuda or --device auto", "--runs", "--k", "--settling-steps");
    } else if (device.equals(DeviceChoice.CUDA)) {
      refuse("--device cpu", "--only", "--threads");
    }
  }

  private void refuse(String needed, String... options) {
    for (String option : options) {
      if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
        throw usage(option + " needs " + needed);
      }
    }
  }

  private void note(String sentence) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("note: " + Outside.sentence(sentence));
    err.flush();
  }

  private int measure(Gpu gpu) throws DeviceFailedException {
    PrintWriter out = spec.commandLine().getOut();
    DeviceReport report =
        Failures.asked(
            spec.commandLine(),
            () ->
                new DeviceReport(
                    new DeviceReport.Settings(runs, ks, seconds, settlingSteps), gpu, out));
    Path file = json;
    if (file == null) {
      report.run(result -> {});
      return ExitCode.OK;
    }
    checkWritable(file);
    report.run(result -> write(file, result));
    out.println("wrote " + Outside.path(file));
    return ExitCode.OK;
  }

  private int measureCpu() throws RunnerException {
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
