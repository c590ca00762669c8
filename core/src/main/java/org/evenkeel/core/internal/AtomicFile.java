package org.evenkeel.core.internal;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Writes a file so that it has either the old content or the new, whatever happens: a kill, a full disk, a power cut.
///
/// The content is first written to a file next to it, `NAME.next`, which is forced to disk and renamed; then the folder
/// is forced to disk. Once the call has returned, it is safe to delete anything that the file replaces. A failed write
/// throws a [FileSystemException] that names the file.
public final class AtomicFile {
  /// The suffix of a file that is not complete yet.
  public static final String NEXT = ".next";

  private static final int BUFFER = 1 << 16;

  private AtomicFile() {}

  /// The content to write.
  @FunctionalInterface
  public interface Content {
    /// Writes the content; the stream is buffered and closed by the caller.
    void writeTo(OutputStream out) throws IOException;
  }

  /// Writes a file that only one process writes at a time.
  public static void write(Path file, Content content) throws IOException {
    write(file, Path.of(file + NEXT), content);
  }

  /// Writes a file that several processes may write at once: the last one wins.
  public static void writeShared(Path file, Content content) throws IOException {
    write(file, Path.of(file + "." + UUID.randomUUID() + NEXT), content);
  }

  /// Writes text in UTF-8.
  public static void write(Path file, String text) throws IOException {
    write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static void write(Path file, Path next, Content content) throws IOException {
    boolean done = false;
    try {
      try (FileChannel channel =
          FileChannel.open(
              next,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE)) {
        OutputStream out = new BufferedOutputStream(new Named(file, channel), BUFFER);
        content.writeTo(out);
        out.flush();
        force(file, channel);
      }
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      done = true;
      forceFolder(file.toAbsolutePath().getParent());
    } finally {
      if (!done) {
        deleteQuietly(next);
      }
    }
  }

  private static void force(Path file, FileChannel channel) throws IOException {
    try {
      channel.force(true);
    } catch (IOException e) {
      throw named(file, e);
    }
  }

  /// Returns an exception that names the file, since the system's message on a full disk does not.
  private static FileSystemException named(Path file, IOException e) {
    FileSystemException named = new FileSystemException(file.toString(), null, e.getMessage());
    named.initCause(e);
    return named;
  }

  /// Writes to a channel. Exceptions name the file.
  private static final class Named extends OutputStream {
    private final Path file;
    private final OutputStream out;

    Named(Path file, FileChannel channel) {
      this.file = file;
      this.out = Channels.newOutputStream(channel);
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      try {
        out.write(bytes, from, count);
      } catch (IOException e) {
        throw named(file, e);
      }
    }
  }

  /// Makes renamed and new files in a folder durable. On a system that cannot open a folder, this method does nothing.
  public static void forceFolder(@Nullable Path folder) {
    if (folder == null) {
      return;
    }
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException ignored) {
      // not possible on this system
    }
  }

  private static void deleteQuietly(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException ignored) {
      // the first failure is the one to report
    }
  }
}
