package org.evenkeel.cli;

import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.evenkeel.bench.TrainingSetting;
import org.evenkeel.bench.TrainingSpeed;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `evenkeel bench training`: measures how fast this machine trains.
@Command(
    name = "training",
    mixinStandardHelpOptions = true,
    description = {
      "Measures training speed in steps per second (environment, replay buffer and learning), of DQN on CartPole, or of"
          + " DQN or Averaged-DQN on MinAtar's or Atari's Breakout, and the bytes allocated per step. Prints one line"
          + " of JSON."
    },
    footer = {
      "",
      "bench/peers/training compares it with Stable-Baselines3, bench/peers/minatar and"
          + " bench/peers/atari with PyTorch."
          + " docs/performance.md explains the numbers."
    })
final class BenchTrainingCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--setting",
      paramLabel = "NAME",
      defaultValue = "every-step",
      description =
          "sb3-defaults, every-step, every-step-remembered, minatar-1, minatar-10, minatar-10-together,"
              + " atari-1, atari-10 or atari-10-together (default: ${DEFAULT-VALUE}).")
  private String setting = "";

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "1",
      description = "Threads per update (default: ${DEFAULT-VALUE}).")
  private int threads;

  @Option(
      names = "--trials",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Training runs in parallel; their steps are added up (default: ${DEFAULT-VALUE}).")
  private int trials;

  @Option(
      names = "--warmup-seconds",
      paramLabel = "S",
      defaultValue = "5",
      description = "Seconds to train before measuring (default: ${DEFAULT-VALUE}).")
  private double warmupSeconds;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "5",
      description = "Seconds to measure (default: ${DEFAULT-VALUE}).")
  private double seconds;

  BenchTrainingCommand() {}

  @Override
  public Integer call() {
    check("--threads", threads);
    check("--trials", trials);
    check("--warmup-seconds", warmupSeconds);
    check("--seconds", seconds);
    spec.commandLine()
        .getOut()
        .println(TrainingSpeed.measure(chosen(), threads, trials, warmupSeconds, seconds).json());
    return ExitCode.OK;
  }

  private TrainingSetting chosen() {
    for (TrainingSetting each : TrainingSetting.values()) {
      if (each.title().equals(setting)) {
        return each;
      }
    }
    throw usage(
        "--setting must be one of "
            + Arrays.stream(TrainingSetting.values())
                .map(TrainingSetting::title)
                .collect(Collectors.joining(", "))
            + ", was '"
            + setting
            + "'");
  }

  private void check(String option, int value) {
    if (value < 1 || value > TrainingSpeed.MOST_THREADS) {
      throw usage(
          "%s must be 1 to %d, was %d".formatted(option, TrainingSpeed.MOST_THREADS, value));
    }
  }

  private void check(String option, double value) {
    if (!(value >= 0 && value <= TrainingSpeed.MOST_SECONDS)) {
      throw usage(
          "%s must be 0 to %d, was %s"
              .formatted(option, Math.round(TrainingSpeed.MOST_SECONDS), value));
    }
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
