package org.evenkeel.lab.config;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.evenkeel.core.train.Training;

/// What differs between two configurations, in the words of `config.yaml`.
public final class Differences {
  /// Where one of the two has no such key.
  private static final String NONE = "not set";

  /// More are counted and not listed.
  private static final int MOST_LISTED = 3;

  private Differences() {}

  /// A key and its two values.
  ///
  /// @param key a dotted path
  /// @param first the value in the first configuration
  /// @param second the value in the second
  public record Difference(String key, String first, String second) {}

  /// Of two runs. Where the classes of their environments are found does not count.
  public static List<Difference> between(RunConfig first, RunConfig second) {
    List<Difference> differences = new ArrayList<>();
    add(differences, "environment", first.environment(), second.environment());
    add(differences, "seed", String.valueOf(first.seed()), String.valueOf(second.seed()));
    differences.addAll(between(first.training(), second.training()));
    return differences;
  }

  /// Of two trainings.
  public static List<Difference> between(Training first, Training second) {
    List<Difference> differences = new ArrayList<>();
    add(
        differences,
        "algorithm",
        Algorithms.describe(first.algorithm()),
        Algorithms.describe(second.algorithm()));
    Map<String, String> before = GroupLabels.settings(first);
    Map<String, String> after = GroupLabels.settings(second);
    Set<String> keys = new LinkedHashSet<>(before.keySet());
    keys.addAll(after.keySet());
    for (String key : keys) {
      add(differences, key, before.getOrDefault(key, NONE), after.getOrDefault(key, NONE));
    }
    return differences;
  }

  /// A value of a setting as a reader wants it: 0.0003 and not 3.0E-4.
  public static String text(Object value) {
    return value instanceof Double d ? GroupLabels.plain(d) : String.valueOf(value);
  }

  private static void add(List<Difference> to, String key, String first, String second) {
    if (!Objects.equals(first, second)) {
      to.add(new Difference(key, first, second));
    }
  }

  /// For a sentence: `discount is 0.9 there, you asked for 0.99; nStep is 1 there, you asked for 3`.
  public static String thereAndAsked(List<Difference> differences) {
    String listed =
        withoutParts(differences).stream()
            .limit(MOST_LISTED)
            .map(d -> "%s is %s there, you asked for %s".formatted(d.key(), d.first(), d.second()))
            .collect(Collectors.joining("; "));
    int more = withoutParts(differences).size() - MOST_LISTED;
    return more <= 0 ? listed : listed + "; and " + more + " more";
  }

  /// A short text for the name of a folder: the last word of each key and the new value, without the algorithm, which
  /// the name has already.
  ///
  /// @param named keys that are in it although the kind of the part they belong to has changed
  public static String forName(List<Difference> differences, Set<String> named) {
    List<Difference> few = withoutParts(differences);
    return differences.stream()
        .filter(d -> few.contains(d) || named.contains(d.key()))
        .filter(d -> !d.key().equals("algorithm") && !d.second().equals(NONE))
        .map(d -> d.key().substring(d.key().lastIndexOf('.') + 1) + "-" + d.second())
        .collect(Collectors.joining("-"));
  }

  /// Another optimizer has other settings: its name says enough.
  private static List<Difference> withoutParts(List<Difference> differences) {
    return differences.stream()
        .filter(d -> differences.stream().noneMatch(o -> d.key().startsWith(o.key() + ".")))
        .toList();
  }
}
