package org.evenkeel.paper.minatar;

import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleConsumer;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.train.Evaluation;
import org.evenkeel.envs.minatar.Game;
import org.evenkeel.envs.minatar.MinAtar;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.paper.games.Episodes;

/// What a player that learns nothing reaches in a game, as published results have it. Its random numbers are
/// always the same, whatever the seed of the study.
///
/// @param game which game
/// @param player who plays
record BaselineTrial(Game game, Player player) implements Trial {
  private static final int EPISODES = 200;

  /// Each of Freeway's has 2,501 steps.
  private static final int FREEWAY_EPISODES = 40;

  private static final long SEED = 20_170_806;

  /// The most steps of an episode, as the results that were made first have it, whatever this machine's language.
  private static final String LONGEST = String.format(Locale.ROOT, "%,d", Evaluation.LONGEST);

  int episodes() {
    return game == Game.FREEWAY ? FREEWAY_EPISODES : EPISODES;
  }

  @Override
  public String name() {
    return "minatar/" + game.id() + "/" + player.word();
  }

  @Override
  public String describe() {
    return "%s: %s; %s episodes of at most %s steps, seed %s"
        .formatted(name(), player.rules(game), episodes(), LONGEST, SEED);
  }

  @Override
  public double work() {
    return episodes() * (game == Game.FREEWAY ? 1_000.0 : 100.0);
  }

  @Override
  public Map<String, double[]> run(DoubleConsumer progress) {
    MinAtar environment = new MinAtar(game);
    Observation observation = new Observation(environment.spec().observation());
    Screen screen = new Screen(game, observation);
    RandomStream choices = new RandomStream(SEED + 1);
    double[] returns =
        new Episodes(environment, observation, new RandomStream(SEED))
            .play(() -> player.act(game, screen, choices), episodes(), progress);
    return Map.of(Episodes.RETURN, returns);
  }
}
