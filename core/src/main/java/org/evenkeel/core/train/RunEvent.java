package org.evenkeel.core.train;

import org.jspecify.annotations.Nullable;

/// What a run tells while it goes on. Nothing in it depends on the clock.
public sealed interface RunEvent {
  /// A line of measurements, every [Training.Schedule#metricsPeriodSteps] and at each evaluation.
  record Measured(Metrics metrics, @Nullable EvaluationResult evaluation) implements RunEvent {}

  /// How far an evaluation is; nothing where it is over at once.
  ///
  /// @param step the agent's steps so far
  /// @param share what is done of it, 0 to 1
  record Evaluating(long step, double share) implements RunEvent {}

  /// The last step was taken and measured.
  record Finished(long step) implements RunEvent {}
}
