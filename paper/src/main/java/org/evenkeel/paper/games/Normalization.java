package org.evenkeel.paper.games;

/// Two published scores of a game that make scores of different games comparable.
///
/// @param zero the score that becomes 0
/// @param one the score that becomes 1
public record Normalization(double zero, double one) {
  /// Returns a score on the scale from `zero` to `one`.
  public double of(double score) {
    return (score - zero) / (one - zero);
  }
}
