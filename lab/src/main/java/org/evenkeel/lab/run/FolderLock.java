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

/// A folder that one process writes to at a time. The system lets go of the lock when the process ends, in
/// whatever way.
public final class FolderLock implements AutoCloseable {
  /// The file that is locked; it has the number of the process.
  public static final String NAME = "lock";

  /// Folders held by this process. The system would let go of a lock when any other channel of the process to
  /// the same file is closed, so none must be opened.
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

  /// Takes a folder that exists.
  ///
  /// @param by what another holder would be doing there, for the message
  /// @throws IOException if another holds it
  public static FolderLock take(Path folder, String by) throws IOException {
    Path held;
    try {
      held = folder.toRealPath();
    } catch (IOException e) {
      throw new IOException("cannot look into '" + folder + "': " + Reason.of(e), e);
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
        throw new IOException("cannot look into '" + folder + "': " + Reason.of(e), e);
      }
    } finally {
      if (!ours) {
        HELD.remove(held);
      }
    }
  }

  /// Takes a folder, and makes it if it is not there.
  ///
  /// @param by what another holder would be doing there, for the message
  /// @throws IOException if it cannot be made, or another holds it
  public static FolderLock make(Path folder, String by) throws IOException {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new IOException("cannot make the folder '" + folder + "': " + Reason.of(e), e);
    }
    return take(folder, by);
  }

  /// The number of the process that holds a folder; empty if none does. Whoever starts at this very moment may be told
  /// that the folder is in use.
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
      // One byte far behind the text, which others can read so on every system.
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

  /// Whether the folder is still the one that was taken: not removed, renamed, emptied or replaced.
  public boolean isHeld() {
    return key.isStill(file);
  }

  /// Lets go of the folder.
  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      HELD.remove(held);
    }
  }
}
