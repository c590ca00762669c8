package org.evenkeel.lab.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/// `timing.csv`: what depends on the clock and the machine, apart from `metrics.csv`, which does not.
final class TimingFile {
  static final String NAME = "timing.csv";
  private static final String HEADER = "step,secondsOfThisProcess,stepsPerSecond,time\n";

  private final Path file;
  private final long startNanos = System.nanoTime();
  private long lastNanos = startNanos;
  private long lastStep;

  TimingFile(Path folder) {
    file = folder.resolve(NAME);
  }

  /// The step this process starts from.
  void startAt(long step) {
    lastStep = step;
  }

  /// Adds a row.
  void add(long step) throws IOException {
    long now = System.nanoTime();
    double rate = (step - lastStep) / Math.max(1e-9, (now - lastNanos) / 1e9);
    String row =
        String.format(
            Locale.ROOT,
            "%d,%.3f,%.1f,%s\n",
            step,
            (now - startNanos) / 1e9,
            rate,
            Instant.now().truncatedTo(ChronoUnit.MILLIS));
    lastNanos = now;
    lastStep = step;
    Files.writeString(
        file,
        Files.exists(file) ? row : HEADER + row,
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }
}
