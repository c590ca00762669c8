package org.evenkeel.core.env;

import org.evenkeel.core.data.Observation;

/// An [Environment] with frames from before the first one of an episode, as Atari games have from their no-op start.
/// With [Spec.StackStart#LEAD_IN] they fill the first stacks.
public interface HasLeadIn extends Environment {
  /// Writes a frame from before the first one of the episode, all of it. Called between reset and the first step.
  ///
  /// @param back how many frames before the first: 1 to the size of the stack - 1
  /// @param frame where to write
  void leadIn(int back, Observation frame);
}
