package org.evenkeel.core.nn;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.evenkeel.core.internal.Bulk;
import org.evenkeel.core.internal.Checks;

/// Observations for a network, up to a fixed number of them, in the form the network's [Input] names.
///
/// A replay memory copies straight into a batch; what is written is checked here, so that nothing behind
/// this edge needs to ask whether a value is finite or an index in range.
public final class Batch {
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final Input input;
  private final int capacity;
  private int size;

  final float[] floats;
  final int[] indices;
  final long[] bits;
  final byte[] bytes;

  /// A batch of at most `capacity` observations; it starts empty.
  public Batch(Input input, int capacity) {
    Checks.atLeast("capacity", 1, capacity);
    this.input = input;
    this.capacity = capacity;
    boolean index = input instanceof Input.OneHot;
    int all = Checks.size("capacity * size of an observation", capacity, index ? 1 : input.size());
    floats = new float[input instanceof Input.Vector ? all : 0];
    indices = new int[input instanceof Input.OneHot ? capacity : 0];
    bits = new long[input instanceof Input.BitPlanes planes ? capacity * planes.words() : 0];
    bytes = new byte[input instanceof Input.Bytes ? all : 0];
  }

  /// The form of the observations.
  public Input input() {
    return input;
  }

  /// How many observations fit.
  public int capacity() {
    return capacity;
  }

  /// How many observations there are.
  public int size() {
    return size;
  }

  /// Sets the number of observations; they are then set one by one.
  public Batch resize(int size) {
    if (size < 0 || size > capacity) {
      throw new IllegalArgumentException("size must be 0 to " + capacity + ", was " + size);
    }
    this.size = size;
    return this;
  }

  /// Sets observation `row` of a vector input from `values[at...]`.
  public void setVector(int row, float[] values, int at) {
    int length = check(row, Input.Vector.class, "a vector");
    checkRange(values.length, at, length);
    int bad = Checks.firstNonFinite(values, at, at + length);
    if (bad >= 0) {
      throw new IllegalArgumentException(
          "observation[%d] must be finite, was %s".formatted(bad - at, values[bad]));
    }
    System.arraycopy(values, at, floats, row * length, length);
  }

  /// Sets observation `row` of a one-hot input.
  public void setIndex(int row, int state) {
    int states = check(row, Input.OneHot.class, "an index");
    if (state < 0 || state >= states) {
      throw new IllegalArgumentException("state must be 0 to " + (states - 1) + ", was " + state);
    }
    indices[row] = state;
  }

  /// Sets observation `row` of a bit-plane input from `words[at...]`.
  public void setBits(int row, long[] words, int at) {
    int size = check(row, Input.BitPlanes.class, "bit planes");
    int length = (size + 63) / 64;
    checkRange(words.length, at, length);
    System.arraycopy(words, at, bits, row * length, length);
  }

  /// Sets observation `row` of a byte input from `frames[at...]`, frame after frame.
  public void setBytes(int row, byte[] frames, int at) {
    int length = check(row, Input.Bytes.class, "bytes");
    checkRange(frames.length, at, length);
    System.arraycopy(frames, at, bytes, row * length, length);
  }

  /// Sets `count` values of observation `row` of a vector input, from value `at` on, to the little-endian
  /// floats at byte `offset` of a memory. They are not looked at: they were checked when they were stored.
  public void setVectorPart(int row, int at, MemorySegment memory, long offset, int count) {
    int length = check(row, Input.Vector.class, "a vector");
    checkPart(at, count, length);
    MemorySegment.copy(memory, FLOAT, offset, floats, row * length + at, count);
  }

  /// Sets `count` values of observation `row` of a byte input, from value `at` on, to the bytes at `offset`
  /// of a memory.
  public void setBytesPart(int row, int at, MemorySegment memory, long offset, int count) {
    int length = check(row, Input.Bytes.class, "bytes");
    checkPart(at, count, length);
    MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, offset, bytes, row * length + at, count);
  }

  /// Sets `count` values of observation `row` of a vector or byte input, from value `at` on, to 0.
  public void clearPart(int row, int at, int count) {
    if (input instanceof Input.Vector) {
      int length = check(row, Input.Vector.class, "a vector");
      checkPart(at, count, length);
      Arrays.fill(floats, row * length + at, row * length + at + count, 0f);
    } else {
      int length = check(row, Input.Bytes.class, "a vector or bytes");
      checkPart(at, count, length);
      Arrays.fill(bytes, row * length + at, row * length + at + count, (byte) 0);
    }
  }

  /// Writes all of it, for a checkpoint.
  public void save(DataOutput out) throws IOException {
    out.writeInt(size);
    Bulk.write(out, floats);
    Bulk.write(out, indices, indices.length);
    Bulk.write(out, bits);
    Bulk.write(out, bytes);
  }

  /// Reads what [#save] wrote, into a batch of the same form and capacity.
  public void restore(DataInput in) throws IOException {
    resize(in.readInt());
    Bulk.read(in, floats);
    Bulk.read(in, indices, indices.length);
    Bulk.read(in, bits);
    Bulk.read(in, bytes);
  }

  private int check(int row, Class<? extends Input> given, String name) {
    if (!given.isInstance(input)) {
      throw new IllegalArgumentException("this batch takes " + input + ", was given " + name);
    }
    if (size == 0) {
      throw new IllegalArgumentException("the batch is empty: resize it, then set its rows");
    }
    if (row < 0 || row >= size) {
      throw new IllegalArgumentException("row must be 0 to " + (size - 1) + ", was " + row);
    }
    return input.size();
  }

  private static void checkPart(int at, int count, int length) {
    if (at < 0 || count < 0 || at > length - count) {
      throw new IllegalArgumentException(
          "an observation has %d values, was given %d from value %d on"
              .formatted(length, count, at));
    }
  }

  private static void checkRange(int given, int at, int length) {
    if (at < 0 || at > given - length) {
      throw new IllegalArgumentException(
          "an observation has %d values, but %d are left from position %d"
              .formatted(length, Math.max(0, given - Math.max(0, at)), at));
    }
  }
}
