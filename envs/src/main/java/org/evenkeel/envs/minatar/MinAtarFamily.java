package org.evenkeel.envs.minatar;

import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import org.evenkeel.envs.EnvironmentFamily;
import org.evenkeel.envs.Environments;
import org.evenkeel.envs.FamilyOption;
import org.evenkeel.envs.FamilyPreset;

/// The games of MinAtar by name: `minatar/breakout`, with options after a colon ([MinAtarOptions]).
public final class MinAtarFamily implements EnvironmentFamily {
  /// The name before the slash.
  public static final String ID = "minatar";

  private static final List<String> GAMES = Arrays.stream(Game.values()).map(Game::id).toList();

  /// Creates the family, for the service loader.
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
  public Environments.Entry entry(String game) {
    return entry(name(game), game(game), MinAtarOptions.published());
  }

  @Override
  public Environments.Entry entry(String game, String options) {
    return entry(name(game) + ":" + options, game(game), MinAtarOptions.parse(options));
  }

  @Override
  public List<FamilyOption> options() {
    return MinAtarOptions.ALL;
  }

  /// Returns a preset for each game.
  @Override
  public List<FamilyPreset> presets() {
    return GAMES.stream().map(MinAtarFamily::preset).toList();
  }

  private static FamilyPreset preset(String game) {
    String name = ID + "-" + game;
    InputStream text = MinAtarFamily.class.getResourceAsStream("presets/" + name + ".yaml");
    return FamilyPreset.read(name, text, List.of(game));
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
