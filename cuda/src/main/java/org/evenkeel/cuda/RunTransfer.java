package org.evenkeel.cuda;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.internal.SlotStorage;
import org.evenkeel.core.train.AcceleratedRun;
import org.evenkeel.cuda.GameStates.Saved;

/// Copies the state of a run to the device and back. On the processor's side, the state has the form of the sections of
/// a checkpoint.
final class RunTransfer {
  // Flags of a slot, as in core's Timeline.
  private static final int START = 1;
  private static final int TAKEN = 2;
  private static final int TERMINATED = 4;
  private static final int DRAWABLE = 32;

  private final AcceleratedRun run;
  private final RunSettings settings;
  private final CudaContext context;
  private final byte[] frameBuffer;

  /// The text at the start of the section `replay`.
  private byte[] replayDescription = {};

  /// The first step of the replay buffer that the processor does not have.
  private long missingFrom;

  RunTransfer(AcceleratedRun run, RunSettings settings, CudaContext context) {
    this.run = run;
    this.settings = settings;
    this.context = context;
    this.frameBuffer = new byte[settings.words() * Integer.BYTES];
  }

  private static DataInputStream open(byte[] section) {
    return new DataInputStream(new ByteArrayInputStream(section));
  }

  // --- to the device ----------------------------------------------------------------------------

  /// Fills a run, whose settings and addresses are written, and its arrays.
  void load(MemorySegment device) {
    try {
      loadLearner(device);
      loadStreams(device);
      loadEpisode(device);
      loadMeter(device);
      loadReplay(device);
      loadHeldOut(device);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory does not fail
    }
    RunField.STEP.set(device, run.step());
    RunField.TARGET.set(device, run.step());
  }

  private void loadLearner(MemorySegment device) {
    ByteBuffer in = ByteBuffer.wrap(run.section("learner"));
    RunField.UPDATES.set(device, in.getLong());
    RunField.LAST_NORM.setDouble(device, in.getDouble());
    long set = 4L * settings.stride();
    for (int l = 0; l < settings.learners(); l++) {
      uploadFloats(in, RunField.THETAS.get(device) + l * set);
      in.getLong(); // the optimizer's steps: as many as updates
      for (int m = 0; m < settings.moments(); m++) {
        long at = RunField.MOMENT_SETS.get(device) + (l * settings.moments() + m) * set;
        uploadFloats(in, at);
      }
    }
    RunField.NEWEST.set(device, in.getInt());
    RunField.ACTIVE.set(device, in.getInt());
    for (int k = 0; k < settings.k(); k++) {
      uploadFloats(in, RunField.PLACES.get(device) + k * set);
    }
    // No values are known yet: those of stored states have the stamp 0.
    int[] stamps = new int[settings.k()];
    Arrays.fill(stamps, 1);
    context.upload(RunField.PLACE_STAMPS.get(device), MemorySegment.ofArray(stamps));
    RunField.SNAPSHOT_COUNT.set(device, 1);
  }

  /// Copies an array that core's Bulk wrote: its length, then little-endian floats.
  private void uploadFloats(ByteBuffer in, long to) {
    int bytes = in.getInt() * Float.BYTES;
    context.upload(to, MemorySegment.ofBuffer(in.slice(in.position(), bytes)));
    in.position(in.position() + bytes);
  }

  private void loadStreams(MemorySegment device) throws IOException {
    DataInputStream explorer = open(run.section("explorer"));
    RunField.ACTING_LEARNER.set(device, explorer.readInt());
    readStream(explorer, RunField.EXPLORING, device);
    readStream(open(run.section("drawing")), RunField.DRAWING, device);
  }

  static void readStream(DataInputStream in, RunField field, MemorySegment device)
      throws IOException {
    for (int i = 0; i < 4; i++) {
      field.set(device, i, in.readLong());
    }
  }

  private void loadEpisode(MemorySegment device) throws IOException {
    DataInputStream in = open(run.section("episode"));
    RunField.EPISODE.set(device, in.readLong());
    RunField.LENGTH.set(device, in.readInt());
    RunField.TOTAL_REWARD.setDouble(device, in.readDouble());
    RunField.OVER.set(device, in.readBoolean());
    readStream(in, RunField.ENVIRONMENT, device);
    byte[] frame = new byte[in.readInt() * Long.BYTES];
    in.readFully(frame);
    in.skipNBytes(Integer.BYTES + frame.length); // the stack, which is the frame
    byte[] saved = new byte[in.readInt()];
    in.readFully(saved);
    Saved game = GameStates.toDevice(settings.game(), saved);
    RunField.LAST_ACTION.set(device, game.lastAction());
    context.upload(RunField.GAME_STATE.get(device), MemorySegment.ofArray(game.numbers()));
    byte[] words = Arrays.copyOf(frame, frameBuffer.length + 8); // zeros after the last bit
    Arrays.fill(words, frameBuffer.length, words.length, (byte) 0);
    context.upload(RunField.FRAME.get(device), MemorySegment.ofArray(words));
    context.upload(
        RunField.EVALUATION_FRAME.get(device), MemorySegment.ofArray(new byte[words.length]));
  }

  private void loadMeter(MemorySegment device) throws IOException {
    DataInputStream in = open(run.section("meter"));
    RunField.EPISODES.set(device, in.readLong());
    RunField.NEW_EPISODES.set(device, in.readLong());
    RunField.RETURNS.setDouble(device, in.readDouble());
    RunField.LENGTHS.setDouble(device, in.readDouble());
    RunField.NEW_UPDATES.set(device, in.readLong());
    RunField.LOSSES.setDouble(device, in.readDouble());
    RunField.TD_ERRORS.setDouble(device, in.readDouble());
    RunField.GRADIENT_NORMS.setDouble(device, in.readDouble());
  }

  private void loadReplay(MemorySegment device) throws IOException {
    SlotStorage storage = (SlotStorage) run.replay();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    storage.writeSlots(storage.tail(), storage.head(), new DataOutputStream(bytes));
    DataInputStream rest = open(run.section("replay"));
    replayDescription = new byte[rest.readInt()];
    rest.readFully(replayDescription);
    long head = rest.readLong();
    boolean running = rest.readBoolean();
    if (running) {
      bytes.write(rest.readAllBytes());
    }
    Slots slots = new Slots(settings);
    slots.read(bytes.toByteArray(), storage.tail(), head, running);
    RunField.HEAD.set(device, head);
    RunField.RUNNING.set(device, running);
    RunField.UNDECIDED.set(device, slots.undecided);
    RunField.SIZE.set(device, slots.size);
    RunField.DRAWABLE.set(device, slots.drawable);
    context.upload(RunField.FRAMES.get(device), MemorySegment.ofArray(slots.frames));
    context.upload(RunField.SLOT_ACTIONS.get(device), MemorySegment.ofArray(slots.actions));
    context.upload(RunField.SLOT_REWARDS.get(device), MemorySegment.ofArray(slots.rewards));
    context.upload(RunField.SLOT_FLAGS.get(device), MemorySegment.ofArray(slots.flags));
    missingFrom = head;
  }

  /// The steps of a replay buffer, each kind of number in an array of its own, in the order of the ring.
  private static final class Slots {
    private final RunSettings settings;
    private final int count;
    final byte[] frames;
    final byte[] actions;
    final float[] rewards;
    final byte[] flags;
    long undecided;
    long size;
    long drawable;

    Slots(RunSettings settings) {
      this.settings = settings;
      count = settings.capacity() + 1;
      frames = new byte[Math.multiplyExact(count, settings.words() * Integer.BYTES)];
      actions = new byte[count];
      rewards = new float[count];
      flags = new byte[count];
    }

    /// Reads steps as core's SlotRecords writes them, and marks those that can be drawn, as core's Timeline does.
    void read(byte[] records, long tail, long head, boolean running) {
      int frameBytes = settings.frameBytes();
      ByteBuffer in = ByteBuffer.wrap(records).order(ByteOrder.LITTLE_ENDIAN);
      undecided = tail;
      for (long at = tail; at < head + (running ? 1 : 0); at++) {
        int slot = (int) (at % count);
        in.get(frames, slot * settings.words() * Integer.BYTES, frameBytes);
        actions[slot] = in.get();
        rewards[slot] = in.getFloat();
        flags[slot] = in.get();
        if ((flags[slot] & START) != 0) {
          undecided = at;
        }
        if ((flags[slot] & TAKEN) != 0) {
          size++;
          decide(at);
        }
      }
    }

    private void decide(long newest) {
      boolean ended = (flags[(int) (newest % count)] & TERMINATED) != 0;
      boolean next = settings.training().algorithm().bootstrap().needsNextAction();
      long last = ended ? newest : newest - settings.training().nStep() + (next ? 0 : 1);
      for (; undecided <= last; undecided++) {
        flags[(int) (undecided % count)] |= DRAWABLE;
        drawable++;
      }
    }
  }

  private void loadHeldOut(MemorySegment device) {
    long states = loadStates(run.heldOut(), RunField.HELD_OUT_FRAMES.get(device));
    RunField.HELD_OUT.set(device, states);
    long after = Math.ceilDiv(states, RunSettings.ROWS) * RunSettings.ROWS * frameBuffer.length;
    RunField.HELD_OUT_NEXT.set(
        device, loadStates(run.heldOutSuccessors(), RunField.HELD_OUT_FRAMES.get(device) + after));
  }

  private long loadStates(List<Batch> batches, long to) {
    long states = 0;
    int words = ((Form.BitPlanes) run.spec().observation()).words();
    for (Batch batch : batches) {
      MemorySegment bits = MemorySegment.ofArray(batch.bits());
      byte[] frames = new byte[batch.size() * frameBuffer.length];
      for (int row = 0; row < batch.size(); row++) {
        MemorySegment.copy(
            bits,
            (long) row * words * Long.BYTES,
            MemorySegment.ofArray(frames),
            (long) row * frameBuffer.length,
            Math.min(frameBuffer.length, words * Long.BYTES));
      }
      context.upload(to + states * frameBuffer.length, MemorySegment.ofArray(frames));
      states += batch.size();
    }
    return states;
  }

  // --- back to the processor --------------------------------------------------------------------

  /// Replaces the state of the run by that on the device.
  void store(MemorySegment device) {
    try {
      storeLearner(device);
      storeStreams(device);
      storeEpisode(device);
      run.section("meter", meter(device));
      storeReplay(device);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory does not fail
    }
  }

  private void storeLearner(MemorySegment device) {
    int sets = settings.learners() * (1 + settings.moments()) + settings.k();
    int floats = Integer.BYTES + settings.parameters() * Float.BYTES;
    ByteBuffer out = ByteBuffer.allocate(24 + 8 * settings.learners() + sets * floats);
    long updates = RunField.UPDATES.get(device);
    out.putLong(updates).putDouble(RunField.LAST_NORM.getDouble(device));
    long set = 4L * settings.stride();
    for (int l = 0; l < settings.learners(); l++) {
      downloadFloats(RunField.THETAS.get(device) + l * set, out);
      out.putLong(updates);
      for (int m = 0; m < settings.moments(); m++) {
        long at = RunField.MOMENT_SETS.get(device) + (l * settings.moments() + m) * set;
        downloadFloats(at, out);
      }
    }
    out.putInt((int) RunField.NEWEST.get(device)).putInt((int) RunField.ACTIVE.get(device));
    for (int k = 0; k < settings.k(); k++) {
      downloadFloats(RunField.PLACES.get(device) + k * set, out);
    }
    run.section("learner", out.array());
  }

  private void downloadFloats(long from, ByteBuffer out) {
    int bytes = settings.parameters() * Float.BYTES;
    out.putInt(settings.parameters());
    context.download(from, MemorySegment.ofBuffer(out.slice(out.position(), bytes)));
    out.position(out.position() + bytes);
  }

  private void storeStreams(MemorySegment device) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt((int) RunField.ACTING_LEARNER.get(device));
    writeStream(RunField.EXPLORING, device, out);
    run.section("explorer", bytes.toByteArray());
    bytes.reset();
    writeStream(RunField.DRAWING, device, out);
    run.section("drawing", bytes.toByteArray());
  }

  private static void writeStream(RunField field, MemorySegment device, DataOutputStream out)
      throws IOException {
    for (int i = 0; i < 4; i++) {
      out.writeLong(field.get(device, i));
    }
  }

  private void storeEpisode(MemorySegment device) throws IOException {
    int[] numbers = new int[GameStates.INTS];
    context.download(RunField.GAME_STATE.get(device), MemorySegment.ofArray(numbers));
    byte[] saved =
        GameStates.toSaved(
            settings.game(), new Saved((int) RunField.LAST_ACTION.get(device), numbers));
    context.download(RunField.FRAME.get(device), MemorySegment.ofArray(frameBuffer));
    int words = ((Form.BitPlanes) run.spec().observation()).words();
    byte[] frame = Arrays.copyOf(frameBuffer, words * Long.BYTES);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeLong(RunField.EPISODE.get(device));
    out.writeInt((int) RunField.LENGTH.get(device));
    out.writeDouble(RunField.TOTAL_REWARD.getDouble(device));
    out.writeBoolean(RunField.OVER.get(device) != 0);
    writeStream(RunField.ENVIRONMENT, device, out);
    for (int i = 0; i < 2; i++) { // the frame, and the stack
      out.writeInt(words);
      out.write(frame);
    }
    out.writeInt(saved.length);
    out.write(saved);
    run.section("episode", bytes.toByteArray());
  }

  /// Returns the statistics since the last line, in the form of the section `meter`.
  static byte[] meter(MemorySegment device) {
    return ByteBuffer.allocate(8 * Long.BYTES)
        .putLong(RunField.EPISODES.get(device))
        .putLong(RunField.NEW_EPISODES.get(device))
        .putDouble(RunField.RETURNS.getDouble(device))
        .putDouble(RunField.LENGTHS.getDouble(device))
        .putLong(RunField.NEW_UPDATES.get(device))
        .putDouble(RunField.LOSSES.getDouble(device))
        .putDouble(RunField.TD_ERRORS.getDouble(device))
        .putDouble(RunField.GRADIENT_NORMS.getDouble(device))
        .array();
  }

  /// Starts new statistics.
  static void resetMeter(MemorySegment device) {
    RunField.NEW_EPISODES.set(device, 0);
    RunField.RETURNS.setDouble(device, 0);
    RunField.LENGTHS.setDouble(device, 0);
    RunField.NEW_UPDATES.set(device, 0);
    RunField.LOSSES.setDouble(device, 0);
    RunField.TD_ERRORS.setDouble(device, 0);
    RunField.GRADIENT_NORMS.setDouble(device, 0);
  }

  private void storeReplay(MemorySegment device) throws IOException {
    long head = RunField.HEAD.get(device);
    boolean running = RunField.RUNNING.get(device) != 0;
    long from = Math.max(missingFrom, Math.max(0, head - settings.capacity()));
    byte[] slots = downloadSlots(device, from, head);
    byte[] pending = running ? downloadSlots(device, head, head + 1) : new byte[0];
    ByteBuffer rest =
        ByteBuffer.allocate(Integer.BYTES + replayDescription.length + 9 + pending.length);
    rest.putInt(replayDescription.length).put(replayDescription);
    rest.putLong(head).put((byte) (running ? 1 : 0)).put(pending);
    run.storedSteps(from, head, slots, rest.array());
    missingFrom = head;
  }

  /// Returns steps as core's SlotRecords writes them.
  private byte[] downloadSlots(MemorySegment device, long from, long to) {
    int count = (int) (to - from);
    int frameBytes = settings.frameBytes();
    ByteBuffer out = ByteBuffer.allocate(count * (frameBytes + 6)).order(ByteOrder.LITTLE_ENDIAN);
    int ring = settings.capacity() + 1;
    for (long at = from; at < to; ) {
      int slot = (int) (at % ring);
      int part = (int) Math.min(to - at, ring - slot);
      byte[] frames = download(RunField.FRAMES, device, slot, part, frameBuffer.length);
      byte[] actions = download(RunField.SLOT_ACTIONS, device, slot, part, 1);
      MemorySegment rewards =
          MemorySegment.ofArray(download(RunField.SLOT_REWARDS, device, slot, part, Float.BYTES));
      byte[] flags = download(RunField.SLOT_FLAGS, device, slot, part, 1);
      for (int i = 0; i < part; i++) {
        out.put(frames, i * frameBuffer.length, frameBytes);
        out.put(actions[i]);
        out.putFloat(rewards.get(ValueLayout.JAVA_FLOAT_UNALIGNED, (long) i * Float.BYTES));
        out.put((byte) (flags[i] & ~DRAWABLE));
      }
      at += part;
    }
    return out.array();
  }

  private byte[] download(RunField array, MemorySegment device, int slot, int count, int bytes) {
    byte[] into = new byte[count * bytes];
    context.download(array.get(device) + (long) slot * bytes, MemorySegment.ofArray(into));
    return into;
  }
}
