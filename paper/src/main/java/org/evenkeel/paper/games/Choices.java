package org.evenkeel.paper.games;

import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.evenkeel.core.internal.Nearest;

/// What every study on games chooses from, and the sentences that refuse the rest.
public final class Choices {
  /// What there is beside DQN and Averaged-DQN.
  public static final List<String> OTHERS = List.of("double", "ensemble");

  /// The word for none of them.
  private static final String NONE = "none";

  private static final int LARGEST_K = 100;
  private static final int MOST_SEEDS = 100;

  private Choices() {}

  /// Checks numbers of averaged networks, and puts them in order.
  static List<Integer> ks(List<Integer> ks) {
    if (ks.isEmpty()) {
      throw new IllegalArgumentException("there must be a K, 1 for DQN");
    }
    for (int k : ks) {
      if (k < 1 || k > LARGEST_K) {
        throw new IllegalArgumentException("k must be 1 to %d, was %d".formatted(LARGEST_K, k));
      }
    }
    if (ks.stream().distinct().count() < ks.size()) {
      throw new IllegalArgumentException("each k must be there once, were " + joined(ks));
    }
    return ks.stream().sorted().toList();
  }

  /// Checks how many trials there are of each algorithm in each game.
  static void seeds(int seeds) {
    if (seeds < 1 || seeds > MOST_SEEDS) {
      throw new IllegalArgumentException(
          "seeds must be 1 to %d, was %d".formatted(MOST_SEEDS, seeds));
    }
  }

  /// Checks other algorithms, and puts them in the order of [#OTHERS].
  static List<String> others(List<String> others) {
    for (String other : others) {
      if (!OTHERS.contains(other)) {
        throw new IllegalArgumentException(
            "others must be double, ensemble, double,ensemble or none, was '" + other + "'");
      }
    }
    return OTHERS.stream().filter(others::contains).toList();
  }

  /// Checks that no game is there twice.
  ///
  /// @param words the games
  static void once(List<String> words) {
    if (words.stream().distinct().count() < words.size()) {
      throw new IllegalArgumentException("each game must be there once, were " + joined(words));
    }
  }

  /// The other algorithms that words on the command line mean: `none` is none.
  static List<String> othersNamed(List<String> words) {
    return words.equals(List.of(NONE)) ? List.of() : words;
  }

  /// What to type to have them.
  static String othersTyped(List<String> others) {
    return others.isEmpty() ? NONE : joined(others);
  }

  /// The sentence that refuses a word that is no game.
  ///
  /// @param known the games
  /// @param listed the games for a reader, or how to list them, if none of them is near
  public static IllegalArgumentException unknownGame(
      String word, List<String> known, String listed) {
    String question = Nearest.question(word, known);
    return new IllegalArgumentException(
        "unknown game '%s'%s"
            .formatted(word, question.isEmpty() ? ": there are " + listed : question));
  }

  /// With commas between, as on the command line.
  static String joined(List<?> words) {
    return words.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  /// What either has, once.
  static <T> List<T> both(List<T> one, List<T> other) {
    return Stream.concat(one.stream(), other.stream()).distinct().toList();
  }

  /// What either has, once and growing.
  static List<Integer> bothGrowing(List<Integer> one, List<Integer> other) {
    return List.copyOf(new TreeSet<>(both(one, other)));
  }
}
