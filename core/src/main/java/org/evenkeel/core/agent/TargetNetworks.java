package org.evenkeel.core.agent;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.evenkeel.core.agent.Variants.TargetPasses;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.internal.Bulk;
import org.evenkeel.core.nn.Evaluator;
import org.evenkeel.core.nn.FrozenValues;
import org.evenkeel.core.nn.Network;
import org.evenkeel.core.nn.Workers;
import org.jspecify.annotations.Nullable;

/// The frozen networks that targets are made from: the last K snapshots of one learner, or the newest
/// snapshot of each of K learners; and their values on a minibatch of next states.
///
/// Snapshots of one learner stand in a ring: a new one takes the place of the oldest, so that what is
/// remembered of the others stays where it is. [#newestFirst] is the order that counts.
///
/// Values can be remembered ([FrozenValues]), computed together on one batch, or network by network: the
/// same bits each time.
final class TargetNetworks {
  private final boolean ring;
  private final boolean growing;
  private final int actions;
  private final float[][] places;
  private final float[][] newestFirst;
  private final float[][] tables;
  private final Evaluator evaluator;
  private final @Nullable FrozenValues remembered;
  private final boolean together;
  private final float[][] one = new float[1][];
  private int newest;
  private int active;
  private long separatePasses;

  /// @param slots places of the replay memory, for what is remembered
  TargetNetworks(
      Network network,
      Algorithm algorithm,
      Variants variants,
      TargetPasses passes,
      int batchSize,
      int slots,
      Workers workers) {
    int k = algorithm.k();
    this.ring = algorithm.estimates() instanceof Algorithm.Estimates.Snapshots;
    this.growing = ring && variants.windowStart() == Variants.WindowStart.GROWING;
    this.actions = network.outputs();
    this.places = new float[k][network.parameterCount()];
    this.newestFirst = new float[k][];
    this.active = growing ? 1 : k;
    this.together = passes != TargetPasses.SEPARATE;
    this.evaluator = new Evaluator(network, batchSize, together ? k : 1, workers);
    this.remembered =
        passes == TargetPasses.REMEMBERED ? new FrozenValues(slots, k, actions, batchSize) : null;
    this.tables = new float[k][batchSize * actions];
    sort();
  }

  /// Starts with these parameters, one set for each place.
  void start(float[][] thetas) {
    for (int i = 0; i < places.length; i++) {
      System.arraycopy(thetas[i], 0, places[i], 0, places[i].length);
    }
  }

  /// Takes a snapshot of each learner: the newest falls in, the oldest falls out.
  void push(float[][] learners) {
    if (!ring) {
      for (int k = 0; k < places.length; k++) {
        put(learners[k], k);
      }
      return;
    }
    newest = (newest + 1) % places.length;
    active = Math.min(places.length, growing ? active + 1 : active);
    put(learners[0], newest);
    sort();
  }

  private void put(float[] theta, int place) {
    System.arraycopy(theta, 0, places[place], 0, theta.length);
    if (remembered != null) {
      remembered.forgetSet(place);
    }
  }

  private void sort() {
    for (int i = 0; i < places.length; i++) {
      newestFirst[i] = places[place(i)];
    }
  }

  /// Where the `i`th newest stands.
  private int place(int i) {
    return ring ? Math.floorMod(newest - i, places.length) : i;
  }

  /// The parameter sets, the newest first; [#active] of them count.
  float[][] newestFirst() {
    return newestFirst;
  }

  int active() {
    return active;
  }

  /// The values of the next states, one table for each active set, the newest first: this object's own
  /// arrays, until the next call.
  float[][] values(Batch nextObservations, int[] nextSlots) {
    int n = nextObservations.size();
    if (remembered != null) {
      remembered.complete(evaluator, places, active, nextObservations, nextSlots);
      for (int i = 0; i < active; i++) {
        for (int row = 0; row < n; row++) {
          int at = remembered.at(nextSlots[row], place(i));
          System.arraycopy(remembered.values(), at, tables[i], row * actions, actions);
        }
      }
    } else if (together) {
      evaluator.evaluate(newestFirst, active, nextObservations);
      for (int i = 0; i < active; i++) {
        System.arraycopy(evaluator.values(i), 0, tables[i], 0, n * actions);
      }
    } else {
      for (int i = 0; i < active; i++) {
        one[0] = newestFirst[i];
        evaluator.evaluate(one, 1, nextObservations);
        System.arraycopy(evaluator.values(0), 0, tables[i], 0, n * actions);
      }
    }
    if (remembered == null) {
      separatePasses += (long) active * n;
    }
    return tables;
  }

  /// Another observation is stored in this place of the replay memory.
  void forgetSlot(int slot) {
    if (remembered != null) {
      remembered.forgetSlot(slot);
    }
  }

  boolean remembers() {
    return remembered != null;
  }

  long passes() {
    return remembered == null ? separatePasses : remembered.passes();
  }

  long passesSaved() {
    return remembered == null ? 0 : remembered.passesSaved();
  }

  void save(DataOutput out) throws IOException {
    out.writeInt(newest);
    out.writeInt(active);
    out.writeLong(separatePasses);
    for (float[] place : places) {
      Bulk.write(out, place);
    }
    if (remembered != null) {
      remembered.save(out);
    }
  }

  void restore(DataInput in) throws IOException {
    newest = in.readInt();
    active = in.readInt();
    if (newest < 0 || newest >= places.length || active < 1 || active > places.length) {
      throw new IOException("the window of snapshots is damaged");
    }
    separatePasses = in.readLong();
    for (float[] place : places) {
      Bulk.read(in, place);
    }
    if (remembered != null) {
      remembered.restore(in);
    }
    sort();
  }
}
