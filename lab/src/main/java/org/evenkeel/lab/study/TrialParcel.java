package org.evenkeel.lab.study;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.evenkeel.core.internal.AtomicFile;
import org.evenkeel.lab.run.FolderLock;
import org.jspecify.annotations.Nullable;

/// What is sent of a trial from one machine to another: the files of its folder and, when it has ended, its result.
///
/// @param result how it ended; null while it has not
/// @param files the content of each by its name; a trial's folder has no folders in it
public record TrialParcel(@Nullable TrialResult result, Map<String, byte[]> files)
    implements Serializable {
  /// Copies the map, not the contents.
  public TrialParcel {
    files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
  }

  /// A parcel with what a folder holds, the lock left out.
  ///
  /// @param folder may not exist
  public static TrialParcel of(@Nullable TrialResult result, Path folder) throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (Path file : files(folder)) {
      files.put(String.valueOf(file.getFileName()), Files.readAllBytes(file));
    }
    return new TrialParcel(result, files);
  }

  /// What a parcel of a folder would have.
  public static long bytes(Path folder) throws IOException {
    long bytes = 0;
    for (Path file : files(folder)) {
      bytes += Files.size(file);
    }
    return bytes;
  }

  /// The files of a folder that belong to its trial, sorted by name: not its lock, not what is half written.
  public static List<Path> files(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(folder)) {
      return entries
          .filter(
              e ->
                  Files.isRegularFile(e)
                      && !e.endsWith(FolderLock.NAME)
                      && !e.toString().endsWith(AtomicFile.NEXT))
          .sorted()
          .toList();
    }
  }

  /// The size of all files.
  public long bytes() {
    return files.values().stream().mapToLong(content -> content.length).sum();
  }

  /// Writes the files into a folder, which is made.
  ///
  /// @throws IOException if that fails, or a name is not that of a file in a folder
  public void unpack(Path folder) throws IOException {
    Files.createDirectories(folder);
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      Path target = folder.resolve(file.getKey());
      if (!folder.equals(target.getParent())
          || !target.normalize().equals(target)
          || file.getKey().equals(FolderLock.NAME)) {
        throw new IOException(
            "a trial must send files of its own folder, it sent '" + file.getKey() + "'");
      }
      AtomicFile.write(target, out -> out.write(file.getValue()));
    }
  }

  /// Puts the files in the place of what a folder holds of this trial. Something else there is moved aside. A process that
  /// is killed leaves the old folder or the new one, under its name or beside it.
  ///
  /// @return where something else is now; null if there was none
  public @Nullable Path replace(Trial trial, Path folder) throws IOException {
    if (files.isEmpty()) {
      return null;
    }
    Path arriving = folder.resolveSibling(folder.getFileName() + ".arriving");
    delete(arriving);
    unpack(arriving);
    Path before = null;
    if (Files.exists(folder)) {
      try (FolderLock _ = FolderLock.make(folder, "training")) {
        before = Aside.move(folder); // held, so nobody is training there
      }
    }
    Files.move(arriving, folder);
    AtomicFile.forceFolder(folder.toAbsolutePath().getParent());
    if (before != null && (files(before).isEmpty() || trial.isOwn(before))) {
      delete(before);
      before = null;
    }
    return before;
  }

  /// Of a folder without folders.
  private static void delete(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> entries = Files.list(folder)) {
      for (Path entry : entries.toList()) {
        Files.delete(entry);
      }
    }
    Files.delete(folder);
  }
}
