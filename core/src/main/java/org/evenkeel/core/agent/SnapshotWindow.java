package org.evenkeel.core.agent;

import java.util.Objects;

/// The window of snapshots from which targets are computed: its initial content and the unit of the target period.
/// `docs/algorithms.md` gives the source of each choice.
///
/// @param start the K estimates before K snapshots have been taken
/// @param clock the unit of the target period
public record SnapshotWindow(Start start, Clock clock) {
  /// The K estimates before K snapshots have been taken.
  public enum Start {
    /// K copies of the initial parameters; the mean is always over K (the authors).
    COPIES,
    /// Only the snapshots taken so far, counting the initial parameters as the first (MushroomRL). It has no effect on
    /// an ensemble, which has all its snapshots from the start, or on a moving average of parameters, which is one
    /// network.
    GROWING,
    /// K networks with different random parameters, a mistake in two other implementations. It has no effect on an
    /// ensemble. A moving average of parameters starts as one such network.
    INDEPENDENT
  }

  /// The unit of the target period.
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

  /// Returns the authors' choices: copies, and steps of the agent.
  public static SnapshotWindow paper() {
    return new SnapshotWindow(Start.COPIES, Clock.STEPS);
  }

  /// Returns a copy with this start.
  public SnapshotWindow start(Start start) {
    return new SnapshotWindow(start, clock);
  }

  /// Returns a copy with this clock.
  public SnapshotWindow clock(Clock clock) {
    return new SnapshotWindow(start, clock);
  }
}
