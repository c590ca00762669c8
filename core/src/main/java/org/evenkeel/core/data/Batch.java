package org.evenkeel.core.data;

import org.evenkeel.core.internal.Checks;

/// A batch of observations of one [Form] for a network, up to a fixed number of them.
///
/// The setters check their arguments, so that code downstream may assume finite values and indices in range.
public final class Batch {
  private final Form form;
  private final int capacity;
  private int size;

  private final float[] floats;
  private final int[] indices;
  private final long[] bits;
  private final byte[] bytes;

  /// Creates a batch of at most `capacity` observations; it starts empty.
  public Batch(Form form, int capacity) {
    Checks.atLeast("capacity", 1, capacity);
    this.form = form;
    this.capacity = capacity;
    boolean index = form instanceof Form.OneHot;
    int all = Checks.size("capacity * size of an observation", capacity, index ? 1 : form.size());
    floats = new float[form instanceof Form.Vector ? all : 0];
    indices = new int[form instanceof Form.OneHot ? capacity : 0];
    bits = new long[form instanceof Form.BitPlanes planes ? capacity * planes.words() : 0];
    bytes = new byte[form instanceof Form.Bytes ? all : 0];
  }

  /// Returns the form of the observations.
  public Form form() {
    return form;
  }

  /// Returns the maximum number of observations.
  public int capacity() {
    return capacity;
  }

  /// Returns the number of observations.
  public int size() {
    return size;
  }

  /// Sets the number of observations. Their content is then set row by row.
  public Batch resize(int size) {
    if (size < 0 || size > capacity) {
      throw new IllegalArgumentException("size must be 0 to " + capacity + ", was " + size);
    }
    this.size = size;
    return this;
  }

  /// Sets observation `row` of a vector input from `values[at...]`.
  public void setVector(int row, float[] values, int at) {
    int length = check(row, Form.Vector.class, "a vector");
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
    int states = check(row, Form.OneHot.class, "an index");
    if (state < 0 || state >= states) {
      throw new IllegalArgumentException("state must be 0 to " + (states - 1) + ", was " + state);
    }
    indices[row] = state;
  }

  /// Sets observation `row` of a bit-plane input from `words[at...]`.
  public void setBits(int row, long[] words, int at) {
    int size = check(row, Form.BitPlanes.class, "bit planes");
    int length = (size + 63) / 64;
    checkRange(words.length, at, length);
    int used = size & 63;
    if (used != 0 && words[at + length - 1] >>> used != 0) {
      throw new IllegalArgumentException(
          "bit planes have " + size + " bits, but a bit beyond them is set");
    }
    System.arraycopy(words, at, bits, row * length, length);
  }

  /// Sets observation `row` of a byte input from `frames[at...]`, frame after frame.
  public void setBytes(int row, byte[] frames, int at) {
    int length = check(row, Form.Bytes.class, "bytes");
    checkRange(frames.length, at, length);
    System.arraycopy(frames, at, bytes, row * length, length);
  }

  /// Sets observation `row`, which must have the form of this batch.
  public void set(int row, Observation observation) {
    if (!form.equals(observation.form())) {
      throw new IllegalArgumentException(
          "this batch holds " + form + ", was given " + observation.form());
    }
    switch (form) {
      case Form.Vector _ -> setVector(row, observation.vector(), 0);
      case Form.OneHot _ -> setIndex(row, observation.state());
      case Form.BitPlanes _ -> setBits(row, observation.bits(), 0);
      case Form.Bytes _ -> setBytes(row, observation.bytes(), 0);
    }
  }

  /// Sets observation `row` to a row of another batch of the same form.
  public void set(int row, Batch other, int otherRow) {
    if (!form.equals(other.form)) {
      throw new IllegalArgumentException("this batch holds " + form + ", was given " + other.form);
    }
    switch (form) {
      case Form.Vector v -> setVector(row, other.floats, otherRow * v.size());
      case Form.OneHot _ -> setIndex(row, other.indices[otherRow]);
      case Form.BitPlanes p -> setBits(row, other.bits, otherRow * p.words());
      case Form.Bytes b -> setBytes(row, other.bytes, otherRow * b.size());
    }
  }

  /// Returns the values of vectors, row after row. This is the batch's own array, empty for other forms. Code that
  /// writes to it directly, as a replay buffer may for speed, is responsible for the checks that the setters make.
  public float[] floats() {
    return floats;
  }

  /// Returns the states of one-hot observations, one per row. See [#floats] on writing to it.
  public int[] indices() {
    return indices;
  }

  /// Returns the words of bit planes, row after row. See [#floats] on writing to it.
  public long[] bits() {
    return bits;
  }

  /// Returns the bytes of images, row after row. See [#floats] on writing to it.
  public byte[] bytes() {
    return bytes;
  }

  private int check(int row, Class<? extends Form> given, String name) {
    if (!given.isInstance(form)) {
      throw new IllegalArgumentException("this batch holds " + form + ", was given " + name);
    }
    if (size == 0) {
      throw new IllegalArgumentException("the batch is empty: call resize before setting its rows");
    }
    if (row < 0 || row >= size) {
      throw new IllegalArgumentException("row must be 0 to " + (size - 1) + ", was " + row);
    }
    return form.size();
  }

  private static void checkRange(int given, int at, int length) {
    if (at < 0 || at > given - length) {
      throw new IllegalArgumentException(
          "an observation has %d values, but only %d remain from position %d"
              .formatted(length, Math.max(0, given - Math.max(0, at)), at));
    }
  }
}
