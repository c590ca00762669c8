package org.evenkeel.envs.minatar;

import java.util.List;
import org.evenkeel.core.internal.Checks;
import org.evenkeel.envs.FamilyOption;
import org.evenkeel.envs.OptionValues;

/// The options of a game as text: `sticky=0.25,ramping=off,actions=minimal`, each part at most once.
///
/// @param sticky the probability that the last action is executed instead of the one given
/// @param ramping whether the game becomes faster over time
/// @param actions the actions that the agent chooses from
public record MinAtarOptions(double sticky, boolean ramping, MinAtar.ActionSet actions) {
  /// The options in lists, with the values of published results as defaults.
  static final List<FamilyOption> ALL =
      List.of(
          new FamilyOption(
              "sticky",
              "0.1",
              "0 to 1",
              "Probability that the last action is executed instead of the one chosen."),
          new FamilyOption(
              "ramping", "on", "on, off", "Whether the game becomes faster over time."),
          new FamilyOption(
              "actions",
              "full",
              "full, minimal",
              "All six actions, or only those that have an effect in the game."));

  public MinAtarOptions {
    Checks.probability("sticky", sticky);
  }

  /// Returns the options of published results.
  public static MinAtarOptions published() {
    return new MinAtarOptions(MinAtar.STICKY, true, MinAtar.ActionSet.FULL);
  }

  /// Parses options; missing ones have the values of published results.
  public static MinAtarOptions parse(String text) {
    OptionValues values = OptionValues.parse("MinAtar", ALL, text);
    return new MinAtarOptions(
        values.number("sticky"),
        values.isOn("ramping"),
        values.constant("actions", MinAtar.ActionSet.class));
  }

  /// Returns all options in a fixed order, in a form that [#parse] reads.
  public String text() {
    return "sticky=%s,ramping=%s,actions=%s"
        .formatted(
            sticky == (int) sticky ? String.valueOf((int) sticky) : String.valueOf(sticky),
            ramping ? "on" : "off",
            OptionValues.word(actions));
  }

  /// Creates a game with these options.
  public MinAtar play(Game game) {
    return new MinAtar(game, this);
  }
}
