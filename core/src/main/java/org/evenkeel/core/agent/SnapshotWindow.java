package org.evenkeel.core.agent;

import java.util.Objects;

/// The window of snapshots that targets are computed from: how it starts, and what the target period counts.
/// `docs/algorithms.md` gives the source of each choice.
///
/// @param start what the K estimates are before K snapshots have been taken
/// @param clock what the target period counts
public record SnapshotWindow(Start start, Clock clock) {
  /// What the K estimates are before K snapshots have been taken.
  public enum Start {
    /// K copies of the initial parameters; the mean is always over K (the authors).
    COPIES,
    /// Only the snapshots taken so far, counting the initial parameters as the first (MushroomRL). It has no effect on
    /// an ensemble, which has all its snapshots from the start.
    GROWING,
    /// K networks with different random parameters (a mistake seen twice). No effect on an ensemble.
    INDEPENDENT
  }

  /// What the target period counts.
  public enum Clock {
    /// Steps of the agent, as in the authors' "10,000".
    STEPS,
    /// Updates of the parameters.
    UPDATES
  }

  public SnapshotWindow {
    Objects.requireNonNull(start, "start");
    Objects.requireNonNull(clock, "clock");
  }

  /// The authors' choices: copies, and steps of the agent.
  public static SnapshotWindow paper() {
    return new SnapshotWindow(Start.COPIES, Clock.STEPS);
  }

  /// A copy with this start.
  public SnapshotWindow start(Start start) {
    return new SnapshotWindow(start, clock);
  }

  /// A copy with this clock.
  public SnapshotWindow clock(Clock clock) {
    return new SnapshotWindow(start, clock);
  }
}
