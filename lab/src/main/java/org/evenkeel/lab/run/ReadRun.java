package org.evenkeel.lab.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.evenkeel.lab.config.RunConfig;

/// A run read from its folder without changing anything. It may still be training.
///
/// @param folder the folder of the run
/// @param config its configuration
/// @param rows its measurements
/// @param finished whether the last step was taken
/// @param build version and commit of the program that made it
public record ReadRun(
    Path folder, RunConfig config, MetricsRows rows, boolean finished, String build) {
  /// Reads a run.
  ///
  /// @throws IOException if something in it is damaged; the message says what
  public static ReadRun of(Path folder) throws IOException {
    // Checked first because it is written last: a run that ends while it is read counts as
    // unfinished.
    boolean finished = Files.exists(folder.resolve(RunDirectory.POLICY));
    RunConfig config = RunDirectory.config(folder);
    MetricsRows rows = MetricsRows.read(folder);
    long steps = config.training().schedule().steps();
    // The last step is always evaluated, so it has a row.
    boolean evaluated = config.training().evaluation().periodSteps() > 0;
    if (rows.lastStep() > steps || (finished && evaluated && rows.lastStep() < steps)) {
      throw new IOException(
          "'%s' is damaged: the run has %d steps, but its rows end at step %d"
              .formatted(folder.resolve(MetricsFile.NAME), steps, rows.lastStep()));
    }
    // Checked last, since messages about a line are more specific.
    if (finished) {
      Checksums.compare(folder, RunDirectory.CONFIG, MetricsFile.NAME);
    }
    return new ReadRun(folder, config, rows, finished, Provenance.build(folder));
  }

  /// Returns the seed of the run.
  public long seed() {
    return config.seed();
  }
}
