package org.evenkeel.core.env;

import org.evenkeel.core.data.Observation;

/// An [Environment] with frames from before the start of an episode, such as those that the no-op start of an Atari
/// game produces. With [Spec.StackStart#LEAD_IN] they fill the first stacks.
public interface HasLeadIn extends Environment {
  /// Writes one complete frame from before the first frame of the episode. Called between reset and the first step.
  ///
  /// @param back the number of frames before the first: 1 to the stack size - 1
  /// @param frame the observation to write to
  void leadIn(int back, Observation frame);
}
