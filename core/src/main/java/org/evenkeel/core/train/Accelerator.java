package org.evenkeel.core.train;

import org.jspecify.annotations.Nullable;

/// Hardware that computes the steps of many runs together, such as a GPU. The results are bit-identical to those of the
/// processor, so an accelerator is part of an [Execution], not of a run's identity.
///
/// A trainer begins on the processor. When its held-out states have been chosen, which is usually at its first update,
/// it hands its state over and asks the accelerator to advance. The state comes back when a checkpoint is written or
/// the policy is read.
public interface Accelerator {
  /// Returns the name of the hardware, such as `NVIDIA H200`.
  String name();

  /// Returns the setting for which this accelerator cannot compute a run, in a clause such as "batchSize must be at most
  /// 32, was 64"; empty if it can.
  String refusal(RunOutline run);

  /// Returns the number of runs like this one that fit into its free memory.
  ///
  /// @param run a run that is not refused
  int fits(RunOutline run);

  /// Reserves a place for a run that is not refused.
  Seat join(AcceleratedRun run);

  /// The place of one run. Used by one thread at a time. Each method may wait until the accelerator has time, and until
  /// other runs have arrived that it computes together with this one.
  interface Seat extends AutoCloseable {
    /// Called when the trainer begins to work, and when it pauses. Other runs do not wait for one that pauses.
    void working(boolean working);

    /// Takes over the state of the run, from the processor.
    void load();

    /// Takes steps until a step has been taken, or until a number is no longer finite.
    ///
    /// @param untilStep the last step to take
    /// @param measuredStep the next step at which the run is measured
    Reached advance(long untilStep, long measuredStep);

    /// Returns the statistics since the last call, and the values of the held-out states.
    ///
    /// @param successors whether to value the successors of these states too
    Measurement measure(boolean successors);

    /// Starts an evaluation of the policy, whose episodes have the seeds of this stream.
    ///
    /// @param streamState the state of the stream, as [org.evenkeel.core.data.RandomStream#save] writes it
    /// @param longest the steps after which an episode is cut off
    /// @return whether the parameters are finite; otherwise there is no policy, and no evaluation
    boolean startEvaluation(byte[] streamState, int longest);

    /// Plays some steps of the evaluation. Returns three numbers for each: the value of the state before it, its
    /// reward, and 1 if it terminated the episode, else 0.
    float[] play();

    /// Copies the state back to the run, so that the processor can save it or continue.
    void store();

    @Override
    void close();
  }

  /// The point that a run has reached.
  ///
  /// @param step the last step taken
  /// @param notFinite the number that is not finite, found in this step; null if all are
  record Reached(long step, @Nullable String notFinite) {}

  /// Statistics of a run.
  ///
  /// @param meter the statistics since the last line, as a checkpoint stores them
  /// @param updates the number of updates so far
  /// @param heldOut the largest value of each held-out state
  /// @param successors the largest value of each of their successors; empty if not requested
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Measurement(byte[] meter, long updates, float[] heldOut, float[] successors) {}
}
