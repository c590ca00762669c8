package org.evenkeel.atari;

import java.util.List;
import org.evenkeel.envs.EnvironmentFamily;
import org.evenkeel.envs.Environments;

/// The Atari games by name: `atari/breakout`, with options behind a colon ([AtariOptions]).
public final class AtariFamily implements EnvironmentFamily {
  /// What stands before the slash.
  public static final String WORD = "atari";

  private final List<String> games = Game.all().stream().map(Game::word).toList();

  /// Found as a service.
  public AtariFamily() {}

  @Override
  public String word() {
    return WORD;
  }

  @Override
  public String description() {
    return "%d games of the Atari 2600 (evenkeel roms list has them)".formatted(games.size());
  }

  @Override
  public List<String> games() {
    return games;
  }

  @Override
  public Environments.Entry entry(String game, String options) {
    Game known = Game.named(game);
    String name = WORD + "/" + game;
    AtariOptions parsed;
    try {
      parsed = AtariOptions.parse(options);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
    }
    return new Environments.Entry(
        options.isEmpty() ? name : name + ":" + parsed.text(),
        "Atari: " + game.replace('_', ' '),
        () -> new Atari(known, parsed));
  }
}
