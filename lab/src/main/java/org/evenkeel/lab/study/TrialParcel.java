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

/// The part of a trial that is sent from one machine to another: the files of its folder and, when it has ended, its
/// result.
///
/// @param result the result; null if the trial has not ended
/// @param files the content of each file, by name; a trial's folder contains no folders
public record TrialParcel(@Nullable TrialResult result, Map<String, byte[]> files)
    implements Serializable {
  /// Copies the map, not the contents.
  public TrialParcel {
    files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
  }

  /// Creates a parcel with the files of a folder, without the lock.
  ///
  /// @param folder may not exist
  public static TrialParcel of(@Nullable TrialResult result, Path folder) throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (Path file : files(folder)) {
      files.put(String.valueOf(file.getFileName()), Files.readAllBytes(file));
    }
    return new TrialParcel(result, files);
  }

  /// Returns the size that a parcel of a folder would have.
  public static long bytes(Path folder) throws IOException {
    long bytes = 0;
    for (Path file : files(folder)) {
      bytes += Files.size(file);
    }
    return bytes;
  }

  /// Returns the files of a folder that belong to its trial, sorted by name, without its lock and incomplete files.
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

  /// Returns the size of all files.
  public long bytes() {
    return files.values().stream().mapToLong(content -> content.length).sum();
  }

  /// Writes the files to a folder, which is created.
  ///
  /// @throws IOException if a file cannot be written, or a name is not a plain file name
  public void unpack(Path folder) throws IOException {
    Files.createDirectories(folder);
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      Path target = folder.resolve(file.getKey());
      if (!folder.equals(target.getParent())
          || !target.normalize().equals(target)
          || file.getKey().equals(FolderLock.NAME)) {
        throw new IOException(
            "a trial must send only files of its own folder, but it sent '" + file.getKey() + "'");
      }
      AtomicFile.write(target, out -> out.write(file.getValue()));
    }
  }

  /// Replaces the state of this trial in a folder with the files. Anything else there is moved aside. If the process is
  /// killed, the old or the new folder remains, under its name or another one in the same place.
  ///
  /// @return the new path of the files that were moved aside; null if there were none
  public @Nullable Path replace(Trial trial, Path folder) throws IOException {
    if (files.isEmpty()) {
      return null;
    }
    Path arriving = folder.resolveSibling(folder.getFileName() + ".arriving");
    delete(arriving);
    unpack(arriving);
    Path before = null;
    if (Files.exists(folder)) {
      try (FolderLock _ = FolderLock.make(folder, "training run")) {
        before = Aside.move(folder); // locked, so nobody is training there
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

  /// Deletes a folder that contains no folders.
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
