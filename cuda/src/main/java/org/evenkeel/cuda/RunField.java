package org.evenkeel.cuda;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The fields of a run on the device, in the order of `struct Run` in `run.cuh`, where they are explained. Each has eight
/// bytes, or a few times eight.
enum RunField {
  GAME,
  CHANNELS,
  WORDS,
  ACTIONS,
  ACTION_MAP,
  RAMPING,
  STICKY,
  REWARDS,
  CAPACITY,
  N_STEP,
  NEEDS_NEXT_ACTION,
  DISCOUNT,
  K,
  LEARNERS,
  RING,
  GROWING,
  COMBINE,
  DECAY,
  BOOTSTRAP,
  ACTOR,
  TIES_RANDOM,
  EVALUATES_ONLINE,
  SHARED_MINIBATCH,
  BATCH,
  LOSS,
  LOSS_IS_MEAN,
  MAX_NORM,
  RULE,
  MOMENTS,
  CENTERED,
  NESTEROV,
  BETA1,
  REST1,
  BETA2,
  REST2,
  EPSILON,
  MOMENTUM,
  UPDATE_PERIOD,
  UPDATES_PER_PERIOD,
  TARGET_PERIOD,
  CLOCK_COUNTS_UPDATES,
  PARAMETERS,
  STRIDE,
  DENSE_AT,
  OUT_AT,
  OUTPUTS,
  DUELING,
  EPSILONS,
  EPSILONS_FROM,
  RATES,
  RATES_FROM,
  ENVIRONMENT_SEED,
  STEP,
  TARGET,
  PENDING,
  UPDATES,
  LAST_NORM,
  NEWEST,
  ACTIVE,
  FAULT,
  FAULT_VALUE,
  EXPLORING(4),
  DRAWING(4),
  ENVIRONMENT(4),
  EPISODE,
  LENGTH,
  TOTAL_REWARD,
  OVER,
  LAST_ACTION,
  ACTING_LEARNER,
  HEAD,
  RUNNING,
  UNDECIDED,
  SIZE,
  DRAWABLE,
  EPISODES,
  NEW_EPISODES,
  RETURNS,
  LENGTHS,
  NEW_UPDATES,
  LOSSES,
  TD_ERRORS,
  GRADIENT_NORMS,
  BUSY,
  UPDATING,
  MEASURES_NORM,
  SNAPSHOTS,
  FORESEES,
  FORESEEN,
  SNAPSHOT_COUNT,
  EVALUATING,
  EVALUATION_SEEDS(4),
  EVALUATION_ENVIRONMENT(4),
  EVALUATION_EXPLORING(4),
  EVALUATION_EPSILON,
  EVALUATION_EPISODES,
  EVALUATION_STEPS,
  EVALUATION_LIMIT,
  EVALUATION_BEGUN,
  EVALUATION_IN_EPISODE,
  EVALUATION_LENGTH,
  EVALUATION_STEPS_TAKEN,
  EVALUATION_LAST_ACTION,
  EVALUATION_RECORDS,
  MEASURING,
  HELD_OUT,
  HELD_OUT_NEXT,
  GAME_STATE,
  EVALUATION_STATE,
  FRAME,
  EVALUATION_FRAME,
  THETAS,
  MOMENT_SETS,
  PLACES,
  GRADIENTS,
  FRAMES,
  SLOT_ACTIONS,
  SLOT_REWARDS,
  SLOT_FLAGS,
  BATCH_SLOTS,
  BATCH_NEXT_SLOTS,
  BATCH_ACTIONS,
  BATCH_NEXT_ACTIONS,
  BATCH_REWARDS,
  BATCH_DISCOUNTS,
  KNOWN,
  KNOWN_STAMPS,
  PLACE_STAMPS,
  FORESEEN_SLOTS,
  FORESEEN_LISTS,
  ONLINE_NEXT,
  Q,
  CONV,
  HIDDEN,
  HIDDEN_GRADIENT,
  CONV_GRADIENT,
  TD,
  LEARNER_LOSS,
  LEARNER_NORM,
  LEARNER_FAULT,
  HELD_OUT_FRAMES,
  HELD_OUT_VALUES,
  HELD_OUT_LARGEST,
  RECORDS;

  private static final int[] OFFSETS = offsets();

  /// The bytes of a run.
  static final int BYTES = OFFSETS[OFFSETS.length - 1];

  private final int count;

  RunField() {
    this(1);
  }

  RunField(int count) {
    this.count = count;
  }

  private static int[] offsets() {
    RunField[] all = values();
    int[] offsets = new int[all.length + 1];
    for (int i = 0; i < all.length; i++) {
      offsets[i + 1] = offsets[i] + all[i].count * Long.BYTES;
    }
    return offsets;
  }

  /// The number of values in this field.
  int count() {
    return count;
  }

  @SuppressWarnings("EnumOrdinal") // the order of the constants is the layout
  private long offset(int index) {
    return OFFSETS[ordinal()] + (long) index * Long.BYTES;
  }

  long get(MemorySegment run) {
    return get(run, 0);
  }

  long get(MemorySegment run, int index) {
    return run.get(ValueLayout.JAVA_LONG, offset(index));
  }

  double getDouble(MemorySegment run) {
    return run.get(ValueLayout.JAVA_DOUBLE, offset(0));
  }

  void set(MemorySegment run, long value) {
    set(run, 0, value);
  }

  void set(MemorySegment run, int index, long value) {
    run.set(ValueLayout.JAVA_LONG, offset(index), value);
  }

  void set(MemorySegment run, boolean value) {
    set(run, value ? 1 : 0);
  }

  void setDouble(MemorySegment run, double value) {
    run.set(ValueLayout.JAVA_DOUBLE, offset(0), value);
  }
}
