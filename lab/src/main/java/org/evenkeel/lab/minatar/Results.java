package org.evenkeel.lab.minatar;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.evenkeel.envs.minatar.Game;
import org.evenkeel.lab.statistics.Sample;

/// All that a study has measured so far; any part of it may be missing.
final class Results {
  private final MinAtarSettings settings;
  private final List<Contender> contenders;
  private final Map<Game, Map<Contender, Runs>> runs = new EnumMap<>(Game.class);
  private final Map<Game, Map<Player, Sample>> baselines = new EnumMap<>(Game.class);

  /// @param firstSeed the seed of the first run; the next has the next
  /// @param results the columns of each finished trial by its name
  Results(MinAtarSettings settings, long firstSeed, Map<String, Map<String, double[]>> results) {
    this.settings = settings;
    contenders = Contender.all(settings);
    for (Game game : settings.games()) {
      Map<Contender, Runs> ofGame = new LinkedHashMap<>();
      for (Contender contender : contenders) {
        List<Runs.Run> finished = new ArrayList<>();
        for (long seed = firstSeed; seed < firstSeed + settings.seeds(); seed++) {
          String name = MinAtarExperiment.trial(game, contender, settings.steps(), seed).name();
          Map<String, double[]> columns = results.get(name);
          if (columns != null) {
            finished.add(new Runs.Run(seed, columns));
          }
        }
        ofGame.put(contender, new Runs(contender, finished));
      }
      runs.put(game, ofGame);
      Map<Player, Sample> players = new EnumMap<>(Player.class);
      for (Player player : Player.values()) {
        Map<String, double[]> columns = results.get(new BaselineTrial(game, player).name());
        if (columns != null && columns.containsKey(BaselineTrial.RETURN)) {
          players.put(player, Sample.of(columns.get(BaselineTrial.RETURN)));
        }
      }
      baselines.put(game, players);
    }
  }

  MinAtarSettings settings() {
    return settings;
  }

  List<Game> games() {
    return settings.games();
  }

  List<Contender> contenders() {
    return contenders;
  }

  /// The contenders of a kind.
  List<Contender> contenders(Predicate<Contender> kind) {
    return contenders.stream().filter(kind).toList();
  }

  /// DQN and Averaged-DQN, K growing.
  List<Contender> ladder() {
    return contenders(c -> c.isDqn() || c.isAveraged());
  }

  Runs runs(Game game, Contender contender) {
    Runs found = runs.getOrDefault(game, Map.of()).get(contender);
    if (found == null) {
      throw new IllegalArgumentException("not in this study: " + game + ", " + contender);
    }
    return found;
  }

  /// The returns of a player that learns nothing.
  Optional<Sample> baseline(Game game, Player player) {
    return Optional.ofNullable(baselines.getOrDefault(game, Map.of()).get(player));
  }

  /// The game's name for a reader.
  static String title(Game game) {
    return switch (game) {
      case ASTERIX -> "Asterix";
      case BREAKOUT -> "Breakout";
      case FREEWAY -> "Freeway";
      case SEAQUEST -> "Seaquest";
      case SPACE_INVADERS -> "Space Invaders";
    };
  }

  /// The game's name in the id of a figure or a claim.
  static String id(Game game) {
    return game.word().replace('_', '-').toLowerCase(Locale.ROOT);
  }
}
