package org.evenkeel.core.replay;

import java.io.IOException;
import java.util.random.RandomGenerator;
import org.evenkeel.core.env.Protocol;
import org.evenkeel.core.env.Spec;
import org.jspecify.annotations.Nullable;

/// The actions, rewards and ends of the steps in a replay buffer, without the frames, and a mark for each transition
/// that may be drawn.
///
/// Slots are numbered by a sequence that never ends; the position in the ring is the sequence number modulo its length.
/// Complete slots are `[tail, head)`, at most as many as the capacity. During an episode, `head` is the pending slot:
/// its frame is known, its action is not. For this slot, the ring has one more slot than its capacity. A complete slot
/// without an action holds the last observation of a truncated episode.
///
/// If stacks respect lives ([Protocol.Stacks]), the first slot of a life is marked like that of an episode. The mark is
/// saved because it cannot be derived for the oldest slot: its predecessor has left the ring.
///
/// Whether a transition may be drawn is kept up to date in O(stack + n) operations for each one added:
///
///   - it becomes drawable when its window of n steps is complete: `undecided` is the oldest one of the current episode
///     whose window is not;
///   - it stops being drawable when the oldest frame of its stack leaves the ring.
final class Timeline {
  /// The slot is the first of an episode.
  static final int START = 1;

  /// An action was taken here: the slot holds a transition.
  static final int TAKEN = 2;

  static final int TERMINATED = 4;
  static final int TRUNCATED = 8;
  static final int LIFE_LOST = 16;

  /// The transition may be drawn. This flag is not saved: it follows from the other flags.
  private static final int DRAWABLE = 32;

  /// The slot is the first after a lost life; used only if stacks respect lives.
  private static final int LIFE_START = 64;

  /// The number of draws that may miss before the buffer is searched instead: a search of a million slots takes as long
  /// as thousands of draws.
  private static final int TRIES = 256;

  private final int capacity;
  private final int slots;
  private final int actions;
  private final int stack;
  private final int nStep;
  private final boolean needsNextAction;

  /// Whether a transition is drawn only if its complete stack belongs to one episode and, if stacks respect lives, to
  /// one life; likewise with LEAD_IN, whose earlier frames are not stored.
  private final boolean wholeStacks;

  /// The flag of a slot after a lost life: 0 if stacks do not respect lives.
  private final int lifeStart;

  /// The flags of a slot at which stacks start.
  private final int stackStarts;

  private final int saved;

  /// The flags of a step that ends a window with no value beyond it.
  private final int endings;

  private final @Nullable Priorities priorities;
  private final byte[] flags;
  private final float[] rewards;
  private final byte[] smallActions;
  private final int[] largeActions;

  private long head;
  private boolean running;

  /// The oldest slot that stacks may contain now: the first of the current episode or, if stacks respect lives, life.
  private long stackStart;

  private long undecided;
  private int size;
  private int drawable;

  Timeline(int capacity, Memory.Needs needs, @Nullable Priorities priorities) {
    Protocol protocol = needs.protocol();
    this.capacity = capacity;
    this.slots = capacity + 1;
    this.actions = needs.spec().actions();
    this.stack = needs.spec().stack();
    this.nStep = needs.nStep();
    this.needsNextAction = needs.nextAction();
    this.wholeStacks =
        needs.spec().stackStart() == Spec.StackStart.LEAD_IN
            || protocol.stacks() == Protocol.Stacks.WHOLE;
    this.lifeStart = protocol.stacks() == Protocol.Stacks.THROUGH ? 0 : LIFE_START;
    this.stackStarts = START | lifeStart;
    this.saved = START | TAKEN | TERMINATED | TRUNCATED | LIFE_LOST | lifeStart;
    this.endings = TERMINATED | (protocol.lifeLossEnds() ? LIFE_LOST : 0);
    this.priorities = priorities;
    flags = new byte[slots];
    rewards = new float[slots];
    boolean small = actionBytes(actions) == Byte.BYTES;
    smallActions = new byte[small ? slots : 0];
    largeActions = new int[small ? 0 : slots];
  }

  static int actionBytes(int actions) {
    return actions <= 256 ? Byte.BYTES : Integer.BYTES;
  }

  /// Returns the number of bytes in a slot without its frame.
  static int bytes(int actions) {
    return actionBytes(actions) + Float.BYTES + Byte.BYTES;
  }

  long head() {
    return head;
  }

  long tail() {
    return Math.max(0, head - capacity);
  }

  boolean running() {
    return running;
  }

  int size() {
    return size;
  }

  int drawable() {
    return drawable;
  }

  int slot(long sequence) {
    return (int) (sequence % slots);
  }

  int headSlot() {
    return slot(head);
  }

  int action(int slot) {
    return smallActions.length > 0 ? smallActions[slot] & 0xFF : largeActions[slot];
  }

  float reward(int slot) {
    return rewards[slot];
  }

  /// Returns the flags that are saved.
  int flags(int slot) {
    return flags[slot] & saved;
  }

  /// Whether a window ends at this step with no value beyond it.
  boolean isEnding(int slot) {
    return (flags[slot] & endings) != 0;
  }

  boolean isTruncated(int slot) {
    return (flags[slot] & TRUNCATED) != 0;
  }

  /// Starts an episode, whose first frame is at the head.
  void start() {
    put(headSlot(), 0, 0, START);
    running = true;
    stackStart = head;
    undecided = head;
  }

  /// Sets the action at the head and its outcome.
  void add(int action, float reward, int how) {
    long at = head;
    put(slot(at), action, reward, (flags[slot(at)] & stackStarts) | TAKEN | how);
    size++;
    advance();
    decide(at);
    running = (how & (TERMINATED | TRUNCATED)) == 0;
    if ((how & TERMINATED) == 0) {
      int mark = (how & LIFE_LOST) == 0 ? 0 : lifeStart;
      put(headSlot(), 0, 0, mark);
      stackStart = mark == 0 ? stackStart : head;
      if (!running) {
        advance();
      }
    }
  }

  private void put(int slot, int action, float reward, int bits) {
    if (smallActions.length > 0) {
      smallActions[slot] = (byte) action;
    } else {
      largeActions[slot] = action;
    }
    rewards[slot] = reward;
    flags[slot] = (byte) bits;
  }

  /// Completes the slot at the head. If the ring is full, the oldest slot leaves, and the transitions that have it in
  /// their stack are no longer drawable.
  private void advance() {
    long oldest = tail();
    head++;
    if (tail() == oldest) {
      return;
    }
    int slot = slot(oldest);
    if ((flags[slot] & TAKEN) != 0) {
      size--;
    }
    drop(slot);
    for (long next = oldest + 1; next < Math.min(head, oldest + stack); next++) {
      slot = slot(next);
      if ((flags[slot] & stackStarts) != 0) {
        return;
      }
      drop(slot);
    }
  }

  private void drop(int slot) {
    if ((flags[slot] & DRAWABLE) != 0) {
      flags[slot] &= ~DRAWABLE;
      drawable--;
      if (priorities != null) {
        priorities.drop(slot);
      }
    }
  }

  /// Admits the transitions whose window is complete now that the step at `newest` is known. If stacks respect lives,
  /// all of them belong to one life, because its loss ends every window.
  private void decide(long newest) {
    int slot = slot(newest);
    boolean all = isEnding(slot) || (isTruncated(slot) && !needsNextAction);
    long last = all ? newest : newest - nStep + (needsNextAction ? 0 : 1);
    for (; undecided <= last; undecided++) {
      long oldest = undecided - stack + 1;
      if (Math.max(stackStart, oldest) >= tail() && (!wholeStacks || oldest >= stackStart)) {
        admit(slot(undecided));
      }
    }
  }

  private void admit(int slot) {
    flags[slot] |= DRAWABLE;
    drawable++;
    if (priorities != null) {
      priorities.admit(slot);
    }
  }

  boolean isDrawable(long sequence) {
    return sequence >= tail() && sequence < head && (flags[slot(sequence)] & DRAWABLE) != 0;
  }

  /// Returns the sequence number of the complete slot at this position in the ring.
  long sequenceAt(int slot) {
    long tail = tail();
    return tail + Math.floorMod(slot - slot(tail), slots);
  }

  /// Returns the number of frames in the stack ending at `sequence` that belong to its episode, or its life.
  int known(long sequence) {
    int known = 1;
    while (known < stack && (flags[slot(sequence - known + 1)] & stackStarts) == 0) {
      known++;
    }
    return known;
  }

  /// Draws one of the drawable transitions, each with the same probability.
  long draw(RandomGenerator random) {
    int range = (int) (head - tail());
    for (int i = 0; i < TRIES; i++) {
      long sequence = tail() + random.nextInt(range);
      if ((flags[slot(sequence)] & DRAWABLE) != 0) {
        return sequence;
      }
    }
    int which = random.nextInt(drawable);
    long sequence = tail();
    while ((flags[slot(sequence)] & DRAWABLE) == 0 || which-- > 0) {
      sequence++;
    }
    return sequence;
  }

  /// Returns to the position of a new buffer, before slots are loaded. Those that are kept lose the mark of drawable
  /// transitions, which [#rebuild] sets again.
  void forgetPosition() {
    for (long at = tail(); at < head; at++) {
      flags[slot(at)] &= ~DRAWABLE;
    }
    head = 0;
    running = false;
  }

  /// Loads a saved slot, or returns a description of its fault.
  @Nullable String load(int slot, int action, float reward, int bits) {
    boolean taken = (bits & TAKEN) != 0;
    if ((bits & ~saved) != 0 || (!taken && (bits & ~stackStarts) != 0)) {
      return "flags must be those of a step, was " + bits;
    }
    if (action < 0 || action >= actions || (!taken && action != 0)) {
      return "action must be 0 to " + (taken ? actions - 1 : 0) + ", was " + action;
    }
    if (!Float.isFinite(reward) || (!taken && reward != 0)) {
      return "reward must be " + (taken ? "finite" : "0") + ", was " + reward;
    }
    put(slot, action, reward, bits);
    return null;
  }

  /// Derives the rest from the flags after the slots `[tail, head)`, and the pending one during an episode, have been
  /// loaded. Rejects flags that no episodes can produce.
  void rebuild(long newHead, boolean isRunning) throws IOException {
    head = newHead;
    running = isRunning;
    size = 0;
    drawable = 0;
    undecided = tail();
    // The start of the oldest episode or life is unknown; it is enough to know that it lies before
    // the tail.
    stackStart = Math.max(0, tail() - stack);
    for (long at = tail(); at < head + (running ? 1 : 0); at++) {
      int bits = flags[slot(at)];
      boolean fits = at == tail() ? at > 0 || (bits & START) != 0 : follows(at);
      if (!fits || (at == head && (bits & TAKEN) != 0)) {
        throw new IOException("slot " + at + " does not continue the previous one");
      }
      if ((bits & stackStarts) != 0) {
        stackStart = at;
        undecided = at;
      }
      if ((bits & TAKEN) != 0) {
        size++;
        decide(at);
      }
    }
    if (!running && head > 0 && !isOver(flags[slot(head - 1)])) {
      throw new IOException("slot " + head + " is missing: the episode is not over");
    }
  }

  /// Whether this slot completes an episode: it is terminated, or a last observation.
  private static boolean isOver(int bits) {
    return (bits & TERMINATED) != 0 || (bits & (START | TAKEN)) == 0;
  }

  private boolean follows(long at) {
    int before = flags[slot(at - 1)];
    int bits = flags[slot(at)];
    if (isOver(before)) {
      return (bits & stackStarts) == START;
    }
    if ((bits & lifeStart) != ((before & LIFE_LOST) == 0 ? 0 : lifeStart)) {
      return false;
    }
    boolean isLast = (before & TRUNCATED) != 0;
    boolean taken = (bits & TAKEN) != 0;
    return (bits & START) == 0 && (isLast ? !taken && at < head : taken || at == head);
  }
}
