package org.evenkeel.core.replay;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.evenkeel.core.env.Spec;

/// Writes and reads slots as bytes, for checkpoints: the stored frame, the action, the reward and the flags,
/// little-endian, with the same number of bytes for each slot. Many slots share one buffer.
final class SlotRecords {
  private static final int BUFFER = 1 << 20;
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle FLOAT =
      MethodHandles.byteArrayViewVarHandle(float[].class, ByteOrder.LITTLE_ENDIAN);

  private final int capacity;
  private final int slotBytes;
  private final FrameStore frames;
  private final Timeline timeline;
  private final int actionBytes;
  private long readFrom;
  private long readTo;

  SlotRecords(int capacity, Spec spec, FrameStore frames, Timeline timeline) {
    this.capacity = capacity;
    this.frames = frames;
    this.timeline = timeline;
    this.actionBytes = Timeline.actionBytes(spec.actions());
    this.slotBytes = frames.frameBytes() + Timeline.bytes(spec.actions());
  }

  int bytes() {
    return slotBytes;
  }

  void write(long from, long to, DataOutput out) throws IOException {
    if (from < timeline.tail() || to > timeline.head() || from > to) {
      throw new IllegalArgumentException(
          "slots must be within [%d, %d), was [%d, %d)"
              .formatted(timeline.tail(), timeline.head(), from, to));
    }
    byte[] buffer = newBuffer(to - from);
    int filled = 0;
    for (long at = from; at < to; at++) {
      encode(timeline.slot(at), buffer, filled);
      filled += bytes();
      if (filled == buffer.length) {
        out.write(buffer, 0, filled);
        filled = 0;
      }
    }
    out.write(buffer, 0, filled);
  }

  void read(long from, long to, DataInput in) throws IOException {
    if (timeline.head() > 0 || timeline.running()) {
      throw new IllegalStateException("slots can only be read into a new replay buffer");
    }
    boolean first = readTo == readFrom;
    if (from < 0 || to < from || to - from > capacity || (!first && from != readTo)) {
      throw new IllegalArgumentException(
          "slots must be at most %d%s, was [%d, %d)"
              .formatted(capacity, first ? "" : " and start at " + readTo, from, to));
    }
    readAll(from, to, in);
    readFrom = first ? from : readFrom;
    readTo = to;
  }

  /// Replaces the slots from number `from` on.
  void readNewer(long from, long to, DataInput in) throws IOException {
    long tail = Math.max(0, to - capacity);
    boolean joins = from <= timeline.head() && from >= timeline.tail();
    if (to < from || to - from > capacity || (!joins && from != tail)) {
      throw new IllegalArgumentException(
          "slots must be at most %d and continue [%d, %d), was [%d, %d)"
              .formatted(capacity, timeline.tail(), timeline.head(), from, to));
    }
    long kept = joins ? Math.max(tail, timeline.tail()) : from;
    timeline.forgetPosition();
    readAll(from, to, in);
    readFrom = kept;
    readTo = to;
  }

  private void readAll(long from, long to, DataInput in) throws IOException {
    byte[] buffer = newBuffer(to - from);
    for (long at = from; at < to; ) {
      int count = (int) Math.min(to - at, buffer.length / bytes());
      in.readFully(buffer, 0, count * bytes());
      for (int i = 0; i < count; i++) {
        decode(at++, buffer, i * bytes());
      }
    }
  }

  private byte[] newBuffer(long slots) {
    return new byte[(int) Math.min(Math.max(1, slots), Math.max(1, BUFFER / bytes())) * bytes()];
  }

  private void encode(int slot, byte[] out, int at) {
    frames.get(slot, out, at);
    int p = at + frames.frameBytes();
    if (actionBytes == Byte.BYTES) {
      out[p] = (byte) timeline.action(slot);
    } else {
      INT.set(out, p, timeline.action(slot));
    }
    FLOAT.set(out, p + actionBytes, timeline.reward(slot));
    out[p + actionBytes + Float.BYTES] = (byte) timeline.flags(slot);
  }

  private void decode(long sequence, byte[] in, int at) throws IOException {
    int slot = timeline.slot(sequence);
    int p = at + frames.frameBytes();
    int action = actionBytes == Byte.BYTES ? in[p] & 0xFF : (int) INT.get(in, p);
    float reward = (float) FLOAT.get(in, p + actionBytes);
    String fault = timeline.load(slot, action, reward, in[p + actionBytes + Float.BYTES]);
    if (fault == null) {
      fault = frames.set(slot, in, at);
    }
    if (fault != null) {
      throw new IOException("slot " + sequence + ": " + fault);
    }
  }

  /// Writes the position of the ring, and the slot whose action is not known yet.
  void savePending(DataOutput out) throws IOException {
    out.writeLong(timeline.head());
    out.writeBoolean(timeline.running());
    if (timeline.running()) {
      byte[] pending = new byte[bytes()];
      encode(timeline.headSlot(), pending, 0);
      out.write(pending);
    }
  }

  void restorePending(DataInput in) throws IOException {
    if (timeline.head() > 0 || timeline.running()) {
      throw new IllegalStateException("only a new replay buffer can be restored");
    }
    long head = in.readLong();
    long tail = Math.max(0, head - capacity);
    if (head < 0 || head != readTo || readFrom > tail) {
      throw new IOException(
          "slots [%d, %d) are needed, but [%d, %d) were read"
              .formatted(tail, head, readFrom, readTo));
    }
    boolean running = in.readBoolean();
    if (running) {
      byte[] pending = new byte[bytes()];
      in.readFully(pending);
      decode(head, pending, 0);
    }
    timeline.rebuild(head, running);
  }
}
