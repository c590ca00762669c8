package org.evenkeel.lab.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/// `timing.csv`, with the speed of the run. Its rows depend on the clock, the machine and where the run was resumed;
/// those of `metrics.csv` do not.
final class TimingFile {
  static final String NAME = "timing.csv";
  private static final String HEADER =
      "step,secondsOfThisProcess,stepsPerSecond,targetPasses,targetPassesSaved,time\n";

  private final Path file;
  private final long startNanos = System.nanoTime();
  private long lastNanos = startNanos;
  private long lastStep;
  private boolean begun;

  TimingFile(Path folder) {
    file = folder.resolve(NAME);
  }

  /// Sets the step from which this process starts.
  void startAt(long step) {
    lastStep = step;
  }

  /// Adds a row.
  ///
  /// @param passes forward passes that this process made for targets, each of one network on one state
  /// @param saved passes that cached values made unnecessary
  void add(long step, long passes, long saved) throws IOException {
    long now = System.nanoTime();
    double rate = (step - lastStep) / Math.max(1e-9, (now - lastNanos) / 1e9);
    String row =
        String.format(
            Locale.ROOT,
            "%d,%.3f,%.1f,%d,%d,%s\n",
            step,
            (now - startNanos) / 1e9,
            rate,
            passes,
            saved,
            Instant.now().truncatedTo(ChronoUnit.MILLIS));
    lastNanos = now;
    lastStep = step;
    if (begun || Files.exists(file)) {
      // Not created a second time: by then the folder may belong to someone else.
      Files.writeString(file, row, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    } else {
      Files.writeString(file, HEADER + row, StandardOpenOption.CREATE_NEW);
    }
    begun = true;
  }
}
