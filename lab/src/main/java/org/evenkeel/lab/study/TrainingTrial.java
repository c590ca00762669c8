package org.evenkeel.lab.study;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import org.evenkeel.lab.run.RunOnDisk;
import org.evenkeel.lab.run.RunOnDisk.Evaluated;

/// A trial that is a training run: it saves its progress, and its policy when it is finished.
public interface TrainingTrial extends Trial {
  /// Returns the run.
  TrainingRun asRun();

  /// Returns the time between its checkpoints, in seconds.
  double checkpointSeconds();

  /// Returns the columns to save from its evaluations.
  Map<String, double[]> columns(List<Evaluated> evaluations);

  @Override
  default long memoryBytes() {
    return asRun().memoryBytes();
  }

  @Override
  default long heapBytes() {
    return asRun().heapBytes();
  }

  @Override
  default void requireComputable() {
    asRun().requireComputable();
  }

  @Override
  default double begun(Path folder) throws IOException {
    return asRun().begun(folder);
  }

  /// Throws an exception, since a training run needs a folder.
  @Override
  default Map<String, double[]> run(DoubleConsumer progress) {
    throw new UnsupportedOperationException("a training run needs a folder");
  }

  @Override
  default Map<String, double[]> run(
      Path folder, int threads, DoubleConsumer progress, Consumer<String> warnings)
      throws IOException {
    return run(folder, new RunOnDisk.Machine(threads, checkpointSeconds()), progress, warnings);
  }

  /// Computes the trial in its own folder, as [Trial#run(Path, int, DoubleConsumer, Consumer)] does.
  ///
  /// @param machine the threads, and an accelerator that can compute this run
  default Map<String, double[]> run(
      Path folder, RunOnDisk.Machine machine, DoubleConsumer progress, Consumer<String> warnings)
      throws IOException {
    return columns(asRun().run(folder, machine, progress, warnings));
  }

  @Override
  default Optional<Map<String, double[]>> rebuilt(Path folder) throws IOException {
    return asRun().finished(folder).map(this::columns);
  }

  @Override
  default boolean isOwn(Path folder) throws IOException {
    return asRun().isIn(folder);
  }

  /// Removes the checkpoints, but keeps the rows and the policy, which can be read and watched.
  @Override
  default void kept(Path folder, TrialResult result) throws IOException {
    asRun().kept(folder, result instanceof TrialResult.Finished);
  }
}
