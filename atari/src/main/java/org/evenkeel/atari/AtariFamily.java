package org.evenkeel.atari;

import java.util.List;
import org.evenkeel.core.internal.Shell;
import org.evenkeel.envs.EnvironmentFamily;
import org.evenkeel.envs.Environments;
import org.evenkeel.envs.FamilyOption;

/// The Atari games by name: `atari/breakout`, with options after a colon ([AtariOptions]). Their presets, which are
/// published protocols, are in the module `lab`, which can read Atari results without this module.
public final class AtariFamily implements EnvironmentFamily {
  /// The name before the slash.
  public static final String ID = "atari";

  private final List<String> games = Game.all().stream().map(Game::id).toList();

  /// Creates the family, for the service loader.
  public AtariFamily() {}

  @Override
  public String id() {
    return ID;
  }

  @Override
  public String description() {
    return "%d games of the Atari 2600 (see '%s')"
        .formatted(games.size(), Shell.command("roms", "list"));
  }

  @Override
  public List<String> games() {
    return games;
  }

  @Override
  public Environments.Entry entry(String game) {
    return entry(game, "");
  }

  @Override
  public Environments.Entry entry(String game, String options) {
    Game known = Game.named(game);
    String name = ID + "/" + game;
    AtariOptions parsed = AtariOptions.parse(options);
    return new Environments.Entry(
        options.isEmpty() ? name : name + ":" + parsed.text(),
        "Atari: " + game.replace('_', ' '),
        () -> new Atari(known, parsed));
  }

  @Override
  public List<FamilyOption> options() {
    return AtariOptions.ALL;
  }

  @Override
  public boolean isLarge() {
    return true;
  }
}
