package org.evenkeel.envs.minatar;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.evenkeel.core.internal.Checks;
import org.evenkeel.core.internal.Nearest;

/// The options of a game as text: `sticky=0.25,ramping=off,actions=minimal`, each part at most once.
///
/// @param sticky the probability that the last action is executed instead of the one given
/// @param ramping whether the game becomes faster with time
/// @param actions the actions that the agent chooses from
public record MinAtarOptions(double sticky, boolean ramping, MinAtar.ActionSet actions) {
  private static final List<String> KEYS = List.of("sticky", "ramping", "actions");

  public MinAtarOptions {
    Checks.probability("sticky", sticky);
  }

  /// The options of published results.
  public static MinAtarOptions published() {
    return new MinAtarOptions(MinAtar.STICKY, true, MinAtar.ActionSet.FULL);
  }

  /// Reads options; the others are those of published results.
  public static MinAtarOptions parse(String text) {
    MinAtarOptions options = published();
    Set<String> seen = new HashSet<>();
    for (String part : text.split(",", -1)) {
      String[] keyAndValue = part.split("=", -1);
      String key = keyAndValue[0];
      if (keyAndValue.length != 2) {
        throw new IllegalArgumentException(
            "an option must be key=value, with a key of sticky, ramping, actions, was '"
                + part
                + "'");
      }
      if (!seen.add(key)) {
        throw new IllegalArgumentException("option '" + key + "' was given twice");
      }
      options = options.with(key, keyAndValue[1]);
    }
    return options;
  }

  private MinAtarOptions with(String key, String value) {
    return switch (key) {
      case "sticky" -> new MinAtarOptions(number(value), ramping, actions);
      case "ramping" ->
          new MinAtarOptions(sticky, oneOf(key, value, "on", "off").equals("on"), actions);
      case "actions" ->
          new MinAtarOptions(
              sticky,
              ramping,
              oneOf(key, value, "full", "minimal").equals("full")
                  ? MinAtar.ActionSet.FULL
                  : MinAtar.ActionSet.MINIMAL);
      default ->
          throw new IllegalArgumentException(
              "unknown option '%s'%s (MinAtar has sticky, ramping, actions)"
                  .formatted(key, Nearest.question(key, KEYS)));
    };
  }

  private static double number(String value) {
    try {
      return Double.parseDouble(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("sticky must be a number, was '" + value + "'", e);
    }
  }

  private static String oneOf(String key, String value, String one, String other) {
    if (!value.equals(one) && !value.equals(other)) {
      throw new IllegalArgumentException(
          "%s must be %s or %s, was '%s'".formatted(key, one, other, value));
    }
    return value;
  }

  /// All options in a fixed order; [#parse] reads it back.
  public String text() {
    return "sticky=%s,ramping=%s,actions=%s"
        .formatted(
            sticky == (int) sticky ? String.valueOf((int) sticky) : String.valueOf(sticky),
            ramping ? "on" : "off",
            actions.name().toLowerCase(Locale.ROOT));
  }

  /// A game with these options.
  public MinAtar play(Game game) {
    return new MinAtar(game, this);
  }
}
