package org.evenkeel.core.replay;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.random.RandomGenerator;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.data.Minibatch;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.internal.Bulk;
import org.evenkeel.core.internal.Checks;
import org.evenkeel.core.internal.RecordText;
import org.jspecify.annotations.Nullable;

/// Experience replay: the newest transitions, kept frame by frame, and minibatches drawn from them with
/// replacement.
///
/// A ring of slots. A slot holds one frame, the action taken there, its reward and how the step ended;
/// observations are stacked when they are drawn, exactly as [org.evenkeel.core.env.FrameStack] stacks them
/// for acting. So a frame is stored once, not `2 * stack` times: a million Atari transitions take 7.06 GB.
///
/// ```
/// replay.start(first);
/// replay.add(action, reward, terminated, truncated, lifeLost, next);   // ... until an episode ends
/// replay.sample(minibatch, 0.99, 1, random);
/// ```
///
/// The frame an action led to is stored at once, so the newest transition can be drawn at once. What a
/// terminated episode ends in is not stored: nothing asks for its value. What a truncated episode ends in is,
/// and takes a slot that holds no transition: of a capacity of 1000, episodes truncated after 100 steps leave
/// 990 transitions.
///
/// A transition can be drawn if all frames of its stack are still in the ring, and were ever there
/// ([Spec.StackStart#LEAD_IN], [LifeStacks]), and its window is complete: n steps, or
/// fewer up to the end of its episode ([Shape#nStep]). With [Shape#needsNextAction], the action after the
/// window must be known too, unless the window ends terminated.
///
/// One thread at a time. Nothing is allocated by adding, drawing and prioritizing.
public final class Replay implements AutoCloseable {
  private final Shape shape;
  private final Sampling sampling;
  private final Form observation;
  private final FrameStore frames;
  private final Timeline timeline;
  private final @Nullable Priorities priorities;
  private final SlotRecords records;
  private @Nullable IntConsumer overwriteListener;
  private boolean closed;

  /// What a lost life means for stacks, where it counts as terminated.
  public enum LifeStacks {
    /// Nothing: a stack may hold frames from before it.
    THROUGH,
    /// A stack starts anew behind it, as at the start of an episode.
    ANEW,
    /// A transition is drawn only if its whole stack is of one life of one episode.
    WHOLE
  }

  /// What a memory keeps.
  ///
  /// @param spec the task
  /// @param capacity how many transitions are kept; the last observation of a truncated episode counts as one
  /// @param nStep how many steps a window has at most
  /// @param lifeLossEnds whether a lost life counts as terminated for learning
  /// @param needsNextAction whether a transition can be drawn only if the action taken in its next state is
  ///     known (SARSA)
  /// @param lifeStacks what a lost life means for stacks
  public record Shape(
      Spec spec,
      int capacity,
      int nStep,
      boolean lifeLossEnds,
      boolean needsNextAction,
      LifeStacks lifeStacks) {
    /// Two tree nodes for each slot still fit an array.
    private static final int LARGEST = 1 << 29;

    /// Checks every field.
    public Shape {
      Checks.atLeast("capacity", 1, capacity);
      if (capacity > LARGEST) {
        throw new IllegalArgumentException("capacity must be <= " + LARGEST + ", was " + capacity);
      }
      Checks.atLeast("nStep", 1, nStep);
      if (nStep > capacity) {
        throw new IllegalArgumentException(
            "nStep must be <= capacity (" + capacity + "), was " + nStep);
      }
      if (lifeStacks != LifeStacks.THROUGH && !lifeLossEnds) {
        throw new IllegalArgumentException(
            "lifeStacks must be THROUGH where a lost life does not end, was " + lifeStacks);
      }
      if (lifeStacks == LifeStacks.ANEW && spec.stackStart() == Spec.StackStart.LEAD_IN) {
        throw new IllegalArgumentException(
            "a stack that starts anew behind a lost life must start with zeros or a repeated frame, was"
                + " to start with a lead-in, which only an episode has");
      }
    }

    /// A memory whose stacks do not heed lives.
    public Shape(
        Spec spec, int capacity, int nStep, boolean lifeLossEnds, boolean needsNextAction) {
      this(spec, capacity, nStep, lifeLossEnds, needsNextAction, LifeStacks.THROUGH);
    }

    /// As it was before there were [LifeStacks], where they go through: checkpoints hold it.
    @Override
    public String toString() {
      return RecordText.of(this, Map.of("lifeStacks", LifeStacks.THROUGH));
    }

    /// One more than the capacity: the observation whose action is not known yet.
    int slots() {
      return capacity + 1;
    }
  }

  /// An empty memory. All that it will ever take is taken here ([#bytes]).
  public Replay(Shape shape, Sampling sampling) {
    this.shape = shape;
    this.sampling = sampling;
    observation = shape.spec().observation();
    @Nullable FrameStore taken = null;
    try {
      taken = new FrameStore(shape.spec(), shape.slots());
      frames = taken;
      priorities =
          switch (sampling) {
            case Sampling.Uniform _ -> null;
            case Sampling.Prioritized rule -> new Priorities(rule, shape.slots());
          };
      timeline = new Timeline(shape, priorities);
    } catch (OutOfMemoryError e) {
      if (taken != null) {
        taken.close();
      }
      throw new IllegalArgumentException(
          "a replay memory of %d transitions takes %d bytes, more than this machine gives"
              .formatted(shape.capacity(), bytes(shape, sampling)),
          e);
    }
    records = new SlotRecords(shape, frames, timeline);
  }

  /// What such a memory takes, off the heap if it is large, but for a few objects.
  public static long bytes(Shape shape, Sampling sampling) {
    long frame = FrameStore.bytesOf(shape.spec().frame());
    long slot = frame + Timeline.bytes(shape.spec().actions());
    return shape.slots() * slot
        + switch (sampling) {
          case Sampling.Uniform _ -> 0;
          case Sampling.Prioritized _ -> SumTree.bytes(shape.slots());
        };
  }

  /// The first frame of an episode.
  public void start(Observation frame) {
    checkOpen();
    if (timeline.running()) {
      throw new IllegalStateException(
          "an episode is running: add its last step before the next start");
    }
    frames.check(frame);
    store(timeline.headSlot(), frame);
    timeline.start();
  }

  /// The next step of an episode.
  ///
  /// @param action the action taken at the frame before
  /// @param nextFrame where it led; not looked at if terminated
  public void add(
      int action,
      float reward,
      boolean terminated,
      boolean truncated,
      boolean lifeLost,
      Observation nextFrame) {
    checkOpen();
    if (!timeline.running()) {
      throw new IllegalStateException("no episode is running: start one before adding to it");
    }
    int actions = shape.spec().actions();
    if (action < 0 || action >= actions) {
      throw new IllegalArgumentException(
          "action must be 0 to " + (actions - 1) + ", was " + action);
    }
    Checks.finite("reward", reward);
    if (!terminated) {
      frames.check(nextFrame);
      store(timeline.slot(timeline.head() + 1), nextFrame);
    }
    int how =
        (terminated ? Timeline.TERMINATED : 0)
            | (truncated ? Timeline.TRUNCATED : 0)
            | (lifeLost ? Timeline.LIFE_LOST : 0);
    timeline.add(action, reward, how);
  }

  private void store(int slot, Observation frame) {
    if (overwriteListener != null) {
      overwriteListener.accept(slot);
    }
    frames.put(slot, frame);
  }

  /// How many slots the ring has: the slot numbers of a [Minibatch] are below it.
  public int slots() {
    return shape.slots();
  }

  /// How many transitions are stored now.
  public int size() {
    return timeline.size();
  }

  /// How many of them may be drawn now.
  public int sampleable() {
    return timeline.drawable();
  }

  /// Who is told each slot whose frame is about to be written: what was computed from the old one is void. A
  /// memory has one listener.
  public void onOverwrite(IntConsumer listener) {
    if (overwriteListener != null) {
      throw new IllegalStateException("a replay memory has one listener, and has it already");
    }
    overwriteListener = listener;
    records.onOverwrite(listener);
  }

  /// Fills a minibatch with transitions drawn with replacement.
  ///
  /// @param discount the factor of a reward one step later
  /// @param beta how much of the bias the importance weights correct, 0 to 1; without effect when uniform
  public void sample(Minibatch out, double discount, double beta, RandomGenerator random) {
    Checks.probability("discount", discount);
    Checks.probability("beta", beta);
    checkDraw(out.observations());
    int n = out.size();
    int[] slots = out.slots();
    if (priorities == null) {
      for (int row = 0; row < n; row++) {
        out.sequences()[row] = timeline.draw(random);
        slots[row] = timeline.slot(out.sequences()[row]);
      }
      Arrays.fill(out.weights(), 1);
    } else {
      priorities.draw(slots, random);
      for (int row = 0; row < n; row++) {
        out.sequences()[row] = timeline.sequenceAt(slots[row]);
      }
      priorities.weigh(slots, beta, out.weights());
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
      throw new IllegalArgumentException("wanted " + observation + ", was given " + out.form());
    }
    if (timeline.drawable() == 0) {
      throw new IllegalStateException(
          "nothing can be drawn yet: none of the " + size() + " transitions stored is complete");
    }
  }

  /// One window: the steps from the drawn transition to the first end, at most n.
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
    } while (!ended && !truncated && length < shape.nStep());
    long next = ended ? sequence : sequence + length;
    int nextSlot = timeline.slot(next);
    out.actions()[row] = timeline.action(out.slots()[row]);
    out.rewards()[row] = (float) sum;
    out.discounts()[row] = ended ? 0 : (float) factor;
    out.nextActions()[row] = ended || !shape.needsNextAction() ? 0 : timeline.action(nextSlot);
    out.nextSlots()[row] = nextSlot;
    frames.stack(out.slots()[row], timeline.known(sequence), out.observations(), row);
    frames.stack(nextSlot, timeline.known(next), out.nextObservations(), row);
  }

  /// Tells the TD errors of a drawn minibatch, row by row; nothing to do when uniform. Transitions that have
  /// left the memory meanwhile are passed over.
  public void prioritize(Minibatch batch, float[] tdErrors) {
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
          priorities.learned(batch.slots()[row], tdErrors[row]);
        }
      }
    }
  }

  /// Fills all rows of a batch with observations of transitions that may be drawn, each with the same
  /// probability however minibatches are drawn.
  public void sampleObservations(Batch out, RandomGenerator random) {
    checkDraw(out);
    for (int row = 0; row < out.size(); row++) {
      long sequence = timeline.draw(random);
      frames.stack(timeline.slot(sequence), timeline.known(sequence), out, row);
    }
  }

  /// The same, and in `next` the observation behind each window that does not end, in the same order: as many rows as
  /// there are such windows.
  ///
  /// @param next of the same capacity as `out`
  public void sampleObservations(Batch out, Batch next, RandomGenerator random) {
    checkDraw(out);
    checkDraw(next);
    int rows = 0;
    for (int row = 0; row < out.size(); row++) {
      long sequence = timeline.draw(random);
      frames.stack(timeline.slot(sequence), timeline.known(sequence), out, row);
      long behind = behind(sequence);
      if (behind > sequence) {
        next.resize(rows + 1);
        frames.stack(timeline.slot(behind), timeline.known(behind), next, rows++);
      }
    }
    next.resize(rows);
  }

  /// The slot behind a window; the window's own first slot where it ends.
  private long behind(long sequence) {
    for (int length = 1; ; length++) {
      int slot = timeline.slot(sequence + length - 1);
      if (timeline.isEnding(slot)) {
        return sequence;
      }
      if (timeline.isTruncated(slot) || length == shape.nStep()) {
        return sequence + length;
      }
    }
  }

  /// The sequence number of the newest slot: the one whose action is not known yet or, between episodes, the
  /// next to be begun. All before it are complete and do not change any more.
  ///
  /// Slots are numbered 0, 1, 2, ... as they are begun; number `i` is at place `i % slots()` of the ring.
  public long head() {
    return timeline.head();
  }

  /// The sequence number of the oldest slot that is kept.
  public long tail() {
    return timeline.tail();
  }

  /// What [#writeSlots] writes for each slot: a reader may skip slots by it.
  public int slotBytes() {
    return records.bytes();
  }

  /// Writes the complete slots `[from, to)`, which must be within `[tail(), head())`, each in [#slotBytes].
  public void writeSlots(long from, long to, DataOutput out) throws IOException {
    checkOpen();
    records.write(from, to, out);
  }

  /// Reads slots that [#writeSlots] wrote into a fresh memory, oldest first, without a gap; then [#restore]
  /// has to follow. After an exception the memory is of no use.
  public void readSlots(long from, long to, DataInput in) throws IOException {
    checkOpen();
    records.read(from, to, in);
  }

  /// Writes all that is not in complete slots: where the ring is, the frame whose action is not known yet,
  /// the priorities. The output should be buffered.
  public void save(DataOutput out) throws IOException {
    checkOpen();
    Bulk.write(out, description());
    records.savePending(out);
    if (priorities != null) {
      priorities.save(timeline, out);
    }
  }

  /// Goes on from what [#save] wrote, after [#readSlots] of the saved memory's `[tail(), head())`. After an
  /// exception the memory is of no use.
  public void restore(DataInput in) throws IOException {
    checkOpen();
    String saved = Bulk.readString(in);
    if (!saved.equals(description())) {
      throw new IOException(
          "the replay memory saved is " + saved + ", this one is " + description());
    }
    records.restorePending(in);
    if (priorities != null) {
      priorities.restore(timeline, in);
    }
  }

  /// All that must agree between a saved memory and the one it is restored into.
  private String description() {
    return shape + " " + sampling;
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("the replay memory is closed");
    }
  }

  /// Frees the memory that is not on the heap.
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      frames.close();
    }
  }
}
