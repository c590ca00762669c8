package org.evenkeel.envs.minatar;

import java.util.Arrays;
import java.util.List;
import org.evenkeel.envs.EnvironmentFamily;
import org.evenkeel.envs.Environments;

/// The games of MinAtar by name: `minatar/breakout`, with options after a colon ([MinAtarOptions]).
public final class MinAtarFamily implements EnvironmentFamily {
  /// The name before the slash.
  public static final String ID = "minatar";

  private static final List<String> GAMES = Arrays.stream(Game.values()).map(Game::id).toList();

  /// Called by the service loader.
  public MinAtarFamily() {}

  @Override
  public String id() {
    return ID;
  }

  @Override
  public String description() {
    return "the five games of MinAtar";
  }

  @Override
  public List<String> games() {
    return GAMES;
  }

  @Override
  public boolean isLarge() {
    return false;
  }

  @Override
  public Environments.Entry entry(String game) {
    return entry(name(game), game(game), MinAtarOptions.published());
  }

  @Override
  public Environments.Entry entry(String game, String options) {
    MinAtarOptions parsed;
    try {
      parsed = MinAtarOptions.parse(options);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(name(game) + ": " + e.getMessage(), e);
    }
    return entry(name(game) + ":" + options, game(game), parsed);
  }

  private static Environments.Entry entry(String name, Game game, MinAtarOptions options) {
    return new Environments.Entry(name, "MinAtar: " + game.description(), () -> options.play(game));
  }

  private static String name(String game) {
    return ID + "/" + game;
  }

  private static Game game(String id) {
    return Arrays.stream(Game.values())
        .filter(game -> game.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("unknown MinAtar game '" + id + "'"));
  }
}
