package org.evenkeel.paper.atari;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import org.evenkeel.paper.games.Normalization;

/// Published scores: the paper's Table 1, and a human and a random player (Mnih et al. 2015). The files that hold them
/// name their sources.
public final class Published {
  private static final List<List<String>> PLAYERS = rows("players.csv");
  private static final List<List<String>> TABLE = rows("table1.csv");

  private Published() {}

  /// A cell of Table 1.
  ///
  /// @param mean the mean over seven trials
  /// @param deviation the standard deviation over seven trials
  public record Score(double mean, double deviation) {}

  /// Returns the scores of the random player, as 0, and the professional games tester, as 1, in one of the 49 games of
  /// 2015.
  static Optional<Normalization> players(String game) {
    return PLAYERS.stream()
        .filter(row -> row.getFirst().equals(game))
        .findFirst()
        .map(row -> new Normalization(number(row, 2), number(row, 1)));
  }

  /// Returns the paper's score for a game and a K; 1 is DQN.
  public static Optional<Score> score(String game, int k) {
    return TABLE.stream()
        .filter(row -> row.getFirst().equals(game) && row.get(1).equals(String.valueOf(k)))
        .findFirst()
        .map(row -> new Score(number(row, 2), number(row, 3)));
  }

  private static double number(List<String> row, int column) {
    return Double.parseDouble(row.get(column));
  }

  /// Returns the rows of a file without comments and header.
  private static List<List<String>> rows(String name) {
    try (InputStream in = Published.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing from the program");
      }
      return new String(in.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .skip(1)
          .map(line -> List.of(line.split(",", -1)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
