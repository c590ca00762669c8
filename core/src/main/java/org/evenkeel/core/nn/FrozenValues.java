package org.evenkeel.core.nn;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.internal.Bulk;
import org.evenkeel.core.internal.Checks;

/// Remembers the values that frozen parameter sets gave to stored observations.
///
/// A target network does not change while it is in the window, and a stored next state never changes, so
/// its value needs computing once. Of a minibatch only the (set, slot) pairs not yet known are evaluated;
/// what comes out are the same bits. When each slot is drawn p times in a target period on average, the
/// passes for each sample fall from K to (1 - exp(-p K)) / p: at K = 10 to 6.9 for the Atari schedule
/// (p = 0.08), to 3.0 for MinAtar's (p = 0.32).
///
/// Memory: `slots * sets * (4 * actions + 2)` bytes ([#bytes]). One instance serves one thread.
public final class FrozenValues {
  private final int slots;
  private final int sets;
  private final int actions;
  private final float[] values;

  /// The age at which each value was computed; it counts only if it is its set's age.
  private final short[] computedAt;

  /// After a resume: pairs whose values were known and are not here. They are computed again and counted
  /// as if they had been remembered, so that the counts go on as without the interruption.
  private long[] owed = {};

  private final short[] ages;
  private final int[][] rows;
  private final int[] counts;
  private long passes;
  private long saved;

  /// A memory for `slots` stored observations and `sets` parameter sets, minibatches of up to `maxBatch`.
  public FrozenValues(int slots, int sets, int actions, int maxBatch) {
    Checks.atLeast("slots", 1, slots);
    Checks.atLeast("sets", 1, sets);
    Checks.atLeast("actions", 1, actions);
    Checks.atLeast("maxBatch", 1, maxBatch);
    if ((long) slots * sets * actions > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          "slots * sets * actions must be < 2^31, was %d * %d * %d"
              .formatted(slots, sets, actions));
    }
    this.slots = slots;
    this.sets = sets;
    this.actions = actions;
    values = new float[slots * sets * actions];
    computedAt = new short[slots * sets];
    ages = new short[sets];
    Arrays.fill(ages, (short) 1);
    rows = new int[sets][maxBatch];
    counts = new int[sets];
  }

  /// What a memory of this size takes.
  public static long bytes(long slots, long sets, long actions) {
    return slots * sets * (4 * actions + 2);
  }

  /// Forgets a slot: another observation is stored there now.
  public void forgetSlot(int slot) {
    checkSlot(slot);
    Arrays.fill(computedAt, slot * sets, (slot + 1) * sets, (short) 0);
    for (int at = slot * sets; owed.length > 0 && at < (slot + 1) * sets; at++) {
      owed[at >> 6] &= ~(1L << at);
    }
  }

  /// Forgets a set: its place in the window has other parameters now.
  public void forgetSet(int set) {
    if (set < 0 || set >= sets) {
      throw new IllegalArgumentException("set must be 0 to " + (sets - 1) + ", was " + set);
    }
    for (int slot = 0; owed.length > 0 && slot < slots; slot++) {
      int at = slot * sets + set;
      owed[at >> 6] &= ~(1L << at);
    }
    ages[set]++;
    if (ages[set] == 0) {
      // After 65,535 windows ages come round again: what is left of the first time must not count.
      for (int slot = 0; slot < slots; slot++) {
        computedAt[slot * sets + set] = 0;
      }
      ages[set] = 1;
    }
  }

  /// Makes the values of every set on a minibatch known: `batch` holds the observations of the slots, in
  /// the same order; only what is missing is evaluated.
  public void complete(Evaluator evaluator, float[][] thetas, Batch batch, int[] minibatchSlots) {
    complete(evaluator, thetas, sets, batch, minibatchSlots);
  }

  /// The same for the first `active` sets only.
  public void complete(
      Evaluator evaluator, float[][] thetas, int active, Batch batch, int[] minibatchSlots) {
    int n = batch.size();
    if (active < 1 || active > sets) {
      throw new IllegalArgumentException("active must be 1 to " + sets + ", was " + active);
    }
    if (evaluator.outputs() != actions) {
      throw new IllegalArgumentException(
          "the network must have %d actions, had %d".formatted(actions, evaluator.outputs()));
    }
    Checks.lengthAtLeast("minibatchSlots", n, minibatchSlots.length);
    if (n > rows[0].length) {
      throw new IllegalArgumentException("batch size must be <= " + rows[0].length + ", was " + n);
    }
    for (int j = 0; j < n; j++) {
      checkSlot(minibatchSlots[j]);
    }
    int missing = listMissing(n, active, minibatchSlots);
    int owing = 0;
    if (missing > 0) {
      evaluator.evaluate(thetas, active, batch, rows, counts);
      for (int set = 0; set < active; set++) {
        for (int i = 0; i < counts[set]; i++) {
          int at = minibatchSlots[rows[set][i]] * sets + set;
          System.arraycopy(evaluator.values(set), i * actions, values, at * actions, actions);
          computedAt[at] = ages[set];
          owing += payOff(minibatchSlots, at, set, i);
        }
      }
    }
    passes += missing - owing;
    saved += (long) n * active - missing + owing;
  }

  /// 1 if the pair, the `i`th of its set, had been known before the resume.
  private int payOff(int[] minibatchSlots, int at, int set, int i) {
    if (owed.length == 0 || (owed[at >> 6] >>> at & 1) == 0) {
      return 0;
    }
    // A slot that stands twice in the minibatch was listed twice: the debt is paid by its last row.
    for (int later = i + 1; later < counts[set]; later++) {
      if (minibatchSlots[rows[set][later]] == minibatchSlots[rows[set][i]]) {
        return 1;
      }
    }
    owed[at >> 6] &= ~(1L << at);
    return 1;
  }

  private int listMissing(int n, int active, int[] minibatchSlots) {
    int missing = 0;
    for (int set = 0; set < active; set++) {
      int count = 0;
      for (int j = 0; j < n; j++) {
        if (computedAt[minibatchSlots[j] * sets + set] != ages[set]) {
          rows[set][count++] = j;
        }
      }
      counts[set] = count;
      missing += count;
    }
    return missing;
  }

  private void checkSlot(int slot) {
    if (slot < 0 || slot >= slots) {
      throw new IllegalArgumentException("slot must be 0 to " + (slots - 1) + ", was " + slot);
    }
  }

  /// The remembered values, `[slot][set][action]`: the memory's own array. Only what [#complete] has made
  /// known may be read.
  public float[] values() {
    return values;
  }

  /// Where the values of a set for a slot start in [#values].
  public int at(int slot, int set) {
    return (slot * sets + set) * actions;
  }

  /// Single forward passes made.
  public long passes() {
    return passes;
  }

  /// Single forward passes that were not necessary.
  public long passesSaved() {
    return saved;
  }

  /// Writes the counts and what is known, not the values: they are computed again when they are wanted.
  public void save(DataOutput out) throws IOException {
    out.writeLong(passes);
    out.writeLong(saved);
    long[] known = new long[(slots * sets + 63) / 64];
    for (int at = 0; at < slots * sets; at++) {
      boolean here = computedAt[at] == ages[at % sets];
      if (here || (owed.length > 0 && (owed[at >> 6] >>> at & 1) != 0)) {
        known[at >> 6] |= 1L << at;
      }
    }
    Bulk.write(out, known);
  }

  /// Goes on from what [#save] wrote, in a fresh memory of the same size.
  public void restore(DataInput in) throws IOException {
    passes = in.readLong();
    saved = in.readLong();
    owed = new long[(slots * sets + 63) / 64];
    Bulk.read(in, owed);
  }
}
