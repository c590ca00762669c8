package org.evenkeel.lab.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.evenkeel.core.internal.AtomicFile;
import org.jspecify.annotations.Nullable;

/// The trials of a study on disk: of each the small file with its result, `NAME.csv`, and for those that take long a
/// folder of their own, `NAME`, from which a lost result is read again. Nothing here deletes a result.
///
/// @param folder where they are
record TrialStore(Path folder) {
  /// What is there of a trial.
  ///
  /// @param result how it ended; null if it has not, or that is lost
  /// @param rebuilt whether the result is not in its file, but was read from the trial's own folder
  /// @param problem why its file cannot be used, a sentence without its end; empty if it can, or there is none
  record Found(@Nullable TrialResult result, boolean rebuilt, String problem) {}

  Path file(Trial trial) {
    return folder.resolve(trial.name() + ".csv");
  }

  /// The trial's own folder.
  Path folder(Trial trial) {
    return folder.resolve(trial.folderName());
  }

  /// Looks, and writes nothing.
  ///
  /// @throws IOException if its file cannot be read, which says nothing about what is in it
  Found find(Trial trial) throws IOException {
    Path file = file(trial);
    String problem = "";
    if (Files.exists(file)) {
      try {
        return new Found(TrialFile.read(file, trial.describe()), false, "");
      } catch (TrialFile.UnusableException e) {
        problem = String.valueOf(e.getMessage());
      }
    }
    Optional<Map<String, double[]>> columns = trial.rebuilt(folder(trial));
    return new Found(
        columns.map(TrialResult.Finished::new).orElse(null), columns.isPresent(), problem);
  }

  /// Writes a result. Only when it is durably on disk, and all folders on the way to it, does the trial hear that what
  /// it keeps to go on from may go.
  void keep(Trial trial, TrialResult result) throws IOException {
    Path file = file(trial);
    TrialFile.write(file, trial.describe(), result);
    for (Path above = file.getParent();
        above != null && above.startsWith(folder);
        above = above.getParent()) {
      AtomicFile.forceFolder(above);
    }
    trial.kept(folder(trial), result);
  }
}
