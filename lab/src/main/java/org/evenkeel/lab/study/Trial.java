package org.evenkeel.lab.study;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;

/// One trial of a study: the place of its result, the settings that determine it, and its computation.
public interface Trial {
  /// Returns the path of its result, relative and without extension: `averaged-5/seed3`.
  String name();

  /// Returns the name of its own folder. Trials that are parts of one run share it.
  default String folderName() {
    return name();
  }

  /// Returns everything that determines the result, in one line. Its hash is the trial's identity: a saved result with
  /// other settings is not used. The text must never change for the same settings. Therefore it is written field by
  /// field under fixed names ([TrialText]), without `toString` and independent of the locale: numbers by
  /// `String.valueOf` or `%s`.
  String describe();

  /// Returns its approximate duration in microseconds, used only to estimate the remaining time.
  double work();

  /// Returns the memory outside the heap that it needs while it is computed, 0 for hardly any.
  default long memoryBytes() {
    return 0;
  }

  /// Returns the heap it needs, 0 for hardly any.
  default long heapBytes() {
    return 0;
  }

  /// Returns the largest number of threads that can usefully compute it together.
  default int mostThreads() {
    return 1;
  }

  /// Checks that it can be computed on this machine. By default it can.
  ///
  /// @throws IllegalArgumentException if it cannot; the message says what is missing
  default void requireComputable() {}

  /// Returns the fraction that was done before it was interrupted, from 0 to 1. Used only to estimate the remaining
  /// time.
  ///
  /// @param folder the folder that is passed to [#run(Path, int, DoubleConsumer, Consumer)]
  default double begun(Path folder) throws IOException {
    return 0;
  }

  /// Computes the trial.
  ///
  /// @param progress the receiver of the fraction done, from 0 to 1
  /// @return named columns of numbers
  /// @throws org.evenkeel.core.train.DivergedException if it diverges, which is then its result
  Map<String, double[]> run(DoubleConsumer progress);

  /// Computes the trial in its own folder, where a long trial saves its progress: if it is stopped or killed, it
  /// continues from there the next time. By default the folder is not used.
  ///
  /// @param folder may not exist yet; nobody else writes to it
  /// @param threads the number of threads that may compute it, which does not affect the result
  /// @param warnings the receiver of problems that do not stop it
  default Map<String, double[]> run(
      Path folder, int threads, DoubleConsumer progress, Consumer<String> warnings)
      throws IOException {
    return run(progress);
  }

  /// Returns the result according to the trial's own folder, if the trial was finished there with the same settings and
  /// nothing is missing. It is used if the small file with the result was lost or damaged, so that nothing need be
  /// computed again. This method only reads files.
  ///
  /// @param folder the folder of the trial; may not exist
  default Optional<Map<String, double[]>> rebuilt(Path folder) throws IOException {
    return Optional.empty();
  }

  /// Returns whether a folder contains only this trial, finished or not. Then it may be replaced by a later state of
  /// the trial.
  default boolean isOwn(Path folder) throws IOException {
    return false;
  }

  /// Called when the result is durably on disk, so that its checkpoints are no longer needed.
  ///
  /// @param folder the folder of the trial; may not exist, or contain something else by now
  default void kept(Path folder, TrialResult result) throws IOException {}
}
