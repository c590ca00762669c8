package org.evenkeel.envs;

import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.evenkeel.core.internal.Nearest;

/// The options of a game, parsed from a text such as `sticky=0.25,actions=minimal`. Options that are not in the text
/// have their defaults. Every mistake is rejected with a message that a user understands.
public final class OptionValues {
  private final Map<String, String> values;

  private OptionValues(Map<String, String> values) {
    this.values = values;
  }

  /// Returns all options with their default values.
  public static OptionValues standard(List<FamilyOption> options) {
    Map<String, String> values = new LinkedHashMap<>();
    options.forEach(option -> values.put(option.name(), option.standard()));
    return new OptionValues(values);
  }

  /// Parses options.
  ///
  /// @param family the name of the family in messages, such as `MinAtar`
  /// @param options the options that exist
  /// @param text `key=value,key=value`, each key at most once
  /// @throws IllegalArgumentException if a part is not `key=value`, or a key is unknown or given twice
  public static OptionValues parse(String family, List<FamilyOption> options, String text) {
    OptionValues read = standard(options);
    if (options.isEmpty()) {
      throw new IllegalArgumentException(family + " has no options, was given '" + text + "'");
    }
    Set<String> names = read.values.keySet();
    String all = String.join(", ", names);
    Set<String> seen = new HashSet<>();
    for (String part : text.split(",", -1)) {
      String[] keyAndValue = part.split("=", -1);
      String key = keyAndValue[0];
      if (keyAndValue.length != 2) {
        throw new IllegalArgumentException(
            "an option must be key=value with one of the keys %s, was '%s'".formatted(all, part));
      }
      if (!names.contains(key)) {
        throw new IllegalArgumentException(
            "unknown option '%s'%s (%s has %s)"
                .formatted(key, Nearest.question(key, names), family, all));
      }
      if (!seen.add(key)) {
        throw new IllegalArgumentException("option '" + key + "' was given twice");
      }
      read.values.put(key, keyAndValue[1]);
    }
    return read;
  }

  /// Returns the text of an option.
  public String text(String name) {
    String value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("unknown option '" + name + "'");
    }
    return value;
  }

  /// Returns the value of an option that is a number.
  public double number(String name) {
    String value = text(name);
    try {
      return Double.parseDouble(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("%s must be a number, was '%s'".formatted(name, value), e);
    }
  }

  /// Returns the value of an option that is a whole number.
  public int integer(String name) {
    String value = text(name);
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "%s must be a whole number, was '%s'".formatted(name, value), e);
    }
  }

  /// Returns the value of an option that is `on` or `off`.
  public boolean isOn(String name) {
    return oneOf(name, List.of("on", "off")).equals("on");
  }

  /// Returns the value of an option that is an enum constant, in the spelling of [#word].
  public <E extends Enum<E>> E constant(String name, Class<E> type) {
    E[] constants = type.getEnumConstants();
    String word = oneOf(name, Arrays.stream(constants).map(OptionValues::word).toList());
    return Arrays.stream(constants).filter(c -> word(c).equals(word)).findFirst().orElseThrow();
  }

  /// Returns the value of an option that must be one of these words.
  public String oneOf(String name, List<String> words) {
    String value = text(name);
    if (!words.contains(value)) {
      throw new IllegalArgumentException(
          "%s must be %s, was '%s'"
              .formatted(
                  name,
                  words.size() == 2
                      ? words.getFirst() + " or " + words.getLast()
                      : "one of " + String.join(", ", words),
                  value));
    }
    return value;
  }

  /// Returns the spelling of a constant in options: `lead-in` for `LEAD_IN`.
  public static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// Returns all options in order, as [#parse] reads them.
  @Override
  public String toString() {
    return values.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(","));
  }
}
