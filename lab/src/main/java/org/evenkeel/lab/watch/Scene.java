package org.evenkeel.lab.watch;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.env.Legend;
import org.evenkeel.core.env.Spec;

/// The parts of a picture that stay the same during an episode: the game, the player, and all names.
///
/// @param title the name of the game
/// @param actor the player
/// @param frame the form of the observation
/// @param actions a name for each action
/// @param channels a name for each plane or number of the frame; empty if it has none
public record Scene(
    String title, Actor actor, Form frame, List<String> actions, List<String> channels) {

  /// The player.
  ///
  /// @param name its name: `averaged(10) at step 300,000`
  /// @param sets the number of parameter sets it combines; 0 for random actions only
  /// @param setName the name of one of them: `snapshot`
  public record Actor(String name, int sets, String setName) {
    /// Random actions only.
    public static final Actor RANDOM = new Actor("random actions", 0, "");

    /// Returns the meaning of the dots on the bars; empty if there are none.
    String key() {
      return sets <= 1 ? "" : "%d %ss, newest on top".formatted(sets, setName);
    }
  }

  /// Copies the lists.
  public Scene {
    actions = List.copyOf(actions);
    channels = List.copyOf(channels);
  }

  /// Creates a scene with the names of a legend, and numbers for everything without a name.
  public static Scene of(String title, Actor actor, Spec spec, Legend legend) {
    return new Scene(
        title,
        actor,
        spec.frame(),
        named(legend.actions(), "action ", spec.actions()),
        named(
            legend.channels(),
            spec.frame() instanceof Form.Vector ? "x" : "channel ",
            channelsOf(spec.frame())));
  }

  private static int channelsOf(Form frame) {
    return switch (frame) {
      case Form.BitPlanes p -> p.channels();
      case Form.Vector v -> v.size();
      case Form.OneHot _, Form.Bytes _ -> 0;
    };
  }

  private static List<String> named(List<String> names, String otherwise, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> i < names.size() ? names.get(i) : otherwise + i)
        .toList();
  }

  /// Returns a letter for each channel, for terminals without colours: the first of its name that no earlier one has.
  List<Character> letters() {
    List<Character> letters = new ArrayList<>();
    for (String channel : channels) {
      String wanted = channel.toLowerCase(Locale.ROOT) + "0123456789abcdefghijklmnopqrstuvwxyz";
      letters.add(
          (char)
              wanted
                  .chars()
                  .filter(
                      c ->
                          c > ' ' && c < 127 && c != '.' && c != '_' && !letters.contains((char) c))
                  .findFirst()
                  .orElse('?'));
    }
    return letters;
  }

  /// Describes the action of a moment; empty if the episode has ended.
  String doing(Moment moment) {
    Moment.Choice choice = moment.choice();
    return choice.action() < 0
        ? ""
        : actions.get(choice.action()) + (choice.random() && actor.sets() > 0 ? " (random)" : "");
  }

  /// Returns a sum of rewards, without decimals if it is a whole number.
  public static String reward(double reward) {
    return reward == Math.rint(reward) && Math.abs(reward) < 1e9
        ? String.format(Locale.ROOT, "%.0f", reward)
        : number(reward);
  }

  /// Returns a value with three or four digits: `0.123`, `12.3`, `1234`, `1.2e+06`.
  static String number(double value) {
    double size = Math.abs(value);
    String format =
        size >= 99_999.5
            ? "%.1e"
            : size >= 999.5 ? "%.0f" : size >= 99.95 ? "%.1f" : size >= 9.995 ? "%.2f" : "%.3f";
    String number = String.format(Locale.ROOT, format, value);
    return number.matches("-0\\.0*") ? number.substring(1) : number; // rounded to 0
  }
}
