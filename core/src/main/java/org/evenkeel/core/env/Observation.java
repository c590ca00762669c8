package org.evenkeel.core.env;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.evenkeel.core.internal.Bulk;
import org.evenkeel.core.nn.Batch;
import org.evenkeel.core.nn.Input;

/// One observation, in the form its [Input] names: the array that an environment writes into.
public final class Observation {
  private final Input form;
  private final float[] vector;
  private final long[] bits;
  private final byte[] bytes;
  private int state;

  /// An observation of zeros.
  public Observation(Input form) {
    this.form = form;
    vector = new float[form instanceof Input.Vector v ? v.size() : 0];
    bits = new long[form instanceof Input.BitPlanes p ? p.words() : 0];
    bytes = new byte[form instanceof Input.Bytes b ? b.size() : 0];
  }

  /// Its form.
  public Input form() {
    return form;
  }

  /// The floats of a vector, to read and to write.
  public float[] vector() {
    require(form instanceof Input.Vector, "a vector");
    return vector;
  }

  /// Writes one float of a vector.
  public void set(int index, double value) {
    vector()[index] = (float) value;
  }

  /// Which state a one-hot observation is.
  public int state() {
    require(form instanceof Input.OneHot, "a state");
    return state;
  }

  /// Says which state a one-hot observation is.
  public void setState(int state) {
    require(form instanceof Input.OneHot, "a state");
    this.state = state;
  }

  /// The words of bit planes, to read and to write; [Input.BitPlanes] says where a bit is.
  public long[] bits() {
    require(form instanceof Input.BitPlanes, "bit planes");
    return bits;
  }

  /// Sets one bit of bit planes; [#clear] first.
  public void setBit(int y, int x, int channel) {
    if (!(form instanceof Input.BitPlanes p)) {
      throw mismatch("bit planes");
    }
    int bit = (y * p.width() + x) * p.channels() + channel;
    bits[bit >> 6] |= 1L << bit;
  }

  /// The bytes of frames, to read and to write.
  public byte[] bytes() {
    require(form instanceof Input.Bytes, "bytes");
    return bytes;
  }

  /// Sets everything to 0.
  public void clear() {
    Arrays.fill(vector, 0);
    Arrays.fill(bits, 0);
    Arrays.fill(bytes, (byte) 0);
    state = 0;
  }

  /// Takes over another observation of the same form.
  public void copyFrom(Observation other) {
    if (!form.equals(other.form)) {
      throw new IllegalArgumentException("wanted " + form + ", was given " + other.form);
    }
    System.arraycopy(other.vector, 0, vector, 0, vector.length);
    System.arraycopy(other.bits, 0, bits, 0, bits.length);
    System.arraycopy(other.bytes, 0, bytes, 0, bytes.length);
    state = other.state;
  }

  /// Whether both hold the same bits.
  public boolean sameAs(Observation other) {
    return form.equals(other.form)
        && state == other.state
        && Arrays.equals(vector, other.vector)
        && Arrays.equals(bits, other.bits)
        && Arrays.equals(bytes, other.bytes);
  }

  /// Writes it to a row of a batch, which refuses what is not finite or out of range.
  public void writeTo(Batch batch, int row) {
    switch (form) {
      case Input.Vector _ -> batch.setVector(row, vector, 0);
      case Input.OneHot _ -> batch.setIndex(row, state);
      case Input.BitPlanes _ -> batch.setBits(row, bits, 0);
      case Input.Bytes _ -> batch.setBytes(row, bytes, 0);
    }
  }

  /// Writes all of it, for a checkpoint.
  public void save(DataOutput out) throws IOException {
    out.writeInt(state);
    Bulk.write(out, vector);
    Bulk.write(out, bits);
    Bulk.write(out, bytes);
  }

  /// Reads what [#save] wrote, into an observation of the same form.
  public void restore(DataInput in) throws IOException {
    state = in.readInt();
    Bulk.read(in, vector);
    Bulk.read(in, bits);
    Bulk.read(in, bytes);
  }

  private void require(boolean right, String given) {
    if (!right) {
      throw mismatch(given);
    }
  }

  private IllegalArgumentException mismatch(String given) {
    return new IllegalArgumentException("this observation is " + form + ", not " + given);
  }
}
