package org.evenkeel.core.train;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;
import org.evenkeel.core.internal.AtomicFile;

/// A file that either exists completely or not at all, and that reveals any damage: a magic number, the version of the
/// format, the content, and a CRC-32C of all that.
final class SealedFile {
  /// The version changes whenever an older checkpoint could not be continued bit for bit. 1 and 2 were never released.
  static final int VERSION = 3;

  private static final long MAGIC = 0x4556454E4B45454CL; // EVENKEEL
  private static final int HEADER = Long.BYTES + Integer.BYTES;
  private static final int BUFFER = 1 << 16;

  private SealedFile() {}

  /// A file that cannot be used; the message tells which one and why.
  static final class DamagedException extends IOException {
    private static final long serialVersionUID = 1L;

    DamagedException(String message) {
      super(message);
    }
  }

  @FunctionalInterface
  interface Content {
    void writeTo(DataOutputStream out) throws IOException;
  }

  /// Writes the file, either completely or not at all.
  static void write(Path file, Content content) throws IOException {
    AtomicFile.write(
        file,
        raw -> {
          CRC32C sum = new CRC32C();
          DataOutputStream out = new DataOutputStream(new CheckedOutputStream(raw, sum));
          out.writeLong(MAGIC);
          out.writeInt(VERSION);
          content.writeTo(out);
          out.flush();
          new DataOutputStream(raw).writeLong(sum.getValue());
        });
  }

  /// Reads the entire file and verifies the checksum.
  ///
  /// @throws DamagedException if the file is damaged
  /// @throws IOException if it cannot be opened or read, or has a different version: such a file may be intact
  static void check(Path file) throws IOException {
    try {
      compareChecksum(file);
    } catch (DamagedException | NoSuchFileException e) {
      throw e; // a missing file was replaced by a newer one: the caller looks again
    } catch (AccessDeniedException e) {
      throw new IOException("no permission to read '" + file + "'", e);
    } catch (FileSystemException e) {
      throw new IOException("'" + file + "' cannot be opened: " + e.getReason(), e);
    } catch (EOFException e) {
      throw new DamagedException("'" + file.getFileName() + "' became shorter while being read");
    } catch (IOException e) {
      throw new IOException(
          "'%s' cannot be read: %s; if the disk has lost it, remove the file to continue from the previous checkpoint"
              .formatted(file, e.getMessage()),
          e);
    }
    try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
      if (in.readLong() != MAGIC) {
        throw new DamagedException("'" + file.getFileName() + "' is not an Evenkeel file");
      }
      int version = in.readInt();
      if (version != VERSION) {
        throw new IOException(
            "'%s' has checkpoint format %d, this program reads format %d: finish the run with the version of"
                    .formatted(file.getFileName(), version, VERSION)
                + " Evenkeel that started it");
      }
    }
  }

  private static void compareChecksum(Path file) throws IOException {
    long length = Files.size(file);
    if (length < HEADER + Long.BYTES) {
      throw new DamagedException(
          "'" + file.getFileName() + "' is damaged: it has only " + length + " bytes");
    }
    try (InputStream raw = new BufferedInputStream(Files.newInputStream(file), BUFFER)) {
      DataInputStream in = new DataInputStream(raw);
      CRC32C sum = new CRC32C();
      byte[] piece = new byte[BUFFER];
      long left = length - Long.BYTES;
      while (left > 0) {
        int n = (int) Math.min(piece.length, left);
        in.readFully(piece, 0, n);
        sum.update(piece, 0, n);
        left -= n;
      }
      if (in.readLong() != sum.getValue()) {
        throw new DamagedException(
            "'" + file.getFileName() + "' is damaged: its checksum does not match");
      }
    }
  }

  /// Returns the length of the content in bytes.
  static long contentBytes(Path file) throws IOException {
    return Files.size(file) - HEADER - Long.BYTES;
  }

  /// Opens the content; call [#check] first. The stream ends at the end of the content, and
  /// `available` is 0 only there.
  static DataInputStream openUnchecked(Path file) throws IOException {
    long length = contentBytes(file);
    InputStream raw = Files.newInputStream(file);
    try {
      InputStream in = new BufferedInputStream(raw, BUFFER);
      in.skipNBytes(HEADER);
      return new DataInputStream(new Inside(in, length));
    } catch (IOException e) {
      raw.close();
      throw e;
    }
  }

  /// A stream that ends before the checksum.
  private static final class Inside extends InputStream {
    private final InputStream in;
    private long left;

    Inside(InputStream in, long length) {
      this.in = in;
      left = length;
    }

    @Override
    public int read() throws IOException {
      if (left <= 0) {
        return -1;
      }
      left--;
      return in.read();
    }

    @Override
    public int read(byte[] bytes, int from, int count) throws IOException {
      if (left <= 0) {
        return count == 0 ? 0 : -1;
      }
      int n = in.read(bytes, from, (int) Math.min(count, left));
      left -= Math.max(0, n);
      return n;
    }

    @Override
    public int available() {
      return Math.clamp(left, 0, Integer.MAX_VALUE);
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
