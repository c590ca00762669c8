package org.evenkeel.core.agent;

/// The way in which the values of the K estimates are computed. The results are bit-identical; only time and memory
/// differ.
public enum TargetPasses {
  /// [#REMEMBERED] if that saves a fifth of the passes and fits in memory, otherwise [#TOGETHER].
  AUTO,
  /// The value of a stored state under a snapshot is cached as long as both exist.
  REMEMBERED,
  /// All K networks on one shared batch.
  TOGETHER,
  /// One network after another: the simplest way, for comparison.
  SEPARATE
}
