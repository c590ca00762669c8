package org.evenkeel.cuda;

import java.lang.foreign.MemorySegment;

/// The arrays of a run on the device: one block of memory, divided.
final class RunMemory {
  /// Steps of an evaluation in one call.
  static final int RECORDS = 256;

  /// Steps, and updates, whose epsilons and learning rates are computed beforehand.
  static final int TABLE = 8_192;

  /// Rows of minibatches that are foreseen: `FORESEEN` of `play.cuh`.
  static final int FORESEEN = 256;

  private static final int ALIGNMENT = 256;

  private final RunSettings settings;
  private final int tiles;
  private final long size;

  /// @param tiles groups of 32 held-out states and successors
  RunMemory(RunSettings settings, int tiles) {
    this.settings = settings;
    this.tiles = tiles;
    size = assign(MemorySegment.NULL, 0);
  }

  /// The bytes that the run needs on the device.
  long bytes() {
    return size;
  }

  /// Writes the addresses of all arrays to a run, unless the segment is empty.
  ///
  /// @param base the address of the run's memory
  /// @return the bytes that all arrays need
  long assign(MemorySegment run, long base) {
    RunSettings s = settings;
    Divider memory = new Divider(run, base);
    long learners = s.learners();
    long set = 4L * s.stride();
    long slots = s.capacity() + 1L;
    long frame = 4L * s.words();
    long rows = learners * RunSettings.ROWS;
    long values = 4 * rows * s.actions();
    memory.next(RunField.GAME_STATE, 4L * GameStates.INTS);
    memory.next(RunField.EVALUATION_STATE, 4L * GameStates.INTS);
    memory.next(RunField.FRAME, frame + 8);
    memory.next(RunField.EVALUATION_FRAME, frame + 8);
    memory.next(RunField.THETAS, learners * set);
    memory.next(RunField.MOMENT_SETS, learners * s.moments() * set);
    memory.next(RunField.PLACES, s.k() * set);
    memory.next(RunField.GRADIENTS, learners * set);
    memory.next(RunField.FRAMES, slots * frame);
    memory.next(RunField.SLOT_ACTIONS, slots);
    memory.next(RunField.SLOT_REWARDS, 4 * slots);
    memory.next(RunField.SLOT_FLAGS, slots);
    memory.next(RunField.BATCH_SLOTS, 4 * rows);
    memory.next(RunField.BATCH_NEXT_SLOTS, 4 * rows);
    memory.next(RunField.BATCH_ACTIONS, 4 * rows);
    memory.next(RunField.BATCH_NEXT_ACTIONS, 4 * rows);
    memory.next(RunField.BATCH_REWARDS, 4 * rows);
    memory.next(RunField.BATCH_DISCOUNTS, 4 * rows);
    memory.next(RunField.KNOWN, 4 * slots * s.k() * s.actions());
    memory.next(RunField.KNOWN_STAMPS, 4 * slots * s.k());
    memory.next(RunField.PLACE_STAMPS, 4L * s.k());
    memory.next(RunField.FORESEEN_SLOTS, 4L * FORESEEN);
    memory.next(RunField.FORESEEN_LISTS, 4L * s.k() * (FORESEEN + 1));
    memory.next(RunField.ONLINE_NEXT, values);
    memory.next(RunField.Q, values);
    memory.next(RunField.CONV, 4 * rows * RunSettings.INPUTS);
    memory.next(RunField.HIDDEN, 4 * rows * RunSettings.HIDDEN);
    memory.next(RunField.HIDDEN_GRADIENT, 4 * rows * RunSettings.HIDDEN);
    memory.next(RunField.CONV_GRADIENT, 4 * rows * RunSettings.INPUTS);
    memory.next(RunField.TD, 4 * rows);
    memory.next(RunField.LEARNER_LOSS, 8 * learners);
    memory.next(RunField.LEARNER_NORM, 8 * learners);
    memory.next(RunField.LEARNER_FAULT, 16 * learners);
    long states = (long) tiles * RunSettings.ROWS;
    memory.next(RunField.HELD_OUT_FRAMES, states * frame);
    memory.next(RunField.HELD_OUT_VALUES, 4L * s.k() * states * s.actions());
    memory.next(RunField.HELD_OUT_LARGEST, 4 * states);
    memory.next(RunField.RECORDS, 12L * RECORDS);
    memory.next(RunField.EPSILONS, 8L * TABLE);
    memory.next(RunField.RATES, 8L * TABLE);
    return memory.at - base;
  }

  /// Hands out one array after another.
  private static final class Divider {
    private final MemorySegment run;
    private long at;

    Divider(MemorySegment run, long base) {
      this.run = run;
      this.at = base;
    }

    void next(RunField field, long bytes) {
      if (run.byteSize() > 0) {
        field.set(run, at);
      }
      at += Math.ceilDiv(bytes, ALIGNMENT) * ALIGNMENT;
    }
  }
}
