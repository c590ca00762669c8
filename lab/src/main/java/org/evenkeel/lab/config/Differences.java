package org.evenkeel.lab.config;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.evenkeel.core.train.Training;

/// The differences between two configurations, named by the keys of `config.yaml`.
public final class Differences {
  /// The value shown for a configuration that does not have the key.
  private static final String NONE = "not set";

  /// The largest number of differences that are listed; further ones are only counted.
  private static final int MOST_LISTED = 3;

  private Differences() {}

  /// A key with different values.
  ///
  /// @param key a dotted path
  /// @param first the value in the first configuration
  /// @param second the value in the second
  public record Difference(String key, String first, String second) {}

  /// Returns the differences between two runs. The class paths of their environments are not compared.
  public static List<Difference> between(RunConfig first, RunConfig second) {
    List<Difference> differences = new ArrayList<>();
    add(differences, "environment", first.environment(), second.environment());
    add(differences, "seed", String.valueOf(first.seed()), String.valueOf(second.seed()));
    differences.addAll(between(first.training(), second.training()));
    return differences;
  }

  /// Returns the differences between two training configurations.
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

  /// Returns the value of a setting in readable form: 0.0003 rather than 3.0E-4.
  public static String text(Object value) {
    return value instanceof Double d ? GroupLabels.plain(d) : String.valueOf(value);
  }

  private static void add(List<Difference> to, String key, String first, String second) {
    if (!Objects.equals(first, second)) {
      to.add(new Difference(key, first, second));
    }
  }

  /// Returns the differences for an error message: `discount is 0.9 there, you asked for 0.99; nStep is 1 there, you
  /// asked for 3`.
  public static String thereAndAsked(List<Difference> differences) {
    String listed =
        withoutParts(differences).stream()
            .limit(MOST_LISTED)
            .map(d -> "%s is %s there, you asked for %s".formatted(d.key(), d.first(), d.second()))
            .collect(Collectors.joining("; "));
    int more = withoutParts(differences).size() - MOST_LISTED;
    return more <= 0 ? listed : listed + "; and " + more + " more";
  }

  /// Returns a short text for the name of a folder: the last part of each key and the new value. The algorithm is left
  /// out, since the name already contains it.
  ///
  /// @param named keys to include even if the kind of their parent has changed
  public static String forName(List<Difference> differences, Set<String> named) {
    List<Difference> few = withoutParts(differences);
    return differences.stream()
        .filter(d -> few.contains(d) || named.contains(d.key()))
        .filter(d -> !d.key().equals("algorithm") && !d.second().equals(NONE))
        .map(d -> d.key().substring(d.key().lastIndexOf('.') + 1) + "-" + d.second())
        .collect(Collectors.joining("-"));
  }

  /// Removes the settings below a part whose kind differs: a different optimizer has different settings, and its name
  /// suffices.
  private static List<Difference> withoutParts(List<Difference> differences) {
    return differences.stream()
        .filter(d -> differences.stream().noneMatch(o -> d.key().startsWith(o.key() + ".")))
        .toList();
  }
}
