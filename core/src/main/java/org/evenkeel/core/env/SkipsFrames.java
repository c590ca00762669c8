package org.evenkeel.core.env;

/// An [Environment] in which one step spans several frames of a game. Published results count frames.
public interface SkipsFrames extends Environment {
  /// Returns the number of frames per step.
  int framesPerStep();
}
