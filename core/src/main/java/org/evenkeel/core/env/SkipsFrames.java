package org.evenkeel.core.env;

/// An [Environment] in which one step lasts several frames of a game. Published results count frames.
public interface SkipsFrames extends Environment {
  /// Frames per step.
  int framesPerStep();
}
