package org.evenkeel.paper.games;

import java.util.Arrays;
import java.util.stream.Collectors;

/// Names of a game other than its word, `space_invaders`.
public final class GameWords {
  private GameWords() {}

  /// Returns the name for display: `Space Invaders`.
  public static String title(String word) {
    return Arrays.stream(word.split("_", -1))
        .map(
            part ->
                part.isEmpty() ? part : Character.toUpperCase(part.charAt(0)) + part.substring(1))
        .collect(Collectors.joining(" "));
  }

  /// Returns the name in the id of a figure or a claim: `space-invaders`.
  public static String id(String word) {
    return word.replace('_', '-');
  }
}
