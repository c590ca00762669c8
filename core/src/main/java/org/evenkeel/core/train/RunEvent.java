package org.evenkeel.core.train;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// What a run tells its listeners ([Trainer#on]). Nothing in it depends on the clock.
///
/// Events are delivered between two steps, on the trainer's thread: a listener may write a checkpoint or stop the
/// run. Those of one step come in this order: [LearningStarted], [SnapshotTaken], [EpisodeEnded], [Measured],
/// [Evaluated], [Finished]. A checkpoint does not hold events: a run that is resumed from one that was written in the
/// middle does not repeat the rest, except that what was not yet measured is. [Evaluating] comes while an evaluation is being played; a checkpoint written then repeats the evaluation
/// when it is resumed.
public sealed interface RunEvent {
  /// The agent's steps so far.
  long step();

  /// An episode of training ended.
  ///
  /// @param episode its number, from 1 on
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

  /// Progress of an evaluation; none where it is over at once.
  ///
  /// @param share the part of it that is done, 0 to 1
  record Evaluating(long step, double share) implements RunEvent {}

  /// An evaluation was played.
  record Evaluated(long step, EvaluationResult result) implements RunEvent {}

  /// A line of measurements, every [Schedule#metricsPeriodSteps] and at each evaluation.
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
  /// @param folder where
  record CheckpointWritten(long step, Path folder) implements RunEvent {}

  /// The last step was taken and measured.
  record Finished(long step) implements RunEvent {}

  /// [Trainer#run] returns because of [Trainer#stop].
  record Stopped(long step) implements RunEvent {}

  /// A number of the learning is not finite any more; [Trainer#run] throws a [DivergedException].
  ///
  /// @param what what is not finite
  record Diverged(long step, String what) implements RunEvent {}
}
