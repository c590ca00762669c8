package org.evenkeel.envs.minatar;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/// A list of swimming things. Each is one number that encodes its cell, direction and timers, so that two things are
/// equal if their numbers are. As in MinAtar, removing a thing removes the first equal one.
final class Shoal {
  // Bits of a thing: the column (up to two cells outside), the row, the direction, two timers.
  private static final int OUTSIDE = 2;
  private static final int Y = 4;
  private static final int RIGHT = 8;
  private static final int TIMER = 9;
  private static final int SHOT_TIMER = 15;
  private static final int SPARE = 21;
  private static final int CELL_MASK = (1 << RIGHT) - 1;
  private static final int TIMER_MASK = 63;

  /// The largest number of things in a saved game, more than a game can have: at most one enemy appears in a step and
  /// it is gone after 60 steps (much sooner if they appear that often), each shoots every 11 steps, and a bullet is
  /// gone after 10.
  private static final int MOST = 64;

  /// The things, with space for more than the maximum, since more may be added after a damaged file was restored.
  private final int[] things = new int[4 * MOST];

  private int size;

  static int thing(int x, int y, boolean right, int timer, int shotTimer) {
    return x + OUTSIDE
        | y << Y
        | (right ? 1 : 0) << RIGHT
        | timer << TIMER
        | shotTimer << SHOT_TIMER;
  }

  static int x(int thing) {
    return (thing & 15) - OUTSIDE;
  }

  static int y(int thing) {
    return thing >> Y & 15;
  }

  static boolean right(int thing) {
    return (thing >> RIGHT & 1) == 1;
  }

  static int timer(int thing) {
    return thing >> TIMER & TIMER_MASK;
  }

  static int shotTimer(int thing) {
    return thing >> SHOT_TIMER & TIMER_MASK;
  }

  /// Returns the thing one cell further.
  static int moved(int thing) {
    return right(thing) ? thing + 1 : thing - 1;
  }

  static int withTimer(int thing, int timer) {
    return thing + ((timer - timer(thing)) << TIMER);
  }

  static int withShotTimer(int thing, int timer) {
    return thing + ((timer - shotTimer(thing)) << SHOT_TIMER);
  }

  static boolean isAt(int thing, int x, int y) {
    return (thing & CELL_MASK) == (x + OUTSIDE | y << Y);
  }

  static boolean isOutside(int thing) {
    return x(thing) < 0 || x(thing) >= Rules.SIDE;
  }

  int size() {
    return size;
  }

  int get(int index) {
    return things[index];
  }

  void set(int index, int thing) {
    things[index] = thing;
  }

  void clear() {
    size = 0;
  }

  void add(int thing) {
    things[size++] = thing;
  }

  /// Returns the index of the first thing at a cell, or -1.
  int firstAt(int x, int y) {
    for (int i = 0; i < size; i++) {
      if (isAt(things[i], x, y)) {
        return i;
      }
    }
    return -1;
  }

  /// Removes the first thing that is equal to the one at an index.
  ///
  /// @return the new index of the thing that was at that index, or -1 if it was the one removed
  int removeEqual(int index) {
    int first = 0;
    while (things[first] != things[index]) {
      first++;
    }
    size--;
    System.arraycopy(things, first + 1, things, first, size - first);
    return first < index ? index - 1 : -1;
  }

  void save(DataOutput out) throws IOException {
    out.writeInt(size);
    for (int i = 0; i < size; i++) {
      out.writeInt(things[i]);
    }
  }

  void restore(DataInput in) throws IOException {
    clear();
    for (int left = Saved.number(in, "number of things", 0, MOST); left > 0; left--) {
      int thing = in.readInt();
      Saved.check("column of a thing", 0, Rules.SIDE - 1, x(thing));
      Saved.check("row of a thing", 0, Rules.SIDE - 1, y(thing));
      Saved.check("spare bits of a thing", 0, 0, thing >> SPARE);
      add(thing);
    }
  }
}
