package org.evenkeel.core.train;

/// The result of an evaluation.
///
/// The value estimate and the discounted return are means over the same states: all that were visited and whose
/// return is known. In an episode cut short, these are the states close enough to its start that at most 1 % of the
/// discounted weight lies beyond the cut. Their difference is the overestimation; both are NaN if there is no such
/// state.
///
/// @param episodes episodes played
/// @param meanReturn their mean undiscounted return
/// @param standardDeviation its standard deviation over the episodes (divided by n - 1), NaN for one
/// @param minReturn the smallest
/// @param maxReturn the largest
/// @param meanLength mean length in steps
/// @param valueEstimate mean of the largest value of the evaluated estimate
/// @param discountedReturn mean of the discounted return actually obtained, of rewards as learned from
/// @param meanReturnWithin in an evaluation by steps, the mean return of the episodes that ended within them, as Nature
///     counts: without the last one, which the authors count too; NaN if there was none, or by episodes
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
  /// How much the estimate exceeds what was obtained.
  public double overestimation() {
    return valueEstimate - discountedReturn;
  }
}
