package org.evenkeel.cli;

import org.evenkeel.lab.run.RunOnDisk;
import picocli.CommandLine.Option;

/// The arguments on which the time of a run depends, but not its result.
final class MachineChoice {
  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "1",
      description = "Threads of a run (default: ${DEFAULT-VALUE}); the result is the same.")
  int threads;

  @Option(
      names = "--checkpoint-seconds",
      paramLabel = "S",
      defaultValue = "60",
      description =
          "Time between checkpoints (default: ${DEFAULT-VALUE}); the first ones come sooner.")
  private double checkpointSeconds;

  MachineChoice() {}

  /// @throws IllegalArgumentException if a number is out of range
  RunOnDisk.Machine machine() {
    return new RunOnDisk.Machine(threads, checkpointSeconds);
  }
}
