package org.evenkeel.core.agent;

/// How the values of the K estimates are computed. The numbers are the same bits each way; only time and memory
/// differ.
public enum TargetPasses {
  /// Remembered where that saves a fifth of the passes and fits the memory, otherwise together.
  AUTO,
  /// The value that a snapshot gave to a stored state is kept as long as both are there.
  REMEMBERED,
  /// All K networks on one shared batch.
  TOGETHER,
  /// One network after the other: the plain way, to compare with.
  SEPARATE
}
