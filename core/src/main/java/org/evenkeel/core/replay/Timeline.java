package org.evenkeel.core.replay;

import java.io.IOException;
import java.util.random.RandomGenerator;
import org.evenkeel.core.env.Protocol;
import org.evenkeel.core.env.Spec;
import org.jspecify.annotations.Nullable;

/// What happened at each slot of a replay buffer, except the frames, and which transitions may be drawn.
///
/// Slots are numbered by a sequence that never ends; the ring's slot is the sequence number modulo its
/// length. Complete slots are `[tail, head)`, at most the capacity of them. While an episode runs, `head` is
/// the pending slot: its frame is known, its action is not. The ring has one slot more than its capacity,
/// for that one. A complete slot without an action is the last observation of a truncated episode.
///
/// Where stacks heed lives ([Protocol.Stacks]), the first slot of a life is marked as that of an episode is. The
/// mark is saved because it cannot be derived for the oldest slot: its predecessor has left the ring.
///
/// Whether a transition may be drawn is kept up to date in O(stack + n) steps for each one added:
///
///   - it becomes drawable when its window of n steps is complete: `undecided` is the oldest one of the
///     running episode whose window is not;
///   - it stops being drawable when the oldest frame of its stack leaves the ring.
final class Timeline {
  /// The slot is the first of an episode.
  static final int START = 1;

  /// An action was taken here: a transition.
  static final int TAKEN = 2;

  static final int TERMINATED = 4;
  static final int TRUNCATED = 8;
  static final int LIFE_LOST = 16;

  /// Not saved: it follows from the others.
  private static final int DRAWABLE = 32;

  /// The slot is the first after a lost life; only where stacks heed lives.
  private static final int LIFE_START = 64;

  /// Draws that may miss before the buffer is searched instead: a search of a million slots takes as long as
  /// thousands of draws.
  private static final int TRIES = 256;

  private final int capacity;
  private final int slots;
  private final int actions;
  private final int stack;
  private final int nStep;
  private final boolean needsNextAction;

  /// Whether a transition is drawn only if its whole stack is of one episode and, where stacks heed lives, of one
  /// life; likewise with LEAD_IN, whose earlier frames are not stored.
  private final boolean wholeStacks;

  /// The mark of a slot after a lost life: 0 where stacks do not heed lives.
  private final int lifeStart;

  /// The flags of a slot at which stacks start.
  private final int stackStarts;

  private final int saved;

  /// The flags that end a window for good: there is no value beyond.
  private final int endings;

  private final @Nullable Priorities priorities;
  private final byte[] flags;
  private final float[] rewards;
  private final byte[] smallActions;
  private final int[] largeActions;

  private long head;
  private boolean running;

  /// The oldest slot that stacks may hold now: the first of the running episode or, where stacks heed lives, life.
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

  /// The bytes of a slot without its frame.
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

  /// The flags that are saved.
  int flags(int slot) {
    return flags[slot] & saved;
  }

  /// Whether a window ends at this step with nothing beyond.
  boolean isEnding(int slot) {
    return (flags[slot] & endings) != 0;
  }

  boolean isTruncated(int slot) {
    return (flags[slot] & TRUNCATED) != 0;
  }

  /// The first frame of an episode is at the head.
  void start() {
    put(headSlot(), 0, 0, START);
    running = true;
    stackStart = head;
    undecided = head;
  }

  /// The action at the head is known, and what it led to.
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

  /// The slot at the head is complete; where the ring is full, the oldest leaves, and with it the transitions
  /// that have it in their stack.
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

  /// Admits the transitions whose window is complete now that the step at `newest` is known. They are all of one
  /// life where stacks heed lives: its loss ends every window.
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

  /// The sequence number of the complete slot that is at this place of the ring.
  long sequenceAt(int slot) {
    long tail = tail();
    return tail + Math.floorMod(slot - slot(tail), slots);
  }

  /// How many frames of the stack that ends at `sequence` are of its episode, or of its life.
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

  /// Takes over a saved slot, or says what is wrong with it.
  @Nullable String load(int slot, int action, float reward, int bits) {
    boolean taken = (bits & TAKEN) != 0;
    if ((bits & ~saved) != 0 || (!taken && (bits & ~stackStarts) != 0)) {
      return "flags must be a step's, were " + bits;
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

  /// After the slots `[tail, head)`, and the pending one if an episode is running, have been loaded: works
  /// out the rest from their flags, and refuses flags that no episodes can produce.
  void rebuild(long newHead, boolean isRunning) throws IOException {
    head = newHead;
    running = isRunning;
    size = 0;
    drawable = 0;
    undecided = tail();
    // Where the oldest episode or life began is forgotten; that it was before the tail is enough to
    // know.
    stackStart = Math.max(0, tail() - stack);
    for (long at = tail(); at < head + (running ? 1 : 0); at++) {
      int bits = flags[slot(at)];
      boolean fits = at == tail() ? at > 0 || (bits & START) != 0 : follows(at);
      if (!fits || (at == head && (bits & TAKEN) != 0)) {
        throw new IOException("slot " + at + " does not continue the one before it");
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

  /// Whether an episode's slots are complete with this one: terminated, or a last observation.
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
