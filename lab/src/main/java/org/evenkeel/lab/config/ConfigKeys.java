package org.evenkeel.lab.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.train.Training;

/// Lists every key of a configuration, derived from the records themselves: its possible values, the library's default
/// and its meaning. The meanings are in `keys.properties`; a test checks that every key has one.
public final class ConfigKeys {
  private ConfigKeys() {}

  /// A key of a configuration.
  ///
  /// @param path the dotted path, with `[]` for the elements of a list
  /// @param values the possible values
  /// @param kinds the kinds of its parent that have this key; empty if all have it
  /// @param standard the library's default, empty if there is none
  /// @param meaning one sentence
  public record Key(
      String path, String values, Set<String> kinds, String standard, String meaning) {}

  /// Returns all keys, in the order of `config.yaml`.
  public static List<Key> all() {
    Map<String, String> values = new LinkedHashMap<>();
    Map<String, Set<String>> kinds = new LinkedHashMap<>();
    TrainingTree.FORM.describe(
        Training.class,
        (path, value, kind) -> {
          values.merge(path, value, (a, b) -> a.equals(b) ? a : a + ", or " + b);
          kinds.computeIfAbsent(path, _ -> new LinkedHashSet<>()).add(kind);
        });
    Training training = Training.of(Algorithm.averaged(Algorithms.DEFAULT_K));
    Map<String, String> standard = GroupLabels.settings(training);
    standard.put("algorithm", Algorithms.describe(training.algorithm()));
    Properties meanings = meanings();
    List<Key> keys = new ArrayList<>();
    values.forEach(
        (path, value) -> {
          Set<String> of = kinds.getOrDefault(path, Set.of());
          keys.add(
              new Key(
                  path,
                  value,
                  of.contains("") ? Set.of() : of,
                  value.equals(RecordTree.BELOW) && !path.equals("algorithm")
                      ? ""
                      : standard.getOrDefault(path.replaceFirst("\\.kind$", ""), ""),
                  meanings.getProperty(path, "")));
        });
    return keys;
  }

  /// Returns the meanings of the keys, by path.
  static Properties meanings() {
    Properties meanings = new Properties();
    try (InputStream in = ConfigKeys.class.getResourceAsStream("keys.properties")) {
      if (in == null) {
        throw new IllegalStateException("keys.properties is missing from the program");
      }
      meanings.load(new InputStreamReader(in, UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return meanings;
  }

  /// Returns the keys as a page of documentation.
  public static String markdown() {
    StringBuilder text =
        new StringBuilder(
            """
            # Configuration keys

            Written by `./evenkeel keys --markdown`; a test compares it with the code. These are the keys of `config.yaml`, of preset
            files and of `train --set KEY=VALUE`. A key followed by kinds in parentheses exists only if its parent is of one of those kinds.

            | key | values | default | meaning |
            |---|---|---|---|
            """);
    for (Key key : all()) {
      text.append(
          "| `%s`%s | %s | %s | %s |%n"
              .formatted(
                  key.path(),
                  key.kinds().isEmpty() ? "" : " (" + String.join(", ", key.kinds()) + ")",
                  key.values(),
                  key.standard().isEmpty() ? "" : "`" + key.standard() + "`",
                  key.meaning()));
    }
    return text.toString().replace(System.lineSeparator(), "\n");
  }
}
