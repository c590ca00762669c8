package org.evenkeel.core.replay;

import org.evenkeel.core.data.Observation;
import org.evenkeel.core.env.Protocol;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Step;

/// What a buffer under test keeps, and how its steps are written in tests.
///
/// @param stacks what a lost life means for stacks
record ReplayShape(
    Spec spec,
    int capacity,
    int nStep,
    boolean lifeLossEnds,
    boolean needsNextAction,
    Protocol.Stacks stacks) {
  ReplayShape(Spec spec, int capacity, int nStep, boolean lifeLossEnds, boolean needsNextAction) {
    this(spec, capacity, nStep, lifeLossEnds, needsNextAction, Protocol.Stacks.THROUGH);
  }

  private Memory.Needs needs() {
    Protocol protocol =
        Protocol.plain()
            .lifeLoss(lifeLossEnds ? Protocol.LifeLoss.ENDS : Protocol.LifeLoss.GOES_ON)
            .stacks(stacks);
    return new Memory.Needs(spec, protocol, nStep, 0.99, needsNextAction);
  }

  static FrameReplay replay(ReplayShape shape, Sampling sampling) {
    return new FrameReplay(new Memory.Frames(shape.capacity, sampling), shape.needs());
  }

  /// What a saved buffer says of itself.
  String description(Sampling sampling) {
    return new Memory.Frames(capacity, sampling) + " " + needs();
  }

  static long bytes(ReplayShape shape, Sampling sampling) {
    return new Memory.Frames(shape.capacity, sampling).bytes(shape.needs());
  }

  static void add(
      ReplayBuffer replay,
      int action,
      float reward,
      boolean terminated,
      boolean truncated,
      boolean lifeLost,
      Observation next) {
    replay.add(action, new Step(reward, terminated, truncated, lifeLost), next);
  }
}
