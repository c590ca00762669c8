package org.evenkeel.core.agent;

import java.util.Arrays;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.internal.Checks;
import org.evenkeel.core.nn.Evaluator;

/// A cache of the values that snapshots assign to stored observations.
///
/// A snapshot does not change while it is in the window, and a stored observation never changes, so each value needs to
/// be computed only once. For each minibatch, only the (snapshot, observation) pairs that are not yet cached are
/// evaluated; the results are bit-identical. If each observation is drawn p times per target period on average, the
/// passes per sample drop from K to (1 - exp(-p K)) / p: with K = 10, to 6.9 for the Atari schedule (p = 0.08) and to
/// 3.0 for MinAtar's (p = 0.32).
///
/// Observations are identified by their sequence number ([org.evenkeel.core.data.Minibatch#nextSequences]). Number n is
/// cached at place `n % places` together with n itself, so a place that holds a different number is out of date. The
/// cache need not be notified when an observation is overwritten.
///
/// Memory: `places * (snapshots * (4 * actions + 2) + 8)` bytes ([#bytes]). An instance is used by one thread. It is
/// not part of a checkpoint: after a resume it starts empty.
final class RememberedValues {
  private final int places;
  private final int snapshots;
  private final int actions;
  private final float[] values;

  /// The sequence number whose values are at each place, -1 for none.
  private final long[] holds;

  /// The age at which each value was computed; a value is valid only if this is its snapshot's current age.
  private final short[] computedAt;

  private final short[] ages;
  private final int[][] rows;
  private final int[] counts;
  private long passes;
  private long saved;

  /// Creates a cache for `places` observations, `snapshots` parameter sets, and minibatches of up to `maxBatch` rows.
  RememberedValues(int places, int snapshots, int actions, int maxBatch) {
    Checks.atLeast("places", 1, places);
    Checks.atLeast("snapshots", 1, snapshots);
    Checks.atLeast("actions", 1, actions);
    Checks.atLeast("maxBatch", 1, maxBatch);
    if (!fits(places, snapshots, actions)) {
      throw new IllegalArgumentException(
          "places * snapshots * actions must be < 2^31, was %d * %d * %d"
              .formatted(places, snapshots, actions));
    }
    this.places = places;
    this.snapshots = snapshots;
    this.actions = actions;
    values = new float[places * snapshots * actions];
    holds = new long[places];
    Arrays.fill(holds, -1);
    computedAt = new short[places * snapshots];
    ages = new short[snapshots];
    Arrays.fill(ages, (short) 1);
    rows = new int[snapshots][maxBatch];
    counts = new int[snapshots];
  }

  /// Whether the arrays would fit the maximum array length.
  static boolean fits(long places, long snapshots, long actions) {
    return places * snapshots * actions <= Integer.MAX_VALUE - 8;
  }

  /// Returns the memory that a cache of this size needs, in bytes.
  static long bytes(long places, long snapshots, long actions) {
    return places * (snapshots * (4 * actions + 2) + 8);
  }

  /// Discards the values of a snapshot, because its place in the window now has different parameters.
  void forgetSnapshot(int snapshot) {
    if (snapshot < 0 || snapshot >= snapshots) {
      throw new IllegalArgumentException(
          "snapshot must be 0 to " + (snapshots - 1) + ", was " + snapshot);
    }
    ages[snapshot]++;
    if (ages[snapshot] == 0) {
      // Ages start over after 65,535 periods: values left from the previous round must not count.
      for (int place = 0; place < places; place++) {
        computedAt[place * snapshots + snapshot] = 0;
      }
      ages[snapshot] = 1;
    }
  }

  /// Assigns a place to each observation of a minibatch. Returns false if that is not possible: a number is missing
  /// (-1), or two numbers share a place, which the library's own replay buffer never causes.
  boolean claim(long[] sequences, int n) {
    for (int j = 0; j < n; j++) {
      if (sequences[j] < 0) {
        return false;
      }
      int place = place(sequences[j]);
      if (holds[place] != sequences[j]) {
        holds[place] = sequences[j];
        Arrays.fill(computedAt, place * snapshots, (place + 1) * snapshots, (short) 0);
      }
    }
    for (int j = 0; j < n; j++) {
      if (holds[place(sequences[j])] != sequences[j]) {
        return false;
      }
    }
    return true;
  }

  /// Computes the missing values of the first `active` snapshots on a minibatch. Call [#claim] first.
  ///
  /// @param thetas the parameters of the snapshots
  /// @param batch the observations with these sequence numbers, in the same order
  void complete(Evaluator evaluator, float[][] thetas, int active, Batch batch, long[] sequences) {
    int n = batch.size();
    if (active < 1 || active > snapshots) {
      throw new IllegalArgumentException("active must be 1 to " + snapshots + ", was " + active);
    }
    if (evaluator.outputs() != actions) {
      throw new IllegalArgumentException(
          "the network must have %d actions, had %d".formatted(actions, evaluator.outputs()));
    }
    Checks.lengthAtLeast("sequences", n, sequences.length);
    if (n > rows[0].length) {
      throw new IllegalArgumentException("batch size must be <= " + rows[0].length + ", was " + n);
    }
    int missing = listMissing(n, active, sequences);
    if (missing > 0) {
      evaluator.evaluate(thetas, active, batch, rows, counts);
      for (int snapshot = 0; snapshot < active; snapshot++) {
        for (int i = 0; i < counts[snapshot]; i++) {
          int pair = place(sequences[rows[snapshot][i]]) * snapshots + snapshot;
          System.arraycopy(
              evaluator.values(snapshot), i * actions, values, pair * actions, actions);
          computedAt[pair] = ages[snapshot];
        }
      }
    }
    passes += missing;
    saved += (long) n * active - missing;
  }

  private int listMissing(int n, int active, long[] sequences) {
    int missing = 0;
    for (int snapshot = 0; snapshot < active; snapshot++) {
      int count = 0;
      for (int j = 0; j < n; j++) {
        if (computedAt[place(sequences[j]) * snapshots + snapshot] != ages[snapshot]) {
          rows[snapshot][count++] = j;
        }
      }
      counts[snapshot] = count;
      missing += count;
    }
    return missing;
  }

  private int place(long sequence) {
    return (int) (sequence % places);
  }

  /// Returns the cached values, in this object's own array. Only those completed by [#complete] may be read.
  float[] values() {
    return values;
  }

  /// Returns the position in [#values] where the values of a snapshot for an observation start.
  int at(long sequence, int snapshot) {
    return (place(sequence) * snapshots + snapshot) * actions;
  }

  /// Returns the number of forward passes of single observations made.
  long passes() {
    return passes;
  }

  /// Returns the number of forward passes of single observations that were not necessary.
  long passesSaved() {
    return saved;
  }
}
