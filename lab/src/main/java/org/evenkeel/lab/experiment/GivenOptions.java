package org.evenkeel.lab.experiment;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.evenkeel.lab.config.WholeNumberText;

/// The options given for an experiment, typed by the user or recorded in a folder. They are checked when they are read.
public final class GivenOptions {
  private final Map<String, String> given;
  private final long seed;

  /// @param given the text of each given option, by name without hyphens
  /// @param seed the seed of the first trial
  public GivenOptions(Map<String, String> given, long seed) {
    this.given = Map.copyOf(given);
    this.seed = seed;
  }

  /// Returns the seed of the first trial.
  public long seed() {
    return seed;
  }

  /// Returns whether an option was given.
  public boolean has(String option) {
    return given.containsKey(option);
  }

  /// Returns an option as text.
  ///
  /// @param standard the default
  public String text(String option, String standard) {
    return given.getOrDefault(option, standard);
  }

  /// Returns an option as a whole number.
  ///
  /// @throws IllegalArgumentException if it is not a whole number
  public int whole(String option, int standard) {
    String text = given.get(option);
    return text == null ? standard : wholeInt(option, text);
  }

  /// Returns an option as a whole number that may be large.
  ///
  /// @throws IllegalArgumentException if it is not a whole number
  public long large(String option, long standard) {
    String text = given.get(option);
    return text == null ? standard : read(option, text, Long.MIN_VALUE, Long.MAX_VALUE);
  }

  /// Returns an option as words separated by commas.
  public List<String> words(String option, List<String> standard) {
    String text = given.get(option);
    return text == null ? standard : split(text);
  }

  /// Returns an option as whole numbers separated by commas.
  ///
  /// @throws IllegalArgumentException if one of them is not a whole number
  public List<Integer> wholes(String option, List<Integer> standard) {
    String text = given.get(option);
    return text == null
        ? standard
        : split(text).stream().map(word -> wholeInt(option, word)).toList();
  }

  private static List<String> split(String text) {
    return Stream.of(text.split(",", -1)).map(String::strip).toList();
  }

  private static int wholeInt(String option, String text) {
    return (int) read(option, text, Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  private static long read(String option, String text, long least, long most) {
    try {
      return WholeNumberText.read(text, least, most);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--" + option + " " + e.getMessage(), e);
    }
  }
}
