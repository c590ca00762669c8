package org.evenkeel.core.replay;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.internal.Checks;
import org.jspecify.annotations.Nullable;

/// The frames of a replay buffer, one per slot, in one block of memory. Stacks are rebuilt directly into a [Batch].
///
/// A frame needs 4 bytes per float, 4 for a one-hot state, 1 per 8 bits of bit planes, or 1 per pixel, all
/// little-endian, so that saved slots mean the same on every machine. Small buffers are on the heap. Large ones are
/// not: they may exceed the maximum array length, and the garbage collector need not scan them.
final class FrameStore implements AutoCloseable {
  private static final long LARGEST_ON_HEAP = 64 << 20;
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final Spec spec;
  private final Form form;
  private final int slots;
  private final int frameBytes;
  private final @Nullable Arena arena;
  private final MemorySegment memory;

  /// Buffer for the words of one frame that is copied to a batch.
  private final long[] words;

  FrameStore(Spec spec, int slots) {
    this.spec = spec;
    this.form = spec.frame();
    this.slots = slots;
    this.frameBytes = bytesOf(form);
    words = new long[form instanceof Form.BitPlanes p ? p.words() : 0];
    long all = (long) slots * frameBytes;
    if (all <= LARGEST_ON_HEAP) {
      arena = null;
      memory = MemorySegment.ofArray(new byte[(int) all]);
    } else {
      arena = Arena.ofShared();
      try {
        memory = arena.allocate(all, Long.BYTES);
      } catch (OutOfMemoryError e) {
        arena.close();
        throw e;
      }
    }
  }

  /// Returns the number of bytes that one frame needs.
  static int bytesOf(Form form) {
    return switch (form) {
      case Form.Vector v -> v.size() * Float.BYTES;
      case Form.OneHot _ -> Integer.BYTES;
      case Form.BitPlanes p -> (p.size() + 7) / 8;
      case Form.Bytes b -> b.size();
    };
  }

  int frameBytes() {
    return frameBytes;
  }

  /// Rejects a frame that must not be stored.
  void check(Observation frame) {
    if (!form.equals(frame.form())) {
      throw new IllegalArgumentException(
          "this replay buffer stores " + form + ", was given " + frame.form());
    }
    String fault = frame.fault();
    if (fault != null) {
      throw new IllegalArgumentException(fault);
    }
  }

  private static @Nullable String vectorFault(float[] values, int size) {
    int bad = Checks.firstNonFinite(values, 0, size);
    return bad < 0 ? null : "observation[" + bad + "] must be finite, was " + values[bad];
  }

  private static @Nullable String stateFault(int state, int states) {
    return state >= 0 && state < states
        ? null
        : "state must be 0 to " + (states - 1) + ", was " + state;
  }

  private static @Nullable String bitsFault(long[] words, Form.BitPlanes planes) {
    int used = planes.size() & 63;
    return used == 0 || words[words.length - 1] >>> used == 0
        ? null
        : "bit planes have " + planes.size() + " bits, but a bit beyond them is set";
  }

  /// Stores a checked frame.
  void put(int slot, Observation frame) {
    long at = at(slot);
    switch (form) {
      case Form.Vector v -> MemorySegment.copy(frame.vector(), 0, memory, FLOAT, at, v.size());
      case Form.OneHot _ -> memory.set(INT, at, frame.state());
      case Form.BitPlanes _ -> putWords(at, frame.bits());
      case Form.Bytes b -> MemorySegment.copy(frame.bytes(), 0, memory, BYTE, at, b.size());
    }
  }

  /// Stores complete words, then those bytes of the last word that contain bits: MinAtar's 400 bits need 50 bytes, not
  /// 56.
  private void putWords(long at, long[] from) {
    int whole = frameBytes / Long.BYTES;
    MemorySegment.copy(from, 0, memory, LONG, at, whole);
    for (int i = whole * Long.BYTES; i < frameBytes; i++) {
      memory.set(BYTE, at + i, (byte) (from[whole] >>> (8 * i)));
    }
  }

  private long[] getWords(long at) {
    int whole = frameBytes / Long.BYTES;
    MemorySegment.copy(memory, LONG, at, words, 0, whole);
    if (whole < words.length) {
      long last = 0;
      for (int i = whole * Long.BYTES; i < frameBytes; i++) {
        last |= (memory.get(BYTE, at + i) & 0xFFL) << (8 * i);
      }
      words[whole] = last;
    }
    return words;
  }

  /// Writes the stack that ends at a slot to a row.
  ///
  /// @param known the number of frames in the stack that belong to the episode
  void stack(int slot, int known, Batch out, int row) {
    switch (form) {
      case Form.OneHot _ -> out.setIndex(row, memory.get(INT, at(slot)));
      case Form.BitPlanes _ -> out.setBits(row, getWords(at(slot)), 0);
      case Form.Vector v -> stackOf(v.size(), slot, known, out, row);
      case Form.Bytes b -> stackOf(b.size(), slot, known, out, row);
    }
  }

  private void stackOf(int length, int slot, int known, Batch out, int row) {
    int missing = spec.stack() - known;
    int first = slot - known + 1;
    int beforeEdge = Math.max(0, -first); // frames at the far end of the ring
    if (beforeEdge > 0) {
      first += slots;
      copy(first, out, row, missing * length, beforeEdge * length);
    }
    copy(
        slot - known + 1 + beforeEdge,
        out,
        row,
        (missing + beforeEdge) * length,
        (known - beforeEdge) * length);
    if (missing > 0) {
      switch (spec.stackStart()) {
        case ZEROS -> clear(out, row, missing * length);
        case REPEAT -> {
          for (int i = 0; i < missing; i++) {
            copy(first, out, row, i * length, length);
          }
        }
        case LEAD_IN -> throw new IllegalStateException("no such stack is drawn");
      }
    }
  }

  /// Copies frames directly into the arrays of the batch: their values were checked when they were stored.
  private void copy(int slot, Batch out, int row, int to, int count) {
    int at = row * out.form().size() + to;
    if (form instanceof Form.Vector) {
      MemorySegment.copy(memory, FLOAT, at(slot), out.floats(), at, count);
    } else {
      MemorySegment.copy(memory, BYTE, at(slot), out.bytes(), at, count);
    }
  }

  private void clear(Batch out, int row, int count) {
    int at = row * out.form().size();
    if (form instanceof Form.Vector) {
      Arrays.fill(out.floats(), at, at + count, 0f);
    } else {
      Arrays.fill(out.bytes(), at, at + count, (byte) 0);
    }
  }

  /// Copies a frame out in its stored form.
  void get(int slot, byte[] out, int at) {
    MemorySegment.copy(memory, BYTE, at(slot), out, at, frameBytes);
  }

  /// Stores a frame that [#get] copied out.
  ///
  /// @return a description of the fault, or null
  @Nullable String set(int slot, byte[] in, int at) {
    MemorySegment.copy(in, at, memory, BYTE, at(slot), frameBytes);
    return switch (form) {
      case Form.Vector v ->
          vectorFault(memory.asSlice(at(slot), frameBytes).toArray(FLOAT), v.size());
      case Form.OneHot o -> stateFault(memory.get(INT, at(slot)), o.size());
      case Form.BitPlanes p -> bitsFault(getWords(at(slot)), p);
      case Form.Bytes _ -> null;
    };
  }

  private long at(int slot) {
    return (long) slot * frameBytes;
  }

  @Override
  public void close() {
    if (arena != null) {
      arena.close();
    }
  }
}
