package org.evenkeel.cli;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.evenkeel.core.train.Accelerator;
import org.evenkeel.cuda.Gpu;
import org.evenkeel.lab.config.RunConfig;
import org.evenkeel.lab.run.AcceleratedRuns;
import org.evenkeel.lab.study.TrainingTrial;
import org.evenkeel.lab.study.TrialRunner;
import org.jspecify.annotations.Nullable;

/// The device on which a command trains, open for as long as the command runs.
final class Device implements AutoCloseable {
  private final @Nullable Gpu gpu;

  /// Whether a run that the GPU cannot compute is an error.
  private final boolean required;

  Device(@Nullable Gpu gpu, boolean required) {
    this.gpu = gpu;
    this.required = required;
  }

  /// Returns the CPU.
  static Device cpu() {
    return new Device(null, false);
  }

  /// Returns the GPU; null for the CPU.
  @Nullable Accelerator accelerator() {
    return gpu;
  }

  /// Returns the GPU as itself; null for the CPU.
  @Nullable Gpu gpu() {
    return gpu;
  }

  /// Decides for each run where it is trained.
  ///
  /// @param notes the receiver of a sentence about the runs that the GPU cannot compute
  /// @return for each run the GPU, or null for the CPU
  /// @throws IllegalArgumentException if the GPU cannot compute one of them and must
  List<@Nullable Accelerator> accelerators(List<RunConfig> runs, Consumer<String> notes) {
    List<@Nullable Accelerator> chosen = new ArrayList<>();
    Map<RunConfig, String> refusals = new HashMap<>();
    String why = "";
    int refused = 0;
    for (RunConfig run : runs) {
      String refusal = refusals.computeIfAbsent(run.withSeed(0), this::refusal);
      chosen.add(refusal.isEmpty() ? gpu : null);
      if (!refusal.isEmpty()) {
        refused++;
        why = refusal;
      }
    }
    if (refused > 0) {
      notes.accept(onCpu(refused, runs.size(), why));
    }
    return chosen;
  }

  /// Checks trials as [#accelerators] checks runs, and describes the use of the GPU.
  void check(List<TrialRunner.Batch> batches, Consumer<String> notes) {
    List<RunConfig> runs =
        batches.stream()
            .flatMap(batch -> batch.trials().stream())
            .filter(TrainingTrial.class::isInstance)
            .map(trial -> ((TrainingTrial) trial).asRun().config())
            .toList();
    var _ = accelerators(runs, sentence -> notes.accept("note: " + sentence));
    for (TrialRunner.Batch batch : batches) {
      if (batch.accelerator() != null) {
        notes.accept(line(batch.accelerator(), batch.atOnce(), batch.trials().size(), ""));
      }
    }
  }

  /// Returns `device       NVIDIA H200, 64 of 64 runs at once`.
  ///
  /// @param why the limiting memory, to complete the line; or empty
  static String line(Accelerator accelerator, int atOnce, int runs, String why) {
    return "device       "
        + accelerator.name()
        + (runs == 1 ? "" : String.format(Locale.ROOT, ", %d of %d runs at once", atOnce, runs))
        + why;
  }

  private String refusal(RunConfig run) {
    Gpu there = gpu;
    String refusal = there == null ? "" : AcceleratedRuns.refusal(there, run);
    if (required && !refusal.isEmpty()) {
      throw new IllegalArgumentException(
          "the GPU cannot train this run: "
              + refusal
              + "; use --device cpu, or --device auto to train only such runs on the CPU");
    }
    return refusal;
  }

  private static String onCpu(int refused, int all, String why) {
    return all == 1
        ? "training on the CPU: " + why
        : "training %d of %d runs on the CPU: %s".formatted(refused, all, why);
  }

  @Override
  public void close() {
    if (gpu != null) {
      gpu.close();
    }
  }
}
