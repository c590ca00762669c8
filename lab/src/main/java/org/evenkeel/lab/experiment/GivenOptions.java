package org.evenkeel.lab.experiment;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.evenkeel.lab.config.WholeNumberText;

/// The options that an experiment is asked for with: what was typed, or what a folder says. Reading one checks it.
public final class GivenOptions {
  private final Map<String, String> given;
  private final long seed;

  /// @param given the text of each option that was given, by its name without hyphens
  /// @param seed of the first trial
  public GivenOptions(Map<String, String> given, long seed) {
    this.given = Map.copyOf(given);
    this.seed = seed;
  }

  /// The seed of the first trial.
  public long seed() {
    return seed;
  }

  /// Whether an option was given.
  public boolean has(String option) {
    return given.containsKey(option);
  }

  /// A text.
  ///
  /// @param standard what is meant if it was not given
  public String text(String option, String standard) {
    return given.getOrDefault(option, standard);
  }

  /// A whole number.
  ///
  /// @throws IllegalArgumentException if it is none
  public int whole(String option, int standard) {
    String text = given.get(option);
    return text == null ? standard : wholeInt(option, text);
  }

  /// A whole number that may be large.
  ///
  /// @throws IllegalArgumentException if it is none
  public long large(String option, long standard) {
    String text = given.get(option);
    return text == null ? standard : read(option, text, Long.MIN_VALUE, Long.MAX_VALUE);
  }

  /// Words with commas between them.
  public List<String> words(String option, List<String> standard) {
    String text = given.get(option);
    return text == null ? standard : split(text);
  }

  /// Whole numbers with commas between them.
  ///
  /// @throws IllegalArgumentException if one is none
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
