package org.evenkeel.lab.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.evenkeel.lab.config.Reason;

/// A lock on a folder, so that only one process writes to it. The system releases the lock when the process ends, even
/// if it is killed.
public final class FolderLock implements AutoCloseable {
  /// The name of the file that is locked. It contains the process id.
  public static final String NAME = "lock";

  /// The folders locked by this process. The system would release a lock as soon as the process closes any other
  /// channel to the same file, so no other may be opened.
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path held;
  private final Path file;
  private final FileKey key;
  private final FileChannel channel;

  private FolderLock(Path held, Path file, FileKey key, FileChannel channel) {
    this.held = held;
    this.file = file;
    this.key = key;
    this.channel = channel;
  }

  /// Locks an existing folder.
  ///
  /// @param by the kind of process that may hold it, such as `training run`, for the error message
  /// @throws IOException if another holder has it
  public static FolderLock take(Path folder, String by) throws IOException {
    Path held;
    try {
      held = folder.toRealPath();
    } catch (IOException e) {
      throw new IOException("cannot open folder '" + folder + "': " + Reason.of(e), e);
    }
    if (!HELD.add(held)) {
      throw taken(folder, by, String.valueOf(ProcessHandle.current().pid()));
    }
    boolean ours = false;
    try {
      FileChannel channel = lock(folder, by);
      Path file = folder.toAbsolutePath().resolve(NAME);
      try {
        FolderLock lock = new FolderLock(held, file, FileKey.of(file), channel);
        ours = true;
        return lock;
      } catch (IOException e) {
        channel.close();
        throw new IOException("cannot open folder '" + folder + "': " + Reason.of(e), e);
      }
    } finally {
      if (!ours) {
        HELD.remove(held);
      }
    }
  }

  /// Locks a folder, and creates it if it does not exist.
  ///
  /// @param by the kind of process that may hold it, such as `training run`, for the error message
  /// @throws IOException if it cannot be created, or another holder has it
  public static FolderLock make(Path folder, String by) throws IOException {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new IOException("cannot create folder '" + folder + "': " + Reason.of(e), e);
    }
    return take(folder, by);
  }

  /// Returns the id of the process that holds a folder, or an empty text if none does. A process that tries to lock it
  /// at the same moment may be told that it is in use.
  public static String holder(Path folder) throws IOException {
    Path file = folder.resolve(NAME);
    if (!Files.exists(file)) {
      return "";
    }
    if (HELD.contains(folder.toRealPath())) {
      return String.valueOf(ProcessHandle.current().pid());
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        FileLock lock = channel.tryLock(Long.MAX_VALUE - 1, 1, true)) {
      return lock == null ? owner(channel) : "";
    }
  }

  private static FileChannel lock(Path folder, String by) throws IOException {
    Path file = folder.resolve(NAME);
    FileChannel channel;
    try {
      channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new IOException("cannot write to '" + folder + "': " + Reason.of(e), e);
    }
    try {
      // One byte far beyond the text, so that others can read the text on every system.
      FileLock lock = channel.tryLock(Long.MAX_VALUE - 1, 1, false);
      if (lock == null) {
        throw taken(folder, by, owner(channel));
      }
      sign(folder, channel);
      return channel;
    } catch (OverlappingFileLockException e) {
      channel.close();
      throw taken(folder, by, String.valueOf(ProcessHandle.current().pid()));
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private static void sign(Path folder, FileChannel channel) throws IOException {
    try {
      channel.truncate(0);
      channel.write(UTF_8.encode(ProcessHandle.current().pid() + "\n"), 0);
    } catch (IOException e) {
      throw new IOException("cannot write '" + folder.resolve(NAME) + "': " + Reason.of(e), e);
    }
  }

  private static String owner(FileChannel channel) throws IOException {
    ByteBuffer text = ByteBuffer.allocate(32);
    channel.read(text, 0);
    String pid = UTF_8.decode(text.flip()).toString().strip();
    return pid.isEmpty() ? "unknown" : pid;
  }

  private static IOException taken(Path folder, String by, String pid) {
    return new IOException("'%s' is in use by another %s (process %s)".formatted(folder, by, pid));
  }

  /// Returns whether the folder is still the one that was locked, not removed, renamed, emptied or replaced.
  public boolean isHeld() {
    return key.isStill(file);
  }

  /// Releases the folder.
  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      HELD.remove(held);
    }
  }
}
