package org.evenkeel.core.agent;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.Minibatch;
import org.evenkeel.core.internal.Bulk;
import org.evenkeel.core.nn.Evaluator;
import org.evenkeel.core.nn.Network;
import org.evenkeel.core.nn.Workers;
import org.jspecify.annotations.Nullable;

/// The snapshots that targets are computed from (the last K of one learner, or the newest of each of K learners), and
/// their values on a minibatch of next states.
///
/// Snapshots of one learner are kept in a ring: a new one replaces the oldest, so that the cached values of the others
/// stay valid. Combinations use the order of [#newestFirst].
///
/// Values can be cached ([RememberedValues]), computed together on one batch, or network by network,
/// with bit-identical results.
final class TargetNetworks {
  private final boolean ring;
  private final boolean growing;
  private final int actions;
  private final float[][] places;
  private final float[][] newestFirst;
  private final float[][] estimates;
  private final Evaluator evaluator;
  private final @Nullable RememberedValues remembered;
  private final boolean together;
  private final float[][] one = new float[1][];
  private int newest;
  private int active;
  private long passes;

  TargetNetworks(LearnerSettings settings, Workers workers) {
    Network network = settings.network();
    int k = settings.algorithm().k();
    int batchSize = settings.batchSize();
    TargetPasses how = settings.decidedPasses();
    ring = settings.algorithm().estimates() instanceof Algorithm.Estimates.Snapshots;
    growing = ring && settings.window().start() == SnapshotWindow.Start.GROWING;
    actions = network.outputs();
    places = new float[k][network.parameterCount()];
    newestFirst = new float[k][];
    active = growing ? 1 : k;
    together = how != TargetPasses.SEPARATE;
    evaluator = new Evaluator(network, batchSize, together ? k : 1, workers);
    remembered =
        how == TargetPasses.REMEMBERED
            ? new RememberedValues(settings.rememberedStates(), k, actions, batchSize)
            : null;
    estimates = new float[k][batchSize * actions];
    sort();
  }

  /// Starts with these parameters, one array per place in the ring.
  void start(float[][] thetas) {
    for (int i = 0; i < places.length; i++) {
      System.arraycopy(thetas[i], 0, places[i], 0, places[i].length);
    }
  }

  /// Takes a snapshot of each learner: the newest is added and the oldest dropped.
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
      remembered.forgetSnapshot(place);
    }
  }

  private void sort() {
    for (int i = 0; i < places.length; i++) {
      newestFirst[i] = places[place(i)];
    }
  }

  /// Returns the place in the ring of the `i`th newest snapshot.
  private int place(int i) {
    return ring ? Math.floorMod(newest - i, places.length) : i;
  }

  /// Returns the parameters of the snapshots, newest first. Only the first [#active] of them are used.
  float[][] newestFirst() {
    return newestFirst;
  }

  int active() {
    return active;
  }

  /// Returns the values of the next states of a minibatch, one array for each active snapshot, newest first, in this
  /// object's own arrays, valid until the next call.
  float[][] values(Minibatch minibatch) {
    Batch next = minibatch.nextObservations();
    long[] sequences = minibatch.nextSequences();
    int n = next.size();
    if (remembered != null && remembered.claim(sequences, n)) {
      remembered.complete(evaluator, places, active, next, sequences);
      for (int i = 0; i < active; i++) {
        for (int row = 0; row < n; row++) {
          int at = remembered.at(sequences[row], place(i));
          System.arraycopy(remembered.values(), at, estimates[i], row * actions, actions);
        }
      }
      return estimates;
    }
    if (together) {
      evaluator.evaluate(newestFirst, active, next);
      for (int i = 0; i < active; i++) {
        System.arraycopy(evaluator.values(i), 0, estimates[i], 0, n * actions);
      }
    } else {
      for (int i = 0; i < active; i++) {
        one[0] = newestFirst[i];
        evaluator.evaluate(one, 1, next);
        System.arraycopy(evaluator.values(0), 0, estimates[i], 0, n * actions);
      }
    }
    passes += (long) active * n;
    return estimates;
  }

  /// Returns the values computed by the last call of [#values].
  float[][] estimates() {
    return estimates;
  }

  long passes() {
    return passes + (remembered == null ? 0 : remembered.passes());
  }

  long passesSaved() {
    return remembered == null ? 0 : remembered.passesSaved();
  }

  void save(DataOutput out) throws IOException {
    out.writeInt(newest);
    out.writeInt(active);
    for (float[] place : places) {
      Bulk.write(out, place);
    }
  }

  void restore(DataInput in) throws IOException {
    newest = in.readInt();
    active = in.readInt();
    if (newest < 0 || newest >= places.length || active < 1 || active > places.length) {
      throw new IOException("the window of snapshots is damaged");
    }
    for (int place = 0; place < places.length; place++) {
      Bulk.read(in, places[place]);
      if (remembered != null) {
        remembered.forgetSnapshot(place);
      }
    }
    sort();
  }
}
