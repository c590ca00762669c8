package org.evenkeel.core.internal;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Writes and reads arrays in checkpoints, in pieces, because writing element by element would take most of the time of
/// a checkpoint. Arrays are little-endian and preceded by their length, which must be the same when they are read.
public final class Bulk {
  private static final int PIECE = 1 << 16;

  private Bulk() {}

  public static void write(DataOutput out, float[] values) throws IOException {
    out.writeInt(values.length);
    byte[] piece = piece(values.length, Float.BYTES);
    for (int at = 0; at < values.length; ) {
      int n = Math.min(piece.length / Float.BYTES, values.length - at);
      littleEndian(piece).asFloatBuffer().put(values, at, n);
      out.write(piece, 0, n * Float.BYTES);
      at += n;
    }
  }

  public static void read(DataInput in, float[] values) throws IOException {
    checkLength(in.readInt(), values.length);
    byte[] piece = piece(values.length, Float.BYTES);
    for (int at = 0; at < values.length; ) {
      int n = Math.min(piece.length / Float.BYTES, values.length - at);
      in.readFully(piece, 0, n * Float.BYTES);
      littleEndian(piece).asFloatBuffer().get(values, at, n);
      at += n;
    }
  }

  public static void write(DataOutput out, long[] values) throws IOException {
    out.writeInt(values.length);
    byte[] piece = piece(values.length, Long.BYTES);
    for (int at = 0; at < values.length; ) {
      int n = Math.min(piece.length / Long.BYTES, values.length - at);
      littleEndian(piece).asLongBuffer().put(values, at, n);
      out.write(piece, 0, n * Long.BYTES);
      at += n;
    }
  }

  public static void read(DataInput in, long[] values) throws IOException {
    checkLength(in.readInt(), values.length);
    byte[] piece = piece(values.length, Long.BYTES);
    for (int at = 0; at < values.length; ) {
      int n = Math.min(piece.length / Long.BYTES, values.length - at);
      in.readFully(piece, 0, n * Long.BYTES);
      littleEndian(piece).asLongBuffer().get(values, at, n);
      at += n;
    }
  }

  public static void write(DataOutput out, int[] values, int length) throws IOException {
    out.writeInt(length);
    byte[] piece = piece(length, Integer.BYTES);
    for (int at = 0; at < length; ) {
      int n = Math.min(piece.length / Integer.BYTES, length - at);
      littleEndian(piece).asIntBuffer().put(values, at, n);
      out.write(piece, 0, n * Integer.BYTES);
      at += n;
    }
  }

  public static void read(DataInput in, int[] values, int length) throws IOException {
    checkLength(in.readInt(), length);
    byte[] piece = piece(length, Integer.BYTES);
    for (int at = 0; at < length; ) {
      int n = Math.min(piece.length / Integer.BYTES, length - at);
      in.readFully(piece, 0, n * Integer.BYTES);
      littleEndian(piece).asIntBuffer().get(values, at, n);
      at += n;
    }
  }

  /// Reads the first `length` numbers that [#write(DataOutput, int[], int)] wrote, where `length` was itself read and
  /// may be damaged. The array therefore grows as numbers arrive.
  ///
  /// @param least the smallest length of the returned array
  public static int[] readInts(DataInput in, int length, int least) throws IOException {
    checkLength(in.readInt(), length);
    int[] values = new int[Math.max(least, Math.min(length, PIECE))];
    byte[] piece = piece(length, Integer.BYTES);
    for (int at = 0; at < length; ) {
      int n = Math.min(piece.length / Integer.BYTES, length - at);
      in.readFully(piece, 0, n * Integer.BYTES);
      if (at + n > values.length) {
        values = Arrays.copyOf(values, (int) Math.min(length, 2L * values.length));
      }
      littleEndian(piece).asIntBuffer().get(values, at, n);
      at += n;
    }
    return values;
  }

  public static void write(DataOutput out, byte[] values) throws IOException {
    out.writeInt(values.length);
    out.write(values);
  }

  public static void read(DataInput in, byte[] values) throws IOException {
    checkLength(in.readInt(), values.length);
    in.readFully(values);
  }

  /// Reads bytes of any length that [#write(DataOutput, byte[])] wrote.
  public static byte[] readBytes(DataInput in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > 1 << 30) {
      throw new IOException("a length must be 0 to 2^30, was " + length);
    }
    // Grown as bytes arrive: a damaged length must not allocate a gigabyte.
    byte[] values = new byte[Math.min(length, PIECE)];
    for (int at = 0; at < length; ) {
      if (at == values.length) {
        values = Arrays.copyOf(values, (int) Math.min(length, 2L * at));
      }
      in.readFully(values, at, values.length - at);
      at = values.length;
    }
    return values;
  }

  /// Writes a text of any length.
  public static void write(DataOutput out, String text) throws IOException {
    write(out, text.getBytes(StandardCharsets.UTF_8));
  }

  /// Reads a text that [#write(DataOutput, String)] wrote.
  public static String readString(DataInput in) throws IOException {
    return new String(readBytes(in), StandardCharsets.UTF_8);
  }

  private static byte[] piece(int length, int size) {
    return new byte[Math.clamp((long) length * size, size, PIECE)];
  }

  private static ByteBuffer littleEndian(byte[] piece) {
    return ByteBuffer.wrap(piece).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static void checkLength(int given, int wanted) throws IOException {
    if (given != wanted) {
      throw new IOException("an array must have length " + wanted + ", was " + given);
    }
  }
}
