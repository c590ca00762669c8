package org.evenkeel.paper.gridworld;

import java.util.Arrays;
import org.evenkeel.core.agent.Algorithm.Estimates;
import org.jspecify.annotations.Nullable;

/// The parameters of a target network that are averaged over snapshots, with the snapshots that this needs. It starts as
/// a copy of the initial network.
final class AveragedNetwork {
  private final Estimates estimates;

  /// The snapshots, newest first; none for a moving average.
  private final float[][] snapshots;

  private final float[] average;

  private AveragedNetwork(Estimates estimates, int snapshots, float[] initial) {
    this.estimates = estimates;
    this.snapshots = new float[snapshots][];
    Arrays.setAll(this.snapshots, i -> initial.clone());
    average = initial.clone();
  }

  /// Returns the network for these estimates; null if they do not average parameters.
  static @Nullable AveragedNetwork of(Estimates estimates, float[] initial) {
    return switch (estimates) {
      case Estimates.Snapshots _, Estimates.Learners _ -> null;
      case Estimates.MovingAverage m -> new AveragedNetwork(m, 0, initial);
      case Estimates.WeightMean w -> new AveragedNetwork(w, w.snapshots(), initial);
    };
  }

  /// Adds a snapshot. Returns the average, in this object's own array.
  float[] add(float[] theta) {
    if (estimates instanceof Estimates.MovingAverage moving) {
      moving.add(theta, average);
      return average;
    }
    float[] oldest = snapshots[snapshots.length - 1];
    System.arraycopy(snapshots, 0, snapshots, 1, snapshots.length - 1);
    System.arraycopy(theta, 0, oldest, 0, theta.length);
    snapshots[0] = oldest;
    Estimates.WeightMean.mean(snapshots, snapshots.length, average);
    return average;
  }
}
