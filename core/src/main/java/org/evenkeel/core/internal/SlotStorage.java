package org.evenkeel.core.internal;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/// A replay buffer whose stored steps are numbered and never change, so that a checkpoint needs
/// to write only the new ones.
///
/// Slots are numbered 0, 1, 2, ... in the order in which they are started.
public interface SlotStorage {
  /// Returns the number of the newest slot: the one whose action is not known yet or, between episodes, the next to be
  /// started. All slots before it are complete.
  long head();

  /// Returns the number of the oldest slot that is kept.
  long tail();

  /// Returns the number of bytes that [#writeSlots] writes per slot.
  int slotBytes();

  /// Writes the complete slots `[from, to)`, which must be within `[tail(), head())`.
  void writeSlots(long from, long to, DataOutput out) throws IOException;

  /// Reads slots that [#writeSlots] wrote into a new buffer, oldest first, without gaps. [#restoreRest] must follow.
  /// After an exception the buffer cannot be used.
  void readSlots(long from, long to, DataInput in) throws IOException;

  /// Reads slots that [#writeSlots] of another buffer wrote, which has advanced further from the state of this one.
  /// Slots before `from` stay, as far as the capacity allows. [#restoreRest] must follow.
  void readNewerSlots(long from, long to, DataInput in) throws IOException;

  /// Writes everything outside complete slots: the position of the ring, the frame whose action is not
  /// known yet, the priorities.
  void saveRest(DataOutput out) throws IOException;

  /// Continues from the state that [#saveRest] wrote, after [#readSlots] of the saved buffer's `[tail(), head())`.
  void restoreRest(DataInput in) throws IOException;
}
