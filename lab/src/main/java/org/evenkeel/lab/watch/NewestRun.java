package org.evenkeel.lab.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.evenkeel.core.train.Checkpoint;
import org.evenkeel.envs.Environments;
import org.evenkeel.lab.run.RunDirectory;
import org.jspecify.annotations.Nullable;

/// Finds the most recently written run of an environment.
final class NewestRun {
  /// The depth of the search: `runs/NAME` or, with several seeds, `runs/NAME/seed1`.
  private static final int DEPTH = 2;

  private NewestRun() {}

  static @Nullable Path in(Path runs, String environment) throws IOException {
    if (!Files.isDirectory(runs)) {
      return null;
    }
    List<Path> folders;
    try (Stream<Path> all = Files.walk(runs, DEPTH)) {
      folders = all.filter(Files::isDirectory).sorted().toList();
    }
    Path newest = null;
    long latest = Long.MIN_VALUE;
    for (Path folder : folders) {
      if (canPlay(folder) && plays(folder, environment)) {
        long written = written(folder);
        if (written > latest) {
          newest = folder;
          latest = written;
        }
      }
    }
    return newest;
  }

  private static boolean canPlay(Path folder) throws IOException {
    return Files.exists(folder.resolve(RunDirectory.POLICY)) || Checkpoint.exists(folder);
  }

  private static boolean plays(Path folder, String environment) {
    String trained;
    try {
      trained = RunDirectory.config(folder).environment();
    } catch (IOException | IllegalArgumentException e) {
      return false; // not a run, or a damaged one, which need not be reported here
    }
    return trained.equals(environment) || Environments.withoutOptions(trained).equals(environment);
  }

  private static long written(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      // 0 for a file that a run has just replaced
      return files.mapToLong(file -> file.toFile().lastModified()).max().orElse(0);
    }
  }
}
