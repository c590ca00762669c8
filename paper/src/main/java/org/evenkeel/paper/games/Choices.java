package org.evenkeel.paper.games;

import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.evenkeel.core.internal.Nearest;

/// The options of every study of games, with checks and error messages.
public final class Choices {
  /// The algorithms other than DQN and Averaged-DQN.
  public static final List<String> OTHERS = List.of("double", "ensemble");

  /// The word for no other algorithm.
  private static final String NONE = "none";

  private static final int LARGEST_K = 100;
  private static final int MOST_SEEDS = 100;

  private Choices() {}

  /// Checks numbers of averaged networks and returns them sorted.
  static List<Integer> ks(List<Integer> ks) {
    if (ks.isEmpty()) {
      throw new IllegalArgumentException("k must have at least one value, for example 1 for DQN");
    }
    for (int k : ks) {
      if (k < 1 || k > LARGEST_K) {
        throw new IllegalArgumentException("k must be 1 to %d, was %d".formatted(LARGEST_K, k));
      }
    }
    if (ks.stream().distinct().count() < ks.size()) {
      throw new IllegalArgumentException("each k must be given only once, was " + joined(ks));
    }
    return ks.stream().sorted().toList();
  }

  /// Checks the number of trials of each algorithm in each game.
  static void seeds(int seeds) {
    if (seeds < 1 || seeds > MOST_SEEDS) {
      throw new IllegalArgumentException(
          "seeds must be 1 to %d, was %d".formatted(MOST_SEEDS, seeds));
    }
  }

  /// Checks other algorithms and returns them in the order of [#OTHERS].
  static List<String> others(List<String> others) {
    for (String other : others) {
      if (!OTHERS.contains(other)) {
        throw new IllegalArgumentException(
            "others must be double, ensemble, double,ensemble or none, was '" + other + "'");
      }
    }
    return OTHERS.stream().filter(others::contains).toList();
  }

  /// Checks that no game is given twice.
  ///
  /// @param words the games
  static void once(List<String> words) {
    if (words.stream().distinct().count() < words.size()) {
      throw new IllegalArgumentException("each game must be given only once, was " + joined(words));
    }
  }

  /// Returns the other algorithms named on the command line; `none` means none.
  static List<String> othersNamed(List<String> words) {
    return words.equals(List.of(NONE)) ? List.of() : words;
  }

  /// Returns the text to type for these algorithms.
  static String othersTyped(List<String> others) {
    return others.isEmpty() ? NONE : joined(others);
  }

  /// Returns the error for a word that is not a game.
  ///
  /// @param known the games
  /// @param listed the games, or the way to list them, for the message if no game is similar
  public static IllegalArgumentException unknownGame(
      String word, List<String> known, String listed) {
    String question = Nearest.question(word, known);
    return new IllegalArgumentException(
        "unknown game '%s'%s"
            .formatted(word, question.isEmpty() ? ": choose one of " + listed : question));
  }

  /// Returns the words separated by commas, as on the command line.
  static String joined(List<?> words) {
    return words.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  /// Returns the union of two lists without duplicates.
  static <T> List<T> both(List<T> one, List<T> other) {
    return Stream.concat(one.stream(), other.stream()).distinct().toList();
  }

  /// Returns the union of two lists, sorted and without duplicates.
  static List<Integer> bothGrowing(List<Integer> one, List<Integer> other) {
    return List.copyOf(new TreeSet<>(both(one, other)));
  }
}
