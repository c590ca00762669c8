package org.evenkeel.atari;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.evenkeel.core.internal.Nearest;

/// A game that the emulator supports, and the one ROM of it that is used here: that of the `ale-py` package.
///
/// @param word its name: `space_invaders`
/// @param md5 of the ROM, in hexadecimal
/// @param bytes the size of the ROM
/// @param minimalActions how many of the 18 actions have an effect in this game
public record Game(String word, String md5, int bytes, int minimalActions) {
  /// What a joystick with one button can do, whatever the game.
  public static final int ALL_ACTIONS = 18;

  private static final List<Game> ALL = read();

  /// All of them, sorted by name.
  public static List<Game> all() {
    return ALL;
  }

  /// The game of that name.
  public static Game named(String word) {
    return ALL.stream()
        .filter(game -> game.word.equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown Atari game '%s'%s (evenkeel roms list has all %d)"
                        .formatted(word, Nearest.question(word, words()), ALL.size())));
  }

  private static List<String> words() {
    return ALL.stream().map(Game::word).toList();
  }

  /// The name of the ROM's file. The emulator wants it so: it knows a game by its ROM or by this name.
  public String file() {
    return word + ".bin";
  }

  private static List<Game> read() {
    try (InputStream in = Game.class.getResourceAsStream("games.csv")) {
      if (in == null) {
        throw new IllegalStateException("games.csv is missing from the program");
      }
      return new String(in.readAllBytes(), UTF_8).lines().skip(1).map(Game::parse).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Game parse(String line) {
    String[] fields = line.split(",", -1);
    return new Game(fields[0], fields[1], Integer.parseInt(fields[2]), Integer.parseInt(fields[3]));
  }
}
