package org.evenkeel.lab.run;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.evenkeel.core.internal.AtomicFile;
import org.evenkeel.core.internal.Shell;
import org.evenkeel.lab.config.ConfigException;
import org.evenkeel.lab.config.ConfigYaml;
import org.evenkeel.lab.config.Reason;
import org.evenkeel.lab.config.RunConfig;

/// The folder of a run, used by one process at a time. It contains `config.yaml`, `provenance.json`, `metrics.csv`,
/// `timing.csv`, the checkpoints and, at the end, `policy.safetensors` and `checksums.txt`.
///
/// `config.yaml` is written last when the folder is created: a folder that has one is complete.
public final class RunDirectory implements AutoCloseable {
  /// The file with the learned policy.
  public static final String POLICY = "policy.safetensors";

  /// The file with the configuration.
  static final String CONFIG = "config.yaml";

  /// Files that a killed start may leave. A folder with nothing else counts as empty.
  private static final Set<String> LEFT_BEHIND =
      Set.of(
          FolderLock.NAME,
          Provenance.NAME,
          Provenance.NAME + AtomicFile.NEXT,
          CONFIG + AtomicFile.NEXT);

  private final Path folder;
  private final FolderLock lock;

  private RunDirectory(Path folder, FolderLock lock) {
    this.folder = folder;
    this.lock = lock;
  }

  /// Requires that a folder is empty or does not exist. The folder is not changed.
  ///
  /// @throws IllegalArgumentException if it is not empty
  public static void requireFree(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    if (!Files.isDirectory(folder)) {
      throw new IllegalArgumentException("'" + folder + "' is a file: choose another with --out");
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        if (!LEFT_BEHIND.contains(String.valueOf(entry.getFileName()))) {
          String how =
              Files.exists(folder.resolve(CONFIG))
                  ? "continue it with '"
                      + Shell.command("resume", folder)
                      + "' or choose another with --out"
                  : "choose another with --out";
          throw new IllegalArgumentException(named(folder) + " is not empty: " + how);
        }
      }
    } catch (IOException e) {
      throw new IOException("cannot open folder '" + folder + "': " + Reason.of(e), e);
    }
  }

  private static String named(Path folder) {
    return folder.toString().isEmpty() ? "the current folder" : "'" + folder + "'";
  }

  /// Creates the folder of a new run on the processor.
  public static RunDirectory create(Path folder, RunConfig config) throws IOException {
    return create(folder, config, Provenance.CPU);
  }

  /// Creates the folder of a new run.
  ///
  /// @param device the name of the device that computes it
  static RunDirectory create(Path folder, RunConfig config, String device) throws IOException {
    requireFree(folder);
    try {
      Files.createDirectories(folder);
      AtomicFile.forceFolder(folder.toAbsolutePath().getParent());
    } catch (IOException e) {
      throw new IOException("cannot create folder '" + folder + "': " + Reason.of(e), e);
    }
    RunDirectory directory = hold(folder);
    try {
      requireFree(folder); // another process may have been faster
      String text = ConfigYaml.write(config);
      directory.replace(Provenance.NAME, Provenance.here(config.seed(), text, device));
      directory.replace(CONFIG, text);
      return directory;
    } catch (IOException e) {
      directory.close();
      throw new IOException("cannot write to '" + folder + "': " + Reason.of(e), e);
    } catch (RuntimeException | Error e) {
      directory.close();
      throw e;
    }
  }

  /// Opens the folder of a run to continue it.
  public static RunDirectory open(Path folder) throws IOException {
    requireRun(folder);
    RunDirectory directory = hold(folder);
    // Remove the files of a process that was killed while it wrote the policy.
    try (DirectoryStream<Path> torn =
        Files.newDirectoryStream(folder, POLICY + ".*" + AtomicFile.NEXT)) {
      for (Path file : torn) {
        Files.deleteIfExists(file);
      }
      return directory;
    } catch (IOException | DirectoryIteratorException e) {
      directory.close();
      throw new IOException("cannot clean up '" + folder + "': " + e.getMessage(), e);
    }
  }

  /// Returns the runs of a folder: the folder itself if it is a run, otherwise those directly below it.
  ///
  /// @throws IllegalArgumentException if there are none
  public static List<Path> runsIn(Path folder) throws IOException {
    if (Files.isDirectory(folder) && !Files.exists(folder.resolve(CONFIG))) {
      try (Stream<Path> below = Files.list(folder)) {
        List<Path> runs =
            below.filter(path -> Files.exists(path.resolve(CONFIG))).sorted().toList();
        if (!runs.isEmpty()) {
          return runs;
        }
      }
    }
    requireRun(folder);
    return List.of(folder);
  }

  /// Returns the configuration of the run in a folder. Does not lock the folder.
  public static RunConfig config(Path folder) throws IOException {
    requireRun(folder);
    try {
      return ConfigYaml.read(folder.resolve(CONFIG));
    } catch (ConfigException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /// Returns whether a folder is that of a run. Its files may still be damaged.
  public static boolean isRun(Path folder) {
    return Files.isRegularFile(folder.resolve(CONFIG));
  }

  private static void requireRun(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new IllegalArgumentException(
          Files.exists(folder)
              ? "'" + folder + "' is a file, not the folder of a run"
              : "there is no folder '" + folder + "'");
    }
    if (!Files.exists(folder.resolve(CONFIG))) {
      throw new IllegalArgumentException(
          "there is no run in '" + folder + "': it has no " + CONFIG);
    }
  }

  /// Returns the path of the folder.
  public Path folder() {
    return folder;
  }

  /// Checks that the folder is still the one that this process locked.
  ///
  /// @throws FolderChangedException if it was removed, renamed or emptied, or another process has locked it
  void requireHeld() throws FolderChangedException {
    if (lock.isHeld()) {
      return;
    }
    if (!Files.isDirectory(folder)) {
      throw new FolderChangedException(
          "'"
              + folder
              + "' was removed or renamed while the run was training. If it was renamed, its checkpoints moved with"
              + " it: rename it back, or resume it under its new name");
    }
    if (!Files.exists(folder.resolve(FolderLock.NAME))) {
      throw new FolderChangedException(
          isRun(folder)
              ? "the file 'lock' in '%s' was removed while the run was training, so another process could have used"
                      .formatted(folder)
                  + " the folder. Continue with: "
                  + Shell.command("resume", folder)
              : "'%s' was emptied while the run was training. Restore its files from a copy, or start the run again"
                  .formatted(folder));
    }
    throw new FolderChangedException(
        "'%s' was replaced while the run was training, and another process now uses it. This run wrote nothing"
                .formatted(folder)
            + " more there. Start it again in another folder, or resume the original if it was renamed");
  }

  private void replace(String name, String text) throws IOException {
    AtomicFile.write(folder.resolve(name), text);
  }

  private static RunDirectory hold(Path folder) throws IOException {
    return new RunDirectory(folder, FolderLock.take(folder, "training run"));
  }

  /// Releases the folder.
  @Override
  public void close() throws IOException {
    lock.close();
  }
}
