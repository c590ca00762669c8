package org.evenkeel.atari;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.internal.Checks;
import org.evenkeel.envs.FamilyOption;
import org.evenkeel.envs.OptionValues;

/// The options for playing and observing a game. As text: `pool=max,resize=area,noops=1-30`. Options that are not named
/// have the values used by the authors of Averaged-DQN.
///
/// @param actions the actions that the agent chooses from
/// @param sticky the probability, for each frame, that the action of the previous frame is executed instead
/// @param skip the number of frames in a step, for which an action is held
/// @param pool the combination of the last two frames of a step
/// @param resize the method by which the screen is scaled to 84 x 84 pixels
/// @param noops the number of no-op frames at the start of an episode
/// @param limit the number of frames, not counting no-ops, after which an episode is truncated; 0 for no limit
/// @param repeat whether a lost life ends a repeated action
/// @param start the replacement for the frames before the first one of an episode
/// @param mode the variant of the game, or [#OWN]
/// @param difficulty the position of the console's switches, or [#OWN]
public record AtariOptions(
    Actions actions,
    double sticky,
    int skip,
    Pool pool,
    Resize resize,
    Noops noops,
    int limit,
    Repeat repeat,
    Spec.StackStart start,
    int mode,
    int difficulty) {
  /// The actions that the agent chooses from.
  public enum Actions {
    /// The actions that have an effect in the game.
    MINIMAL,
    /// All 18 actions.
    FULL
  }

  /// The combination of the last two frames of a step. It matters because many games draw an object only in every
  /// second frame.
  public enum Pool {
    /// The brighter of the two pixels at each position.
    MAX,
    /// The emulator's colour averaging, which imitates the afterglow of a television tube.
    AVERAGE,
    /// Only the last frame.
    LAST
  }

  /// The method by which the screen is scaled to 84 x 84 pixels.
  public enum Resize {
    /// OpenCV's `INTER_AREA`, which Gymnasium and Dopamine use.
    AREA,
    /// OpenCV's `INTER_LINEAR`, which the authors of Averaged-DQN used.
    LINEAR,
    /// The method of the Nature paper's Lua code: pooling in colour, then the luminance, then a box average, truncated.
    TORCH
  }

  /// The effect of a lost life on a repeated action.
  public enum Repeat {
    /// All frames of the step are played.
    WHOLE,
    /// The step ends with the frame in which the life was lost, as in DeepMind's alewrap.
    LIFE
  }

  /// The range of the number of no-op frames, which is drawn for each episode. Both ends are included.
  ///
  /// @param least the smallest number
  /// @param most the largest number
  public record Noops(int least, int most) {
    public Noops {
      Checks.atLeast("noops", 0, least);
      Checks.atMost("noops", LONGEST_START, most);
      if (most < least) {
        throw new IllegalArgumentException(
            "noops must be a range from low to high, was %d-%d".formatted(least, most));
      }
    }

    static Noops parse(String text) {
      int dash = text.indexOf('-');
      return dash < 0
          ? new Noops(frames(text), frames(text))
          : new Noops(frames(text.substring(0, dash)), frames(text.substring(dash + 1)));
    }

    private static int frames(String text) {
      try {
        return Integer.parseInt(text);
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(
            "noops must be a whole number or a range like 1-30, was '" + text + "'", e);
      }
    }

    @Override
    public String toString() {
      return least == most ? Integer.toString(least) : least + "-" + most;
    }
  }

  /// The value of mode and difficulty for the game's own default, which is 0 in most games.
  public static final int OWN = -1;

  private static final String OWN_WORD = "default";

  /// The largest number of no-op frames: half a minute, after which the opening of every game is over.
  private static final int LONGEST_START = 1800;

  /// The largest number of frames in a step: one second.
  private static final int LONGEST_SKIP = 60;

  /// The descriptions of all options, with the values of the authors of Averaged-DQN as defaults.
  static final List<FamilyOption> ALL =
      List.of(
          new FamilyOption(
              "actions",
              "minimal",
              "minimal, full",
              "The actions that have an effect in the game, or all 18."),
          new FamilyOption(
              "sticky",
              "0",
              "0 to 1",
              "Probability, for each frame, that the action of the previous frame is executed instead."),
          new FamilyOption("skip", "4", "1 to 60", "Frames per step, for which an action is held."),
          new FamilyOption(
              "pool",
              "average",
              "max, average, last",
              "How the last two frames of a step are combined."),
          new FamilyOption(
              "resize",
              "linear",
              "area, linear, torch",
              "How the screen is scaled to 84 x 84 pixels."),
          new FamilyOption(
              "noops",
              "4-29",
              "N or A-B, up to 1800",
              "No-op frames at the start of an episode, drawn from the range."),
          new FamilyOption(
              "limit",
              "72000",
              "N, 0 for none",
              "Frames after which an episode is truncated, a multiple of skip."),
          new FamilyOption(
              "repeat",
              "whole",
              "whole, life",
              "Whether a lost life ends the step (life) or all its frames are played (whole)."),
          new FamilyOption(
              "start",
              "lead-in",
              "zeros, repeat, lead-in",
              "Replacement for the frames before the first one of an episode."),
          new FamilyOption("mode", OWN_WORD, "default, or a number", "The variant of the game."),
          new FamilyOption(
              "difficulty", OWN_WORD, "default, or a number", "The console's difficulty switch."));

  public AtariOptions {
    Checks.probability("sticky", sticky);
    Checks.atLeast("skip", 1, skip);
    Checks.atMost("skip", LONGEST_SKIP, skip);
    Checks.atLeast("limit", 0, limit);
    if (limit % skip != 0) {
      throw new IllegalArgumentException(
          "limit must be a multiple of skip (%d), was %d; for example, use %d"
              .formatted(skip, limit, Math.max(limit - limit % skip, skip)));
    }
    Checks.atLeast("mode", OWN, mode);
    Checks.atLeast("difficulty", OWN, difficulty);
  }

  /// Returns the options of the authors of Averaged-DQN.
  public static AtariOptions ofAuthors() {
    return parse("");
  }

  /// Reads options; an empty text means all defaults.
  public static AtariOptions parse(String text) {
    OptionValues values =
        text.isEmpty() ? OptionValues.standard(ALL) : OptionValues.parse("Atari", ALL, text);
    return new AtariOptions(
        values.constant("actions", Actions.class),
        values.number("sticky"),
        values.integer("skip"),
        values.constant("pool", Pool.class),
        values.constant("resize", Resize.class),
        Noops.parse(values.text("noops")),
        values.integer("limit"),
        values.constant("repeat", Repeat.class),
        values.constant("start", Spec.StackStart.class),
        integerOrOwn("mode", values),
        integerOrOwn("difficulty", values));
  }

  private static int integerOrOwn(String key, OptionValues values) {
    if (values.text(key).equals(OWN_WORD)) {
      return OWN;
    }
    int number = values.integer(key);
    Checks.atLeast(key, 0, number);
    return number;
  }

  /// Returns all options as text, in a fixed order. [#parse] reads it back.
  public String text() {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("actions", OptionValues.word(actions));
    values.put("sticky", sticky == (int) sticky ? (int) sticky + "" : sticky + "");
    values.put("skip", skip + "");
    values.put("pool", OptionValues.word(pool));
    values.put("resize", OptionValues.word(resize));
    values.put("noops", noops.toString());
    values.put("limit", limit + "");
    values.put("repeat", OptionValues.word(repeat));
    values.put("start", OptionValues.word(start));
    values.put("mode", mode == OWN ? OWN_WORD : mode + "");
    values.put("difficulty", difficulty == OWN ? OWN_WORD : difficulty + "");
    return values.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(","));
  }

  /// Returns the observations and actions of a game. This needs neither the emulator nor a ROM.
  public Spec spec(Game game) {
    int choices =
        switch (actions) {
          case MINIMAL -> game.minimalActions();
          case FULL -> Game.ALL_ACTIONS;
        };
    return Spec.bytes(Screen.SIDE, Screen.SIDE)
        .actions(choices)
        .maxEpisodeSteps(limit / skip)
        .stack(Atari.STACK, start);
  }
}
