package org.evenkeel.core.data;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import org.evenkeel.core.internal.Bulk;
import org.evenkeel.core.internal.Checks;
import org.jspecify.annotations.Nullable;

/// One observation of a given [Form]: the buffer that an environment writes to.
public final class Observation {
  private final Form form;
  private final float[] vector;
  private final long[] bits;
  private final byte[] bytes;
  private int state;

  /// Creates an observation of zeros.
  public Observation(Form form) {
    this.form = form;
    vector = new float[form instanceof Form.Vector v ? v.size() : 0];
    bits = new long[form instanceof Form.BitPlanes p ? p.words() : 0];
    bytes = new byte[form instanceof Form.Bytes b ? b.size() : 0];
  }

  /// Returns the form of this observation.
  public Form form() {
    return form;
  }

  /// Returns the floats of a vector, to read and to write.
  public float[] vector() {
    require(form instanceof Form.Vector, "a vector");
    return vector;
  }

  /// Writes one float of a vector.
  public void set(int index, double value) {
    vector()[index] = (float) value;
  }

  /// Returns the state of a one-hot observation.
  public int state() {
    require(form instanceof Form.OneHot, "a state");
    return state;
  }

  /// Sets the state of a one-hot observation.
  public void setState(int state) {
    require(form instanceof Form.OneHot, "a state");
    this.state = state;
  }

  /// Returns the words of bit planes, to read and to write. [Form.BitPlanes] defines the position of each bit.
  public long[] bits() {
    require(form instanceof Form.BitPlanes, "bit planes");
    return bits;
  }

  /// Sets one bit of bit planes. Call [#clear] first.
  public void setBit(int y, int x, int channel) {
    if (!(form instanceof Form.BitPlanes p)) {
      throw mismatch("bit planes");
    }
    Objects.checkIndex(y, p.height());
    Objects.checkIndex(x, p.width());
    Objects.checkIndex(channel, p.channels());
    int bit = (y * p.width() + x) * p.channels() + channel;
    bits[bit >> 6] |= 1L << bit;
  }

  /// Returns the bytes of an image, to read and to write. [Form.Bytes] defines the position of each pixel.
  public byte[] bytes() {
    require(form instanceof Form.Bytes, "bytes");
    return bytes;
  }

  /// Sets everything to 0.
  public void clear() {
    Arrays.fill(vector, 0);
    Arrays.fill(bits, 0);
    Arrays.fill(bytes, (byte) 0);
    state = 0;
  }

  /// Copies another observation of the same form.
  public void copyFrom(Observation other) {
    if (!form.equals(other.form)) {
      throw new IllegalArgumentException(
          "this observation is " + form + ", was given " + other.form);
    }
    System.arraycopy(other.vector, 0, vector, 0, vector.length);
    System.arraycopy(other.bits, 0, bits, 0, bits.length);
    System.arraycopy(other.bytes, 0, bytes, 0, bytes.length);
    state = other.state;
  }

  /// Whether both have the same form and the same content.
  public boolean sameAs(Observation other) {
    return form.equals(other.form)
        && state == other.state
        && Arrays.equals(vector, other.vector)
        && Arrays.equals(bits, other.bits)
        && Arrays.equals(bytes, other.bytes);
  }

  /// Describes the first invalid value: one that is not finite, a state out of range, or a bit beyond the last. Returns
  /// null if there is none.
  public @Nullable String fault() {
    return switch (form) {
      case Form.Vector _ -> {
        int bad = Checks.firstNonFinite(vector, 0, vector.length);
        yield bad < 0 ? null : "observation[" + bad + "] must be finite, was " + vector[bad];
      }
      case Form.OneHot o ->
          state >= 0 && state < o.size()
              ? null
              : "state must be 0 to " + (o.size() - 1) + ", was " + state;
      case Form.BitPlanes p -> {
        int used = p.size() & 63;
        yield used == 0 || bits[bits.length - 1] >>> used == 0
            ? null
            : "bit planes have " + p.size() + " bits, but a bit beyond them is set";
      }
      case Form.Bytes _ -> null;
    };
  }

  /// Writes the values, for a replay buffer or an environment that saves its state.
  public void save(DataOutput out) throws IOException {
    switch (form) {
      case Form.Vector _ -> Bulk.write(out, vector);
      case Form.OneHot _ -> out.writeInt(state);
      case Form.BitPlanes _ -> Bulk.write(out, bits);
      case Form.Bytes _ -> Bulk.write(out, bytes);
    }
  }

  /// Reads the values that [#save] wrote for an observation of the same form.
  public void restore(DataInput in) throws IOException {
    switch (form) {
      case Form.Vector _ -> Bulk.read(in, vector);
      case Form.OneHot oneHot -> {
        int read = in.readInt();
        if (read < 0 || read >= oneHot.size()) {
          throw new IOException("state must be 0 to " + (oneHot.size() - 1) + ", was " + read);
        }
        state = read;
      }
      case Form.BitPlanes _ -> Bulk.read(in, bits);
      case Form.Bytes _ -> Bulk.read(in, bytes);
    }
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
