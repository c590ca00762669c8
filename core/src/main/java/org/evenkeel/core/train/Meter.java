package org.evenkeel.core.train;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.evenkeel.core.agent.Learner;

/// Accumulates statistics between two lines of measurements.
final class Meter {
  private long episodes;
  private long newEpisodes;
  private double returns;
  private double lengths;
  private long newUpdates;
  private double losses;
  private double tdErrors;
  private double gradientNorms;

  /// Returns the number of episodes that have ended.
  long episodes() {
    return episodes;
  }

  void episodeEnded(double totalReward, int length) {
    episodes++;
    newEpisodes++;
    returns += totalReward;
    lengths += length;
  }

  void updated(Learner learner) {
    newUpdates++;
    losses += learner.loss();
    tdErrors += learner.tdError();
    gradientNorms += learner.gradientNorm();
  }

  /// Values of states from three sources.
  ///
  /// @param heldOut under the evaluated estimate, on the held-out states
  /// @param freshOnline under the online network, on newly drawn states
  /// @param heldOutTarget under the newest snapshot, on the successors of the held-out states
  record Values(double heldOut, double freshOnline, double heldOutTarget) {}

  /// Returns the line of measurements, and starts new sums.
  Metrics read(long step, double epsilon, Values values, long updates) {
    double e = (double) newEpisodes;
    double u = (double) newUpdates;
    Metrics metrics =
        new Metrics(
            step,
            updates,
            episodes,
            returns / e,
            lengths / e,
            epsilon,
            losses / u,
            tdErrors / u,
            gradientNorms / u,
            values.heldOut(),
            values.freshOnline(),
            values.heldOutTarget());
    newEpisodes = 0;
    returns = 0;
    lengths = 0;
    newUpdates = 0;
    losses = 0;
    tdErrors = 0;
    gradientNorms = 0;
    return metrics;
  }

  void save(DataOutput out) throws IOException {
    out.writeLong(episodes);
    out.writeLong(newEpisodes);
    out.writeDouble(returns);
    out.writeDouble(lengths);
    out.writeLong(newUpdates);
    out.writeDouble(losses);
    out.writeDouble(tdErrors);
    out.writeDouble(gradientNorms);
  }

  void restore(DataInput in) throws IOException {
    episodes = in.readLong();
    newEpisodes = in.readLong();
    returns = in.readDouble();
    lengths = in.readDouble();
    newUpdates = in.readLong();
    losses = in.readDouble();
    tdErrors = in.readDouble();
    gradientNorms = in.readDouble();
  }
}
