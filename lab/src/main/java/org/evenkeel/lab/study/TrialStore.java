package org.evenkeel.lab.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.evenkeel.core.internal.AtomicFile;
import org.jspecify.annotations.Nullable;

/// The trials of a study on disk. Each has a small file with its result, `NAME.csv`. Long trials also have their own
/// folder, `NAME`, from which a lost result can be restored. Nothing in this class deletes a result.
///
/// @param folder the folder of the trials
record TrialStore(Path folder) {
  /// The saved state of a trial.
  ///
  /// @param result its result; null if it has not ended, or the result is lost
  /// @param rebuilt whether the result is not in its file, but was read from the trial's own folder
  /// @param problem the reason why its file cannot be used, without a full stop; empty if it can, or does not exist
  record Found(@Nullable TrialResult result, boolean rebuilt, String problem) {}

  Path file(Trial trial) {
    return folder.resolve(trial.name() + ".csv");
  }

  /// Returns the trial's own folder.
  Path folder(Trial trial) {
    return folder.resolve(trial.folderName());
  }

  /// Reads the state of a trial. Nothing is written.
  ///
  /// @throws IOException if its file cannot be read, whatever it contains
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

  /// Saves a result. Only when it and all folders on its path are durably on disk is the trial notified that it may
  /// delete its checkpoints.
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
