package org.evenkeel.core.train;

import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UTFDataFormatException;

/// The content of a checkpoint: a sequence of named sections.
///
/// A section consists of its name, then pieces of at most [#PIECE] bytes, each preceded by its length, then a length of
/// 0. The length of a section therefore need not be known before it is written, and a reader can skip a section without
/// understanding it. A section that is read must be read to its end.
interface Sections {
  /// The maximum number of bytes in a piece.
  int PIECE = 1 << 16;

  /// Writes a section.
  @FunctionalInterface
  interface Save {
    void to(DataOutput out) throws IOException;
  }

  /// Reads a section.
  @FunctionalInterface
  interface Restore {
    void from(DataInput in) throws IOException;
  }

  /// Processes the next section: a writer saves it, a reader restores it.
  void section(String name, Save save, Restore restore) throws IOException;

  /// Returns a visitor that writes sections.
  static Sections writer(DataOutputStream out) {
    return (name, save, restore) -> {
      out.writeUTF(name);
      try (DataOutputStream section = new DataOutputStream(new Pieces(out))) {
        save.to(section);
      }
      out.writeInt(0);
    };
  }

  /// Returns a visitor that reads sections in the order in which they were written.
  static Sections reader(DataInputStream in) {
    return (name, save, restore) -> read(in, name, restore);
  }

  /// Reads only the section of this name, skipping any before it.
  static void read(DataInputStream in, String name, Restore restore) throws IOException {
    find(in, name);
    PiecesInput section = new PiecesInput(in);
    try {
      restore.from(new DataInputStream(section));
    } catch (EOFException e) {
      throw new IOException("its section '" + name + "' ends too soon", e);
    } catch (RuntimeException e) {
      // A user-written part may throw anything on content that it does not understand.
      String why =
          e instanceof IllegalArgumentException || e instanceof IllegalStateException
              ? String.valueOf(e.getMessage())
              : e.toString();
      throw new IOException("its section '" + name + "' cannot be used: " + why, e);
    }
    boolean more;
    try {
      more = section.read() >= 0;
    } catch (EOFException e) {
      throw new IOException("its section '" + name + "' has no end", e);
    }
    if (more) {
      throw new IOException("its section '" + name + "' has bytes that were not read");
    }
  }

  /// Moves to the content of a section.
  private static void find(DataInputStream in, String name) throws IOException {
    try {
      while (!in.readUTF().equals(name)) {
        InputStream skipped = new PiecesInput(in);
        skipped.transferTo(OutputStream.nullOutputStream());
      }
    } catch (EOFException | UTFDataFormatException e) {
      throw new IOException("it has no section '" + name + "'", e);
    }
  }

  /// Splits the output into pieces.
  final class Pieces extends OutputStream {
    private final DataOutputStream out;
    private final byte[] piece = new byte[PIECE];
    private int filled;

    Pieces(DataOutputStream out) {
      this.out = out;
    }

    @Override
    public void write(int b) throws IOException {
      if (filled == piece.length) {
        writePiece();
      }
      piece[filled++] = (byte) b;
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      int at = from;
      while (at < from + count) {
        if (filled == piece.length) {
          writePiece();
        }
        int n = Math.min(piece.length - filled, from + count - at);
        System.arraycopy(bytes, at, piece, filled, n);
        filled += n;
        at += n;
      }
    }

    private void writePiece() throws IOException {
      if (filled > 0) {
        out.writeInt(filled);
        out.write(piece, 0, filled);
        filled = 0;
      }
    }

    /// Writes the rest; the underlying stream stays open.
    @Override
    public void close() throws IOException {
      writePiece();
    }
  }

  /// Joins pieces, up to the end of their section.
  final class PiecesInput extends InputStream {
    private final DataInputStream in;
    private int left;
    private boolean ended;

    PiecesInput(DataInputStream in) {
      this.in = in;
    }

    private boolean atEnd() throws IOException {
      if (left == 0 && !ended) {
        left = in.readInt();
        if (left < 0 || left > PIECE) {
          throw new IOException("a piece must have 0 to " + PIECE + " bytes, was " + left);
        }
        ended = left == 0;
      }
      return ended;
    }

    @Override
    public int read() throws IOException {
      if (atEnd()) {
        return -1;
      }
      left--;
      return in.readUnsignedByte();
    }

    @Override
    public int read(byte[] bytes, int from, int count) throws IOException {
      if (count == 0) {
        return 0;
      }
      if (atEnd()) {
        return -1;
      }
      int n = Math.min(left, count);
      in.readFully(bytes, from, n);
      left -= n;
      return n;
    }
  }
}
