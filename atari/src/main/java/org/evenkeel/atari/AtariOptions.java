package org.evenkeel.atari;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.internal.Checks;
import org.evenkeel.core.internal.Nearest;

/// How a game is played and shown, as text: `pool=max,resize=area,noops=1-30`. Options that are not named have the
/// values of the authors of Averaged-DQN. A later key replaces an earlier one, so that the options of a user may follow
/// those of a preset.
///
/// @param actions the actions that the agent chooses from
/// @param sticky the probability, for each frame, that the action of the frame before is executed instead
/// @param skip the number of frames that an action is held: the frames of a step
/// @param pool how the last two frames of a step are combined
/// @param resize how the screen is scaled to 84 x 84 pixels
/// @param noops the number of no-op frames at the start of an episode
/// @param limit an episode is truncated after this many frames, no-ops not counted; 0 for no limit
/// @param repeat whether a lost life ends a repeated action
/// @param start what stands in for the frames before the first one of an episode
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
    /// Those with an effect in the game.
    MINIMAL,
    /// All 18.
    FULL
  }

  /// How the last two frames of a step are combined: many games draw an object only in every second frame.
  public enum Pool {
    /// The brighter one of each pixel.
    MAX,
    /// The emulator's colour averaging, which imitates the afterglow of a television tube.
    AVERAGE,
    /// The last frame alone.
    LAST
  }

  /// How the screen is scaled to 84 x 84 pixels.
  public enum Resize {
    /// As OpenCV's `INTER_AREA`: what Gymnasium and Dopamine do.
    AREA,
    /// As OpenCV's `INTER_LINEAR`: what the authors of Averaged-DQN did.
    LINEAR,
    /// As the Lua code of the Nature paper: pooled in colour, then the luminance, then a box average, cut off.
    TORCH
  }

  /// What a lost life does to a repeated action.
  public enum Repeat {
    /// Nothing: all of its frames are played.
    WHOLE,
    /// The step ends with the frame in which the life was lost, as in DeepMind's alewrap.
    LIFE
  }

  /// The number of no-op frames, drawn for each episode, both ends included.
  ///
  /// @param least at least
  /// @param most at most
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
          ? new Noops(integer("noops", text), integer("noops", text))
          : new Noops(
              integer("noops", text.substring(0, dash)),
              integer("noops", text.substring(dash + 1)));
    }

    @Override
    public String toString() {
      return least == most ? Integer.toString(least) : least + "-" + most;
    }
  }

  /// For mode and difficulty: the game's own default, 0 in most games.
  public static final int OWN = -1;

  private static final String OWN_WORD = "default";

  /// Half a minute: the opening of every game is over by then.
  private static final int LONGEST_START = 1800;

  /// One second: nobody holds an action longer.
  private static final int LONGEST_SKIP = 60;

  private static final Map<String, String> DEFAULTS = new LinkedHashMap<>();

  static {
    DEFAULTS.put("actions", "minimal");
    DEFAULTS.put("sticky", "0");
    DEFAULTS.put("skip", "4");
    DEFAULTS.put("pool", "average");
    DEFAULTS.put("resize", "linear");
    DEFAULTS.put("noops", "4-29");
    DEFAULTS.put("limit", "72000");
    DEFAULTS.put("repeat", "whole");
    DEFAULTS.put("start", "lead-in");
    DEFAULTS.put("mode", OWN_WORD);
    DEFAULTS.put("difficulty", OWN_WORD);
  }

  private static final String KEYS = String.join(", ", DEFAULTS.keySet());

  public AtariOptions {
    Checks.probability("sticky", sticky);
    Checks.atLeast("skip", 1, skip);
    Checks.atMost("skip", LONGEST_SKIP, skip);
    Checks.atLeast("limit", 0, limit);
    if (limit % skip != 0) {
      throw new IllegalArgumentException(
          "limit must be a multiple of skip, %d, was %d: %d is one"
              .formatted(skip, limit, Math.max(limit - limit % skip, skip)));
    }
    Checks.atLeast("mode", OWN, mode);
    Checks.atLeast("difficulty", OWN, difficulty);
  }

  /// The options of the authors of Averaged-DQN.
  public static AtariOptions ofAuthors() {
    return parse("");
  }

  /// Reads options; an empty text means all defaults.
  public static AtariOptions parse(String text) {
    Map<String, String> values = new LinkedHashMap<>(DEFAULTS);
    if (!text.isEmpty()) {
      for (String part : text.split(",", -1)) {
        put(values, part);
      }
    }
    return new AtariOptions(
        oneOf(Actions.class, "actions", values),
        number(value("sticky", values)),
        integer("skip", values),
        oneOf(Pool.class, "pool", values),
        oneOf(Resize.class, "resize", values),
        Noops.parse(value("noops", values)),
        integer("limit", values),
        oneOf(Repeat.class, "repeat", values),
        oneOf(Spec.StackStart.class, "start", values),
        integerOrOwn("mode", values),
        integerOrOwn("difficulty", values));
  }

  private static void put(Map<String, String> values, String part) {
    String[] keyAndValue = part.split("=", -1);
    if (keyAndValue.length != 2) {
      throw new IllegalArgumentException(
          "an option must be key=value, with a key of %s, was '%s'".formatted(KEYS, part));
    }
    String key = keyAndValue[0];
    if (values.replace(key, keyAndValue[1]) == null) {
      throw new IllegalArgumentException(
          "unknown option '%s'%s (Atari has %s)"
              .formatted(key, Nearest.question(key, DEFAULTS.keySet()), KEYS));
    }
  }

  private static String value(String key, Map<String, String> values) {
    return values.getOrDefault(key, "");
  }

  private static <E extends Enum<E>> E oneOf(
      Class<E> type, String key, Map<String, String> values) {
    String value = value(key, values);
    for (E constant : type.getEnumConstants()) {
      if (word(constant).equals(value)) {
        return constant;
      }
    }
    List<String> words = Arrays.stream(type.getEnumConstants()).map(AtariOptions::word).toList();
    throw new IllegalArgumentException(
        "%s must be one of %s, was '%s'".formatted(key, String.join(", ", words), value));
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static double number(String value) {
    try {
      return Double.parseDouble(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("sticky must be a number, was '" + value + "'", e);
    }
  }

  private static int integer(String key, Map<String, String> values) {
    return integer(key, value(key, values));
  }

  private static int integer(String key, String value) {
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "%s must be a whole number%s, was '%s'"
              .formatted(key, key.equals("noops") ? " or a range like 1-30" : "", value),
          e);
    }
  }

  private static int integerOrOwn(String key, Map<String, String> values) {
    String value = value(key, values);
    int number = value.equals(OWN_WORD) ? OWN : integer(key, value);
    if (!value.equals(OWN_WORD)) {
      Checks.atLeast(key, 0, number);
    }
    return number;
  }

  /// All options in a fixed order; [#parse] reads it back.
  public String text() {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("actions", word(actions));
    values.put("sticky", sticky == (int) sticky ? (int) sticky + "" : sticky + "");
    values.put("skip", skip + "");
    values.put("pool", word(pool));
    values.put("resize", word(resize));
    values.put("noops", noops.toString());
    values.put("limit", limit + "");
    values.put("repeat", word(repeat));
    values.put("start", word(start));
    values.put("mode", mode == OWN ? OWN_WORD : mode + "");
    values.put("difficulty", difficulty == OWN ? OWN_WORD : difficulty + "");
    return values.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(","));
  }

  /// What is observed and what can be done in a game, known without the emulator and without a ROM.
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
