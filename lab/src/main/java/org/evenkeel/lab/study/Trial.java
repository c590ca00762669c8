package org.evenkeel.lab.study;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;

/// One trial of a study: a place among the results, what decides it, and how it is computed.
public interface Trial {
  /// Where its result stands, a relative path without ending: `averaged-5/seed3`.
  String name();

  /// Where its own folder stands: trials that are parts of one run share it.
  default String folderName() {
    return name();
  }

  /// Everything that decides the result, one line: its hash is the trial's identity, and a kept result of other settings
  /// is not used. The text never changes for the same settings, so it is written field by field under fixed names
  /// ([TrialText]), without `toString` and in no language: numbers by `String.valueOf` or `%s`.
  String describe();

  /// How long it takes, in microseconds or so; for the estimate of the time left only.
  double work();

  /// The memory outside the heap that it takes while it is computed, 0 for hardly any.
  default long memoryBytes() {
    return 0;
  }

  /// What it takes of the heap, 0 for hardly any.
  default long heapBytes() {
    return 0;
  }

  /// How many threads can compute it together to some purpose.
  default int mostThreads() {
    return 1;
  }

  /// Sees whether it can be computed on this machine at all; by default it can.
  ///
  /// @throws IllegalArgumentException with a sentence that says what is missing
  default void requireComputable() {}

  /// The share of it that was done before it was given up, from 0 to 1; for the estimate of the time left only.
  ///
  /// @param folder the one that [#run(Path, int, DoubleConsumer, Consumer)] would have
  default double begun(Path folder) throws IOException {
    return 0;
  }

  /// Computes it.
  ///
  /// @param progress hears the share done, from 0 to 1
  /// @return named columns of numbers
  /// @throws org.evenkeel.core.train.DivergedException if it diverges: that is its result then
  Map<String, double[]> run(DoubleConsumer progress);

  /// Computes it with a folder of its own, in which one that takes long keeps how far it is: if it is given up
  /// or killed, it goes on from there the next time. By default it needs none.
  ///
  /// @param folder may not exist yet; nobody else writes to it
  /// @param threads how many may compute it; the result does not depend on it
  /// @param warnings hears what goes wrong and stops nothing
  default Map<String, double[]> run(
      Path folder, int threads, DoubleConsumer progress, Consumer<String> warnings)
      throws IOException {
    return run(progress);
  }

  /// The result as its own folder has it, if the trial was finished there with these very settings and nothing is
  /// missing: then the small file with the result was lost or damaged, and nothing need be computed. Reads only.
  ///
  /// @param folder the one it was run with; may not exist
  default Optional<Map<String, double[]>> rebuilt(Path folder) throws IOException {
    return Optional.empty();
  }

  /// Whether a folder holds this trial, finished or not, and nothing else: then the folder of a later state may take its
  /// place.
  default boolean isOwn(Path folder) throws IOException {
    return false;
  }

  /// Its result is durably on disk now: what its folder holds to go on from is no longer needed.
  ///
  /// @param folder the one it was run with; may not exist, or hold something else by now
  default void kept(Path folder, TrialResult result) throws IOException {}
}
