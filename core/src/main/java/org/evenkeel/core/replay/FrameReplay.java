package org.evenkeel.core.replay;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.data.Minibatch;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.env.Step;
import org.evenkeel.core.internal.Bulk;
import org.evenkeel.core.internal.Checks;
import org.evenkeel.core.internal.SlotStorage;
import org.jspecify.annotations.Nullable;

/// The library's replay buffer: it stores the newest transitions frame by frame and draws minibatches
/// from them with replacement.
///
/// It is a ring of slots. A slot holds one frame, the action taken there, its reward and how the step ended.
/// Observations are stacked when they are drawn, exactly as [org.evenkeel.core.env.FrameStack] stacks them for acting.
/// Thus a frame is stored once, not `2 * stack` times.
///
/// The frame that follows an action is stored immediately, so even the newest transition can be drawn. The final
/// observation of a terminated episode is not stored, since its value is never needed. That of a truncated episode is
/// stored, and occupies a slot without a transition: with a capacity of 1000, episodes truncated after 100 steps leave
/// 990 transitions.
///
/// A transition can be drawn if all frames of its stack are in the ring and its window is complete: n steps, or fewer
/// up to the end of its episode. With a lead-in or [org.evenkeel.core.env.Protocol.Stacks#WHOLE], its stack must also
/// not reach back beyond the start of its episode or life. If the next action is needed, it must be known too, unless
/// the window ends in a terminal state.
///
/// Used by one thread at a time. Adding, drawing and prioritizing allocate nothing.
final class FrameReplay implements ReplayBuffer, SlotStorage {
  private final Memory.Frames memory;
  private final Memory.Needs needs;
  private final Form observation;
  private final FrameStore frames;
  private final Timeline timeline;
  private final @Nullable Priorities priorities;
  private final SlotRecords records;

  /// The slots of the rows being drawn.
  private int[] drawn = {};

  private boolean closed;

  /// Creates an empty buffer. All memory that it will ever need is allocated here ([#bytes]).
  FrameReplay(Memory.Frames memory, Memory.Needs needs) {
    this.memory = memory;
    this.needs = needs;
    if (needs.nStep() > memory.capacity()) {
      throw new IllegalArgumentException(
          "nStep must be <= capacity (" + memory.capacity() + "), was " + needs.nStep());
    }
    needs.protocol().check(needs.spec());
    observation = needs.spec().observation();
    @Nullable FrameStore taken = null;
    try {
      taken = new FrameStore(needs.spec(), slots());
      frames = taken;
      priorities =
          switch (memory.sampling()) {
            case Sampling.Uniform _ -> null;
            case Sampling.Prioritized rule -> new Priorities(rule, slots());
          };
      timeline = new Timeline(memory.capacity(), needs, priorities);
    } catch (OutOfMemoryError e) {
      if (taken != null) {
        taken.close();
      }
      throw new IllegalArgumentException(
          "a replay buffer of %d transitions needs %d bytes, more than this machine provides"
              .formatted(memory.capacity(), bytes(memory, needs)),
          e);
    }
    records = new SlotRecords(memory.capacity(), needs.spec(), frames, timeline);
  }

  /// Returns the memory that a buffer needs, in bytes. Large buffers are off the heap, except for a few objects.
  static long bytes(Memory.Frames memory, Memory.Needs needs) {
    long slots = memory.capacity() + 1L;
    long frame = FrameStore.bytesOf(needs.spec().frame());
    long slot = frame + Timeline.bytes(needs.spec().actions());
    return slots * slot
        + switch (memory.sampling()) {
          case Sampling.Uniform _ -> 0;
          case Sampling.Prioritized _ -> SumTree.bytes(slots);
        };
  }

  @Override
  public void start(Observation frame) {
    checkOpen();
    if (timeline.running()) {
      throw new IllegalStateException(
          "an episode is in progress: add its last step before the next start");
    }
    frames.check(frame);
    frames.put(timeline.headSlot(), frame);
    timeline.start();
  }

  @Override
  public void add(int action, Step step, Observation next) {
    checkOpen();
    if (!timeline.running()) {
      throw new IllegalStateException("no episode is in progress: start one before adding to it");
    }
    int actions = needs.spec().actions();
    if (action < 0 || action >= actions) {
      throw new IllegalArgumentException(
          "action must be 0 to " + (actions - 1) + ", was " + action);
    }
    float reward = (float) step.reward();
    Checks.finite("reward", reward);
    if (!step.terminated()) {
      frames.check(next);
      frames.put(timeline.slot(timeline.head() + 1), next);
    }
    int how =
        (step.terminated() ? Timeline.TERMINATED : 0)
            | (step.truncated() ? Timeline.TRUNCATED : 0)
            | (step.lifeLost() ? Timeline.LIFE_LOST : 0);
    timeline.add(action, reward, how);
  }

  /// Returns the number of slots in the ring: one more than the capacity, for the observation whose action is not known
  /// yet.
  int slots() {
    return memory.capacity() + 1;
  }

  /// Returns the number of transitions currently stored.
  int size() {
    return timeline.size();
  }

  @Override
  public int sampleable() {
    return timeline.drawable();
  }

  @Override
  public void sample(Minibatch out, double progress, RandomGenerator random) {
    double beta =
        memory.sampling() instanceof Sampling.Prioritized p
            ? p.beta() + (1 - p.beta()) * Math.min(1, progress)
            : 0;
    sample(out, needs.discount(), beta, random);
  }

  /// Fills a minibatch with transitions drawn with replacement.
  ///
  /// @param beta the fraction of the bias that the importance weights correct, 0 to 1; no effect if transitions are
  ///     drawn uniformly
  void sample(Minibatch out, double discount, double beta, RandomGenerator random) {
    Checks.probability("discount", discount);
    Checks.probability("beta", beta);
    checkDraw(out.observations());
    int n = out.size();
    if (drawn.length != n) {
      drawn = new int[n];
    }
    if (priorities == null) {
      for (int row = 0; row < n; row++) {
        out.sequences()[row] = timeline.draw(random);
        drawn[row] = timeline.slot(out.sequences()[row]);
      }
      Arrays.fill(out.weights(), 1);
    } else {
      priorities.draw(drawn, random);
      for (int row = 0; row < n; row++) {
        out.sequences()[row] = timeline.sequenceAt(drawn[row]);
      }
      priorities.weigh(drawn, beta, out.weights());
    }
    out.observations().resize(n);
    out.nextObservations().resize(n);
    for (int row = 0; row < n; row++) {
      fill(out, row, discount);
    }
  }

  private void checkDraw(Batch out) {
    checkOpen();
    if (!out.form().equals(observation)) {
      throw new IllegalArgumentException(
          "this replay buffer stores " + observation + ", was given " + out.form());
    }
    if (timeline.drawable() == 0) {
      throw new IllegalStateException(
          "nothing can be drawn yet: none of the " + size() + " stored transitions is complete");
    }
  }

  /// Fills a row with one window: the steps from the drawn transition to the first end, at most n.
  private void fill(Minibatch out, int row, double discount) {
    long sequence = out.sequences()[row];
    double sum = 0;
    double factor = 1;
    int length = 0;
    boolean ended;
    boolean truncated;
    do {
      int slot = timeline.slot(sequence + length++);
      sum += factor * timeline.reward(slot);
      factor *= discount;
      ended = timeline.isEnding(slot);
      truncated = timeline.isTruncated(slot);
    } while (!ended && !truncated && length < needs.nStep());
    long next = ended ? sequence : sequence + length;
    int nextSlot = timeline.slot(next);
    out.actions()[row] = timeline.action(drawn[row]);
    out.rewards()[row] = (float) sum;
    out.discounts()[row] = ended ? 0 : (float) factor;
    out.nextActions()[row] = ended || !needs.nextAction() ? 0 : timeline.action(nextSlot);
    out.nextSequences()[row] = next;
    frames.stack(drawn[row], timeline.known(sequence), out.observations(), row);
    frames.stack(nextSlot, timeline.known(next), out.nextObservations(), row);
  }

  /// Updates priorities. Transitions that have left the buffer since they were drawn are skipped.
  @Override
  public void learned(Minibatch batch, float[] tdErrors) {
    checkOpen();
    Checks.lengthAtLeast("tdErrors", batch.size(), tdErrors.length);
    int bad = Checks.firstNonFinite(tdErrors, 0, batch.size());
    if (bad >= 0) {
      throw new IllegalArgumentException(
          "tdErrors[" + bad + "] must be finite, was " + tdErrors[bad]);
    }
    if (priorities != null) {
      for (int row = 0; row < batch.size(); row++) {
        if (timeline.isDrawable(batch.sequences()[row])) {
          priorities.learned(timeline.slot(batch.sequences()[row]), tdErrors[row]);
        }
      }
    }
  }

  /// Draws each transition with the same probability, whatever the sampling of minibatches.
  @Override
  public void sampleObservations(Batch out, @Nullable Batch next, RandomGenerator random) {
    checkDraw(out);
    if (next != null) {
      checkDraw(next);
    }
    int rows = 0;
    for (int row = 0; row < out.size(); row++) {
      long sequence = timeline.draw(random);
      frames.stack(timeline.slot(sequence), timeline.known(sequence), out, row);
      long after = after(sequence);
      if (next != null && after > sequence) {
        next.resize(rows + 1);
        frames.stack(timeline.slot(after), timeline.known(after), next, rows++);
      }
    }
    if (next != null) {
      next.resize(rows);
    }
  }

  /// Returns the slot after a window, or the window's own first slot if there is nothing beyond its end.
  private long after(long sequence) {
    for (int length = 1; ; length++) {
      int slot = timeline.slot(sequence + length - 1);
      if (timeline.isEnding(slot)) {
        return sequence;
      }
      if (timeline.isTruncated(slot) || length == needs.nStep()) {
        return sequence + length;
      }
    }
  }

  @Override
  public long head() {
    return timeline.head();
  }

  @Override
  public long tail() {
    return timeline.tail();
  }

  @Override
  public int slotBytes() {
    return records.bytes();
  }

  @Override
  public void writeSlots(long from, long to, DataOutput out) throws IOException {
    checkOpen();
    records.write(from, to, out);
  }

  @Override
  public void readSlots(long from, long to, DataInput in) throws IOException {
    checkOpen();
    records.read(from, to, in);
  }

  @Override
  public void readNewerSlots(long from, long to, DataInput in) throws IOException {
    checkOpen();
    records.readNewer(from, to, in);
  }

  @Override
  public void saveRest(DataOutput out) throws IOException {
    checkOpen();
    Bulk.write(out, description());
    records.savePending(out);
    if (priorities != null) {
      priorities.save(timeline, out);
    }
  }

  @Override
  public void restoreRest(DataInput in) throws IOException {
    checkOpen();
    String saved = Bulk.readString(in);
    if (!saved.equals(description())) {
      throw new IOException(
          "the saved replay buffer is " + saved + ", but this one is " + description());
    }
    records.restorePending(in);
    if (priorities != null) {
      priorities.restore(timeline, in);
    }
  }

  /// Writes the complete buffer, for a custom buffer that wraps this one. The library's checkpoints write slots
  /// separately, and only new ones. The output should be buffered.
  @Override
  public void save(DataOutput out) throws IOException {
    out.writeLong(tail());
    out.writeLong(head());
    writeSlots(tail(), head(), out);
    saveRest(out);
  }

  /// Restores a complete buffer. After an exception the buffer cannot be used.
  @Override
  public void restore(DataInput in) throws IOException {
    long from = in.readLong();
    long to = in.readLong();
    if (from < 0 || to < from || to - from > memory.capacity()) {
      throw new IOException("slots must be at most " + memory.capacity() + ", was " + (to - from));
    }
    readSlots(from, to, in);
    restoreRest(in);
  }

  /// Returns the settings that must match between a saved buffer and the one it is restored into.
  private String description() {
    return memory + " " + needs;
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("the replay buffer is closed");
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      frames.close();
    }
  }
}
