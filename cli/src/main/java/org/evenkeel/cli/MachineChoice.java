package org.evenkeel.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.evenkeel.lab.config.RunConfig;
import org.evenkeel.lab.run.MachineMemory;
import org.evenkeel.lab.run.RunOnDisk;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The arguments on which the time of a run depends, but not its result.
final class MachineChoice {
  private static final int MOST_JOBS = 1_000;

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

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description =
          "Runs at the same time (default: as many as there are cores for their threads); fewer if the memory is too"
              + " small for that. The result is the same.")
  private @Nullable Integer jobs;

  MachineChoice() {}

  /// How many of these runs to have at the same time; of several it is told in a line.
  ///
  /// @throws IllegalArgumentException if a number is out of range, or not even one fits this machine
  int atOnce(List<RunConfig> runs, PrintWriter out) {
    Integer asked = jobs;
    if (asked != null && (asked < 1 || asked > MOST_JOBS)) {
      throw new IllegalArgumentException("--jobs must be 1 to " + MOST_JOBS + ", was " + asked);
    }
    if (runs.size() < 2) {
      return 1;
    }
    int wanted = asked == null ? Runtime.getRuntime().availableProcessors() / threads : asked;
    MachineMemory.Fit fit = MachineMemory.fit(runs, Math.clamp(wanted, 1, runs.size()));
    out.printf(Locale.ROOT, "at once      %d of %d runs%s%n", fit.atOnce(), runs.size(), fit.why());
    return fit.atOnce();
  }

  /// @throws IllegalArgumentException if --jobs is given, which is about this machine
  void refuseJobs() {
    if (jobs != null) {
      throw new IllegalArgumentException(
          "--jobs is about this machine: with --on there are as many runs at once as the cluster has cores for");
    }
  }

  /// @throws IllegalArgumentException if a number is out of range
  RunOnDisk.Machine machine() {
    return new RunOnDisk.Machine(threads, checkpointSeconds);
  }
}
