package org.evenkeel.core.train;

import org.evenkeel.core.internal.Checks;

/// The plan of a run's evaluations: their period, length and reported states.
///
/// @param periodSteps steps from one evaluation to the next; there is also one at the end. 0 for never
/// @param episodes the number of episodes to play, unless `steps` is set
/// @param epsilon the probability of a random action during evaluation
/// @param heldOutStates the number of states set aside when learning starts, whose values are reported
/// @param steps complete episodes are played until this many steps have been taken (the paper: 500,000 frames, which
///     are 125,000 steps); 0 to count episodes instead
/// @param freshStates the number of states newly drawn at each evaluation, whose values are reported too (the authors:
///     1,000); 0 for none
public record EvaluationPlan(
    int periodSteps, int episodes, double epsilon, int heldOutStates, int steps, int freshStates) {
  public EvaluationPlan {
    Checks.atLeast("periodSteps", 0, periodSteps);
    Checks.atLeast("episodes", 1, episodes);
    Checks.atMost("episodes", 1_000_000, episodes);
    Checks.probability("epsilon", epsilon);
    Checks.atLeast("heldOutStates", 1, heldOutStates);
    Checks.atMost("heldOutStates", 100_000, heldOutStates);
    Checks.atLeast("steps", 0, steps);
    Checks.atMost("steps", 1_000_000_000, steps);
    Checks.atLeast("freshStates", 0, freshStates);
    Checks.atMost("freshStates", 100_000, freshStates);
  }

  /// Creates a plan that counts episodes, without fresh states.
  public EvaluationPlan(int periodSteps, int episodes, double epsilon, int heldOutStates) {
    this(periodSteps, episodes, epsilon, heldOutStates, 0, 0);
  }

  /// Returns a copy with this period between evaluations; 0 for never.
  public EvaluationPlan periodSteps(int periodSteps) {
    return new EvaluationPlan(periodSteps, episodes, epsilon, heldOutStates, steps, freshStates);
  }

  /// Returns a copy with this number of episodes.
  public EvaluationPlan episodes(int episodes) {
    return new EvaluationPlan(periodSteps, episodes, epsilon, heldOutStates, steps, freshStates);
  }

  /// Returns a copy with this probability of a random action.
  public EvaluationPlan epsilon(double epsilon) {
    return new EvaluationPlan(periodSteps, episodes, epsilon, heldOutStates, steps, freshStates);
  }

  /// Returns a copy with this number of held-out states.
  public EvaluationPlan heldOutStates(int heldOutStates) {
    return new EvaluationPlan(periodSteps, episodes, epsilon, heldOutStates, steps, freshStates);
  }

  /// Returns a copy that counts steps; 0 to count episodes.
  public EvaluationPlan steps(int steps) {
    return new EvaluationPlan(periodSteps, episodes, epsilon, heldOutStates, steps, freshStates);
  }

  /// Returns a copy with this number of fresh states.
  public EvaluationPlan freshStates(int freshStates) {
    return new EvaluationPlan(periodSteps, episodes, epsilon, heldOutStates, steps, freshStates);
  }
}
