package org.evenkeel.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.evenkeel.core.train.Accelerator;
import org.evenkeel.lab.config.RunConfig;
import org.evenkeel.lab.run.AcceleratedRuns;
import org.evenkeel.lab.run.MachineMemory;
import org.evenkeel.lab.run.RunOnDisk;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The arguments that affect the duration of a run, but not its result.
final class MachineChoice {
  private static final int MOST_JOBS = 1_000;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "1",
      description = "Threads per run (default: ${DEFAULT-VALUE}). Does not change the result.")
  int threads;

  @Option(
      names = "--checkpoint-seconds",
      paramLabel = "S",
      defaultValue = "60",
      description =
          "Seconds between checkpoints (default: ${DEFAULT-VALUE}). The first ones come sooner.")
  private double checkpointSeconds;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description =
          "Runs in parallel (default: as many as there are cores for their threads, or as fit into the memory of a GPU;"
              + " fewer if memory is short). Does not change the result.")
  private @Nullable Integer jobs;

  @Mixin final DeviceChoice device = new DeviceChoice();

  MachineChoice() {}

  /// Returns the numbers of these runs to drive in parallel, and prints them if there are several runs or a GPU.
  ///
  /// @throws IllegalArgumentException if a number is out of range, or not even one run fits this machine
  Campaign.AtOnce atOnce(List<Campaign.Job> runs, PrintWriter out) {
    Integer asked = jobs;
    if (asked != null && (asked < 1 || asked > MOST_JOBS)) {
      throw new IllegalArgumentException("--jobs must be 1 to " + MOST_JOBS + ", was " + asked);
    }
    List<RunConfig> there = new ArrayList<>();
    List<RunConfig> here = new ArrayList<>();
    Accelerator accelerator = null;
    for (Campaign.Job run : runs) {
      if (run.accelerator() == null) {
        here.add(run.config());
      } else {
        accelerator = run.accelerator();
        there.add(run.config());
      }
    }
    int onDevice = 0;
    if (accelerator != null) {
      int wanted = Math.min(there.size(), asked == null ? Integer.MAX_VALUE : asked);
      MachineMemory.Fit fit = AcceleratedRuns.fit(accelerator, there, wanted);
      onDevice = fit.atOnce();
      out.println(Device.line(accelerator, onDevice, there.size(), fit.why()));
    }
    return new Campaign.AtOnce(onDevice, here.isEmpty() ? 0 : onCpu(here, out));
  }

  private int onCpu(List<RunConfig> runs, PrintWriter out) {
    Integer asked = jobs;
    if (runs.size() < 2) {
      return 1;
    }
    int wanted = asked == null ? Runtime.getRuntime().availableProcessors() / threads : asked;
    MachineMemory.Fit fit = MachineMemory.fit(runs, Math.clamp(wanted, 1, runs.size()));
    out.printf(Locale.ROOT, "at once      %d of %d runs%s%n", fit.atOnce(), runs.size(), fit.why());
    return fit.atOnce();
  }

  /// @throws IllegalArgumentException if `--jobs` is given, which does not apply to a cluster
  void refuseJobs() {
    if (jobs != null) {
      throw new IllegalArgumentException(
          "--jobs does not apply with --on: the cluster runs as many at once as it has cores for");
    }
  }

  /// @throws IllegalArgumentException if a number is out of range
  ///
  /// @param accelerator the GPU that trains; null for the CPU
  RunOnDisk.Machine machine(@Nullable Accelerator accelerator) {
    return new RunOnDisk.Machine(threads, checkpointSeconds, accelerator);
  }
}
