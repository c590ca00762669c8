package org.evenkeel.core.train;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// An event of a run, reported to its listeners ([Trainer#on]). Its content does not depend on the clock.
///
/// Events are delivered between steps, on the trainer's thread: a listener may write a checkpoint or stop the run.
/// Events of the same step come in this order: [LearningStarted], [SnapshotTaken], [EpisodeEnded], [Measured],
/// [Evaluated], [Finished]. A checkpoint does not contain events. If one is written while events of a step are
/// being delivered, a run resumed from it does not repeat the remaining ones, but it does take a measurement that
/// was still pending. [Evaluating] is delivered during an evaluation; if a checkpoint is written then, the
/// evaluation is repeated on resume.
public sealed interface RunEvent {
  /// Returns the agent's steps so far.
  long step();

  /// A training episode ended.
  ///
  /// @param episode its number, starting at 1
  /// @param totalReward its undiscounted return
  /// @param length its length in steps
  record EpisodeEnded(long step, long episode, double totalReward, int length)
      implements RunEvent {}

  /// The first update was made.
  record LearningStarted(long step) implements RunEvent {}

  /// A snapshot was taken.
  ///
  /// @param updates updates made so far
  record SnapshotTaken(long step, long updates) implements RunEvent {}

  /// Progress of an evaluation; not reported if the evaluation ends immediately.
  ///
  /// @param share the fraction completed, 0 to 1
  record Evaluating(long step, double share) implements RunEvent {}

  /// An evaluation was played.
  record Evaluated(long step, EvaluationResult result) implements RunEvent {}

  /// A line of measurements, taken every [Schedule#metricsPeriodSteps] and at each evaluation.
  ///
  /// @param evaluation the evaluation at this step, null if there was none
  record Measured(Metrics metrics, @Nullable EvaluationResult evaluation) implements RunEvent {
    @Override
    public long step() {
      return metrics.step();
    }
  }

  /// A checkpoint was written.
  ///
  /// @param folder the folder it was written to
  record CheckpointWritten(long step, Path folder) implements RunEvent {}

  /// The last step was taken and measured.
  record Finished(long step) implements RunEvent {}

  /// [Trainer#run] returns because of [Trainer#stop].
  record Stopped(long step) implements RunEvent {}

  /// A number in learning is no longer finite; [Trainer#run] throws a [DivergedException].
  ///
  /// @param what the number that is not finite
  record Diverged(long step, String what) implements RunEvent {}
}
