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

/// The frozen networks that targets are computed from, and their values on a minibatch of next states. The networks are
/// snapshots (the last K of one learner, or the newest of each of K learners), or one network with averaged parameters.
///
/// Snapshots of one learner are kept in a ring: a new one replaces the oldest, so that the cached values of the others
/// stay valid. Combinations use the order of [#newestFirst]. A network with averaged parameters changes with every
/// snapshot, and its cached values are then discarded. A moving average is kept in place of a snapshot; for a mean of
/// parameters the ring is kept, and the mean is computed from it.
///
/// Values can be cached ([RememberedValues]), computed together on one batch, or network by network,
/// with bit-identical results.
final class TargetNetworks {
  private final Algorithm.Estimates kind;
  private final boolean growing;
  private final int actions;

  /// The parameter sets that are kept, and the same arrays from the newest to the oldest.
  private final float[][] places;

  private final float[][] newestFirst;

  /// The networks that targets use: [#places] and [#newestFirst], or the mean of the parameters alone.
  private final float[][] networks;

  private final float[][] networksNewestFirst;
  private final float[][] estimates;
  private final Evaluator evaluator;
  private final @Nullable RememberedValues remembered;
  private final boolean together;
  private final float[][] one = new float[1][];
  private int newest;

  /// The number of places that are in use.
  private int used;

  private long passes;

  TargetNetworks(LearnerSettings settings, Workers workers) {
    Network network = settings.network();
    int k = settings.algorithm().k();
    int batchSize = settings.batchSize();
    TargetPasses how = settings.decidedPasses();
    kind = settings.algorithm().estimates();
    growing =
        !(kind instanceof Algorithm.Estimates.Learners)
            && settings.window().start() == SnapshotWindow.Start.GROWING;
    actions = network.outputs();
    places = new float[kind.snapshots()][network.parameterCount()];
    newestFirst = new float[places.length][];
    boolean mean = kind instanceof Algorithm.Estimates.WeightMean;
    networks = mean ? new float[1][network.parameterCount()] : places;
    networksNewestFirst = mean ? networks : newestFirst;
    used = growing ? 1 : places.length;
    together = how != TargetPasses.SEPARATE;
    evaluator = new Evaluator(network, batchSize, together ? k : 1, workers);
    remembered =
        how == TargetPasses.REMEMBERED
            ? new RememberedValues(settings.rememberedStates(), k, actions, batchSize)
            : null;
    estimates = new float[k][batchSize * actions];
    sort();
  }

  /// Starts with these parameters, one array per place.
  void start(float[][] thetas) {
    for (int i = 0; i < places.length; i++) {
      System.arraycopy(thetas[i], 0, places[i], 0, places[i].length);
    }
    average();
  }

  /// Takes a snapshot of each learner.
  void push(float[][] learners) {
    switch (kind) {
      case Algorithm.Estimates.Snapshots _ -> forget(pushToRing(learners[0]));
      case Algorithm.Estimates.Learners _ -> {
        for (int k = 0; k < places.length; k++) {
          put(learners[k], k);
          forget(k);
        }
      }
      case Algorithm.Estimates.MovingAverage average -> {
        average.add(learners[0], places[0]);
        forget(0);
      }
      case Algorithm.Estimates.WeightMean _ -> {
        pushToRing(learners[0]);
        average();
        forget(0);
      }
    }
  }

  /// Adds a snapshot to the ring and drops the oldest. Returns its place.
  private int pushToRing(float[] theta) {
    newest = (newest + 1) % places.length;
    used = Math.min(places.length, growing ? used + 1 : used);
    put(theta, newest);
    sort();
    return newest;
  }

  private void put(float[] theta, int place) {
    System.arraycopy(theta, 0, places[place], 0, theta.length);
  }

  /// Discards the cached values of a network that has changed.
  private void forget(int network) {
    if (remembered != null) {
      remembered.forgetSnapshot(network);
    }
  }

  private void sort() {
    for (int i = 0; i < places.length; i++) {
      newestFirst[i] = places[place(i)];
    }
  }

  private void average() {
    if (kind instanceof Algorithm.Estimates.WeightMean) {
      Algorithm.Estimates.WeightMean.mean(newestFirst, used, networks[0]);
    }
  }

  /// Returns the place of the `i`th newest snapshot. The snapshots of several learners are equally new.
  private int place(int i) {
    return kind instanceof Algorithm.Estimates.Learners
        ? i
        : Math.floorMod(newest - i, places.length);
  }

  /// Returns the index in [#networks] of the `i`th newest network.
  private int network(int i) {
    return networks.length == places.length ? place(i) : 0;
  }

  /// Returns the parameters of the networks that targets use, newest first. Only the first [#active] of them are used.
  float[][] newestFirst() {
    return networksNewestFirst;
  }

  int active() {
    return Math.min(used, networks.length);
  }

  /// Returns the values of the next states of a minibatch, one array for each active network, newest first, in this
  /// object's own arrays, valid until the next call.
  float[][] values(Minibatch minibatch) {
    Batch next = minibatch.nextObservations();
    long[] sequences = minibatch.nextSequences();
    int n = next.size();
    int active = active();
    if (remembered != null && remembered.claim(sequences, n)) {
      remembered.complete(evaluator, networks, active, next, sequences);
      for (int i = 0; i < active; i++) {
        for (int row = 0; row < n; row++) {
          int at = remembered.at(sequences[row], network(i));
          System.arraycopy(remembered.values(), at, estimates[i], row * actions, actions);
        }
      }
      return estimates;
    }
    if (together) {
      evaluator.evaluate(networksNewestFirst, active, next);
      for (int i = 0; i < active; i++) {
        System.arraycopy(evaluator.values(i), 0, estimates[i], 0, n * actions);
      }
    } else {
      for (int i = 0; i < active; i++) {
        one[0] = networksNewestFirst[i];
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
    out.writeInt(used);
    for (float[] place : places) {
      Bulk.write(out, place);
    }
  }

  void restore(DataInput in) throws IOException {
    newest = in.readInt();
    used = in.readInt();
    if (newest < 0 || newest >= places.length || used < 1 || used > places.length) {
      throw new IOException("the window of snapshots is damaged");
    }
    for (float[] place : places) {
      Bulk.read(in, place);
    }
    sort();
    average();
    for (int network = 0; network < networks.length; network++) {
      forget(network);
    }
  }
}
