package org.evenkeel.cli;

import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.evenkeel.bench.TrainingSpeed;
import org.evenkeel.bench.TrainingSpeed.Setting;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `evenkeel bench training`: how fast this machine trains.
@Command(
    name = "training",
    mixinStandardHelpOptions = true,
    description = {
      "Measures the steps a second of training DQN on CartPole with one thread (environment, memory and"
          + " learning), and the bytes that a step allocates, and prints them as a line of JSON."
    },
    footer = {
      "",
      "bench/peers/training sets it beside Stable-Baselines3. docs/performance.md explains the numbers."
    })
final class BenchTrainingCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--setting",
      paramLabel = "NAME",
      defaultValue = "every-step",
      description =
          "sb3-defaults, every-step or every-step-remembered (default: ${DEFAULT-VALUE}).")
  private String setting = "";

  @Option(
      names = "--warmup-seconds",
      paramLabel = "S",
      defaultValue = "5",
      description = "How long to train before it counts (default: ${DEFAULT-VALUE}).")
  private double warmupSeconds;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "5",
      description = "How long to measure (default: ${DEFAULT-VALUE}).")
  private double seconds;

  BenchTrainingCommand() {}

  @Override
  public Integer call() {
    check("--warmup-seconds", warmupSeconds);
    check("--seconds", seconds);
    spec.commandLine()
        .getOut()
        .println(TrainingSpeed.measure(chosen(), warmupSeconds, seconds).json());
    return ExitCode.OK;
  }

  private Setting chosen() {
    for (Setting each : Setting.values()) {
      if (each.title().equals(setting)) {
        return each;
      }
    }
    throw usage(
        "--setting must be one of "
            + Arrays.stream(Setting.values()).map(Setting::title).collect(Collectors.joining(", "))
            + ", was '"
            + setting
            + "'");
  }

  private void check(String option, double value) {
    if (!(value >= 0 && value <= TrainingSpeed.MOST_SECONDS)) {
      throw usage(
          "%s must be 0 to %.0f, was %s".formatted(option, TrainingSpeed.MOST_SECONDS, value));
    }
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
