package org.evenkeel.core.train;

/// The result of an evaluation.
///
/// The value estimate and the discounted return are means over the same states: all visited states whose return
/// is known. In an episode cut short, these are the states close enough to its start that at most 1 % of the
/// discounted weight lies beyond the cut. The difference of the two means is the overestimation. Both are NaN
/// if there is no such state.
///
/// @param episodes the number of episodes played
/// @param meanReturn their mean undiscounted return
/// @param standardDeviation the standard deviation of the returns (divided by n - 1), NaN for one episode
/// @param minReturn the smallest return
/// @param maxReturn the largest return
/// @param meanLength the mean length in steps
/// @param valueEstimate the mean of the largest value of the evaluated estimate
/// @param discountedReturn the mean of the discounted return actually obtained, computed from rewards as learned from
/// @param meanReturnWithin the mean return of the episodes that ended within the steps of an evaluation that counts
///     steps. As in Nature, this excludes the last episode, which the authors include. NaN if there was none, or if
///     episodes are counted
public record EvaluationResult(
    int episodes,
    double meanReturn,
    double standardDeviation,
    double minReturn,
    double maxReturn,
    double meanLength,
    double valueEstimate,
    double discountedReturn,
    double meanReturnWithin) {
  /// Returns the amount by which the value estimate exceeds the return obtained.
  public double overestimation() {
    return valueEstimate - discountedReturn;
  }
}
