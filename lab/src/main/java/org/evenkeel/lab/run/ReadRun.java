package org.evenkeel.lab.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.evenkeel.lab.config.RunConfig;

/// A run as its folder has it, read and not touched: a training may be at work in it.
///
/// @param folder where
/// @param config what is run
/// @param rows what was measured
/// @param finished whether the last step was taken
/// @param build version and commit of the program that made it
public record ReadRun(
    Path folder, RunConfig config, MetricsRows rows, boolean finished, String build) {
  /// Reads a run.
  ///
  /// @throws IOException if something in it is damaged; the sentence says what
  public static ReadRun of(Path folder) throws IOException {
    // First, as it is written last: a run that ends meanwhile is one that had not ended.
    boolean finished = Files.exists(folder.resolve(RunDirectory.POLICY));
    RunConfig config = RunDirectory.config(folder);
    MetricsRows rows = MetricsRows.read(folder);
    long steps = config.training().schedule().steps();
    // The last step is evaluated, so it has a row.
    boolean evaluated = config.training().evaluation().periodSteps() > 0;
    if (rows.lastStep() > steps || (finished && evaluated && rows.lastStep() < steps)) {
      throw new IOException(
          "'%s' is damaged: the run has %d steps, but the rows end at step %d"
              .formatted(folder.resolve(MetricsFile.NAME), steps, rows.lastStep()));
    }
    // Last: what can be said about a line says more.
    if (finished) {
      Checksums.compare(folder, RunDirectory.CONFIG, MetricsFile.NAME);
    }
    return new ReadRun(folder, config, rows, finished, Provenance.build(folder));
  }

  /// The root of its randomness.
  public long seed() {
    return config.seed();
  }
}
