package org.evenkeel.lab.watch;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.env.Legend;
import org.evenkeel.core.env.Spec;

/// What stays the same while an episode is watched: what is played, by what, and the names of all parts.
///
/// @param title what is played
/// @param actor what plays it
/// @param frame the form of what is shown
/// @param actions a name for each action
/// @param channels a name for each plane or number of the frame; empty if it has none
public record Scene(
    String title, Actor actor, Form frame, List<String> actions, List<String> channels) {

  /// What plays.
  ///
  /// @param name what it is called: `averaged(10) at step 300,000`
  /// @param sets how many parameter sets it combines; 0 where chance alone plays
  /// @param setName what one of them is called: `snapshot`
  public record Actor(String name, int sets, String setName) {
    /// Chance alone.
    public static final Actor RANDOM = new Actor("random actions", 0, "");

    /// What the dots on the bars are; empty where there are none.
    String key() {
      return sets <= 1 ? "" : "%d %ss, newest on top".formatted(sets, setName);
    }
  }

  /// Keeps copies.
  public Scene {
    actions = List.copyOf(actions);
    channels = List.copyOf(channels);
  }

  /// A scene with the names of a legend, and numbers for what it leaves without a name.
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

  /// A letter for each channel where there are no colours: the first of its name that no earlier one has.
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

  /// What is done in a moment, in words; empty where the episode is over.
  String doing(Moment moment) {
    Moment.Choice choice = moment.choice();
    return choice.action() < 0
        ? ""
        : actions.get(choice.action()) + (choice.random() && actor.sets() > 0 ? " (random)" : "");
  }

  /// A sum of rewards: without a fraction where it has none.
  public static String reward(double reward) {
    return reward == Math.rint(reward) && Math.abs(reward) < 1e9
        ? String.format(Locale.ROOT, "%.0f", reward)
        : number(reward);
  }

  /// A value with three or four digits: `0.123`, `12.3`, `1234`, `1.2e+06`.
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
