package org.evenkeel.atari;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.evenkeel.core.internal.Nearest;
import org.evenkeel.core.internal.Shell;

/// A game that the emulator supports, with its ROM from the `ale-py` package.
///
/// @param id its name: `space_invaders`
/// @param md5 the MD5 of the ROM, in hexadecimal
/// @param bytes the size of the ROM
/// @param minimalActions the number of actions, out of 18, that have an effect in this game
public record Game(String id, String md5, int bytes, int minimalActions) {
  /// The number of actions of a joystick with one button, the same for every game.
  public static final int ALL_ACTIONS = 18;

  private static final List<Game> ALL = read();

  /// Returns all games, sorted by name.
  public static List<Game> all() {
    return ALL;
  }

  /// Returns the game with a given name.
  public static Game named(String id) {
    return ALL.stream()
        .filter(game -> game.id.equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown Atari game '%s'%s ('%s' shows all %d)"
                        .formatted(
                            id,
                            Nearest.question(id, ids()),
                            Shell.command("roms", "list"),
                            ALL.size())));
  }

  private static List<String> ids() {
    return ALL.stream().map(Game::id).toList();
  }

  /// Returns the name of the ROM's file. The emulator recognizes a game by its ROM or by this name.
  public String file() {
    return id + ".bin";
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
