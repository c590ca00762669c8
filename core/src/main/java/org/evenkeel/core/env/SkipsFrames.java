package org.evenkeel.core.env;

/// An [Environment] whose steps are several frames of a game long: published results count frames.
public interface SkipsFrames {
  /// How many frames a step takes.
  int framesPerStep();
}
