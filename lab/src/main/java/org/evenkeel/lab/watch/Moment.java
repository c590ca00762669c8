package org.evenkeel.lab.watch;

import org.evenkeel.core.data.Observation;
import org.jspecify.annotations.Nullable;

/// One picture of an episode: a state, what the policy thinks of it and what it does there.
///
/// The last moment of an episode is the state it ended in: nothing is done there, and no values are asked.
///
/// @param episode which one, from 1
/// @param step how many steps the episode had before
/// @param frame what the environment showed, the newest frame alone where several are stacked
/// @param screen what the environment shows to people; null if that is no more than the frame
/// @param choice what is done
/// @param reward what the step before brought
/// @param total the sum of the rewards so far
/// @param end whether and how the episode is over
public record Moment(
    int episode,
    int step,
    Observation frame,
    @Nullable Screenshot screen,
    Choice choice,
    double reward,
    double total,
    End end) {

  /// What is done, and why.
  ///
  /// @param action which action, -1 where the episode is over
  /// @param random whether chance chose it, not the policy
  /// @param values the combined value of each action; empty without a policy and where the episode is over
  /// @param each the same of each parameter set alone, the newest first; empty as `values`
  @SuppressWarnings("ArrayRecordComponent") // read only, and never compared
  public record Choice(int action, boolean random, float[] values, float[][] each) {
    static final Choice NONE = new Choice(-1, false, new float[0], new float[0][]);
  }

  /// How an episode is over.
  public enum End {
    /// It goes on.
    NONE("goes on"),
    /// The game ended it.
    TERMINATED("terminated"),
    /// Its limit of steps ended it.
    TRUNCATED("truncated"),
    /// It was not played to its end.
    CUT("cut");

    private final String word;

    End(String word) {
      this.word = word;
    }

    /// In a word.
    public String word() {
      return word;
    }
  }

  /// The colours of its picture.
  Palette palette() {
    return screen == null ? Palette.PLAIN : screen.palette();
  }

  /// Whether it is the last of its episode.
  public boolean last() {
    return end != End.NONE;
  }
}
