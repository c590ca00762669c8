package org.evenkeel.lab.run;

import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.EnvironmentCalls;
import org.evenkeel.core.train.Accelerator;
import org.evenkeel.core.train.RunOutline;
import org.evenkeel.lab.config.RunConfig;
import org.evenkeel.lab.config.Tasks;

/// Decides, before a run exists, whether an accelerator can compute it, and how many runs it computes at once.
public final class AcceleratedRuns {
  private AcceleratedRuns() {}

  /// Returns the reason why an accelerator cannot compute a run, in a clause; empty if it can. A run whose environment
  /// cannot be created has none: it is rejected when it is opened.
  public static String refusal(Accelerator accelerator, RunConfig config) {
    RunOutline run;
    try {
      run = outline(config);
    } catch (IllegalArgumentException e) {
      return "";
    }
    String refusal = accelerator.refusal(run);
    if (!refusal.isEmpty() || accelerator.fits(run) > 0) {
      return refusal;
    }
    return accelerator.name() + " has too little free memory for it";
  }

  /// Returns the number of these runs that fit into the memory of an accelerator and of this machine at the same time,
  /// judged by the largest of them.
  ///
  /// @param runs runs that are not refused
  /// @param most the number of runs wanted
  public static MachineMemory.Fit fit(
      Accelerator accelerator, Collection<RunConfig> runs, int most) {
    List<RunConfig> kinds = runs.stream().map(run -> run.withSeed(0)).distinct().toList();
    int there = most;
    for (RunConfig kind : kinds) {
      there = Math.clamp(fits(accelerator, kind), 1, there);
    }
    MachineMemory.Fit here = MachineMemory.fitAccelerated(kinds, there);
    return there == most || here.atOnce() < there
        ? here
        : new MachineMemory.Fit(
            there, ", not %d: no more fit into its free memory".formatted(most));
  }

  /// Whether this machine has enough memory for runs on an accelerator and for other work at the same time.
  ///
  /// @param runs the runs, judged by the largest of them
  /// @param atOnce the number of them that are trained at once
  /// @param replayBytes memory of the replay buffers of the other work
  /// @param heapBytes heap used by the other work
  public static boolean leaveRoom(
      Collection<RunConfig> runs, int atOnce, long replayBytes, long heapBytes) {
    List<RunConfig> kinds = runs.stream().map(run -> run.withSeed(0)).distinct().toList();
    return MachineMemory.leavesRoom(kinds, atOnce, replayBytes, heapBytes);
  }

  /// Returns the number of runs like this one that fit; any number if it is rejected when it is opened.
  private static int fits(Accelerator accelerator, RunConfig run) {
    try {
      return accelerator.fits(outline(run));
    } catch (IllegalArgumentException e) {
      return Integer.MAX_VALUE;
    }
  }

  private static RunOutline outline(RunConfig config) {
    Supplier<Environment> environments = Tasks.find(config.environment(), config.classpath());
    return EnvironmentCalls.ask(
        environments,
        environment ->
            new RunOutline(
                EnvironmentCalls.identity(environment),
                EnvironmentCalls.spec(environment),
                config.training()));
  }
}
