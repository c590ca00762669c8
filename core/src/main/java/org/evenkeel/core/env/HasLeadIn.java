package org.evenkeel.core.env;

import org.evenkeel.core.data.Observation;

/// An [Environment] that has seen frames before the first one it shows of an episode, as Atari games have while
/// nothing was pressed: with [Spec.StackStart#LEAD_IN] they stand in the first stacks.
public interface HasLeadIn {
  /// Writes a frame from before the episode's first one, all of it. Asked between reset and the first step.
  ///
  /// @param back how long before: 1 for the frame just before the first, up to the stack's size - 1
  /// @param frame where to write
  void leadIn(int back, Observation frame);
}
