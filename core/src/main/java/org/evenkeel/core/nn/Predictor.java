package org.evenkeel.core.nn;

import org.evenkeel.core.data.Batch;
import org.evenkeel.core.internal.Checks;
import org.evenkeel.core.internal.Pool;

/// The values of one observation, for acting and serving: many threads may ask at once.
///
/// Each call borrows a little workspace and gives it back; up to 64 are kept. One is made only when a call
/// finds none free, so a program with up to 64 threads soon allocates nothing.
public final class Predictor {
  private final Network network;
  private final Pool<Desk> desks;

  /// A predictor for up to `maxSets` parameter sets at a time.
  public Predictor(Network network, int maxSets) {
    Checks.atLeast("maxSets", 1, maxSets);
    this.network = network;
    this.desks = new Pool<>(() -> new Desk(network, maxSets));
  }

  /// What one thread needs for one prediction. The workers have no threads of their own.
  private static final class Desk {
    final Batch batch;
    final ForwardPass pass;
    final float[][] one = new float[1][];

    Desk(Network network, int maxSets) {
      batch = new Batch(network.input(), 1).resize(1);
      pass = new ForwardPass(network, 1, maxSets, Workers.of(1));
    }
  }

  /// Writes the values of a vector observation under parameters `theta` to `q`.
  public void predict(float[] theta, float[] observation, float[] q) {
    Checks.lengthAtLeast("q", network.outputs(), q.length);
    Desk desk = desks.take();
    try {
      Checks.length("observation", network.input().size(), observation.length);
      desk.batch.setVector(0, observation, 0);
      one(desk, theta, q);
    } finally {
      desks.give(desk);
    }
  }

  /// Writes the values of a one-hot observation under parameters `theta` to `q`.
  public void predict(float[] theta, int state, float[] q) {
    Checks.lengthAtLeast("q", network.outputs(), q.length);
    Desk desk = desks.take();
    try {
      desk.batch.setIndex(0, state);
      one(desk, theta, q);
    } finally {
      desks.give(desk);
    }
  }

  /// Writes the values of bit planes under parameters `theta` to `q`.
  public void predict(float[] theta, long[] words, float[] q) {
    Checks.lengthAtLeast("q", network.outputs(), q.length);
    Desk desk = desks.take();
    try {
      desk.batch.setBits(0, words, 0);
      one(desk, theta, q);
    } finally {
      desks.give(desk);
    }
  }

  /// Writes the values of byte frames under parameters `theta` to `q`.
  public void predict(float[] theta, byte[] frames, float[] q) {
    Checks.lengthAtLeast("q", network.outputs(), q.length);
    Desk desk = desks.take();
    try {
      desk.batch.setBytes(0, frames, 0);
      one(desk, theta, q);
    } finally {
      desks.give(desk);
    }
  }

  private void one(Desk desk, float[] theta, float[] q) {
    desk.one[0] = theta;
    desk.pass.run(desk.one, 1, desk.batch, null, null);
    System.arraycopy(desk.pass.outputs(0), 0, q, 0, network.outputs());
  }

  /// Writes the values of the first (and only) observation of a batch under each of `sets` parameter
  /// sets to `q`, `[set][action]`.
  public void predict(float[][] thetas, int sets, Batch observation, float[] q) {
    Checks.lengthAtLeast("q", (long) sets * network.outputs(), q.length);
    if (observation.size() != 1) {
      throw new IllegalArgumentException(
          "predict takes one observation, was given " + observation.size());
    }
    Desk desk = desks.take();
    try {
      desk.pass.run(thetas, sets, observation, null, null);
      for (int set = 0; set < sets; set++) {
        System.arraycopy(desk.pass.outputs(set), 0, q, set * network.outputs(), network.outputs());
      }
    } finally {
      desks.give(desk);
    }
  }
}
