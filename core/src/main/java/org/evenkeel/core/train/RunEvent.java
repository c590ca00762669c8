package org.evenkeel.core.train;

import org.jspecify.annotations.Nullable;

/// What a run tells while it goes on. Nothing in it depends on the clock.
public sealed interface RunEvent {
  /// A line of measurements, every [Training.Schedule#metricsPeriodSteps] and at each evaluation.
  record Measured(Metrics metrics, @Nullable EvaluationResult evaluation) implements RunEvent {}

  /// The last step was taken.
  record Finished(long step) implements RunEvent {}
}
