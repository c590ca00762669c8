package org.evenkeel.core.internal;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/// A replay buffer whose stored steps are numbered and never change: a checkpoint needs to write only those that
/// are new.
///
/// Slots are numbered 0, 1, 2, ... as they are begun.
public interface SlotStorage {
  /// The number of the newest slot: the one whose action is not known yet or, between episodes, the next to be
  /// begun. All before it are complete.
  long head();

  /// The number of the oldest slot that is kept.
  long tail();

  /// The bytes that [#writeSlots] writes for each slot.
  int slotBytes();

  /// Writes the complete slots `[from, to)`, which must be within `[tail(), head())`.
  void writeSlots(long from, long to, DataOutput out) throws IOException;

  /// Reads slots that [#writeSlots] wrote into a fresh buffer, oldest first, without a gap; then [#restoreRest] has to
  /// follow. After an exception the buffer cannot be used.
  void readSlots(long from, long to, DataInput in) throws IOException;

  /// Writes what is not in complete slots: where the ring is, the frame whose action is not known yet, the priorities.
  void saveRest(DataOutput out) throws IOException;

  /// Continues from what [#saveRest] wrote, after [#readSlots] of the saved buffer's `[tail(), head())`.
  void restoreRest(DataInput in) throws IOException;
}
