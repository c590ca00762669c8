package org.evenkeel.lab.watch;

import org.evenkeel.core.data.Observation;
import org.jspecify.annotations.Nullable;

/// One frame of an episode: a state, the policy's values for it, and the action taken there.
///
/// The last moment of an episode is its final state: no action is taken there, and there are no values.
///
/// @param episode the number of the episode, from 1
/// @param step the number of earlier steps in the episode
/// @param frame the observation; only the newest frame if several are stacked
/// @param screen the picture that the environment shows to people; null if it shows no more than the frame
/// @param choice the action taken
/// @param reward the reward of the previous step
/// @param total the sum of the rewards so far
/// @param end whether and how the episode has ended
public record Moment(
    int episode,
    int step,
    Observation frame,
    @Nullable Screenshot screen,
    Choice choice,
    double reward,
    double total,
    End end) {

  /// The action taken, and the values on which it is based.
  ///
  /// @param action the action, -1 if the episode has ended
  /// @param random whether it was chosen at random and not by the policy
  /// @param values the combined value of each action; empty without a policy and if the episode has ended
  /// @param each the values of each parameter set, the newest first; empty if `values` is
  @SuppressWarnings("ArrayRecordComponent") // read-only and never compared
  public record Choice(int action, boolean random, float[] values, float[][] each) {
    static final Choice NONE = new Choice(-1, false, new float[0], new float[0][]);
  }

  /// The way in which an episode has ended.
  public enum End {
    /// The episode has not ended.
    NONE("continues"),
    /// The game ended the episode.
    TERMINATED("terminated"),
    /// The episode reached its step limit.
    TRUNCATED("truncated"),
    /// The episode was not played to its end.
    CUT("cut");

    private final String word;

    End(String word) {
      this.word = word;
    }

    /// Returns a word for readers.
    public String word() {
      return word;
    }
  }

  /// Returns the colours of its image.
  Palette palette() {
    return screen == null ? Palette.PLAIN : screen.palette();
  }

  /// Returns whether it is the last of its episode.
  public boolean last() {
    return end != End.NONE;
  }
}
