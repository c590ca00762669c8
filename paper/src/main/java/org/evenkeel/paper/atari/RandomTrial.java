package org.evenkeel.paper.atari;

import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.EnvironmentCalls;
import org.evenkeel.lab.config.Tasks;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.paper.games.Episodes;

/// What a player reaches that takes each action with the same probability, in the same environment as the runs. Its
/// random numbers are always the same, whatever the seed of the study.
///
/// @param game which game
/// @param environment its name with the options
record RandomTrial(String game, String environment) implements Trial {
  static final int EPISODES = 100;
  private static final long SEED = 20_170_806;

  /// An episode has some hundreds of steps of half a millisecond.
  private static final double WORK = EPISODES * 200_000.0;

  static RandomTrial of(String game) {
    return new RandomTrial(game, new AtariProtocol().environment(game));
  }

  @Override
  public String name() {
    return "atari/" + game + "/random";
  }

  @Override
  public String describe() {
    return "%s: each action with the same probability; %s episodes, seed %s"
        .formatted(environment, EPISODES, SEED);
  }

  @Override
  public double work() {
    return WORK;
  }

  @Override
  public void requireComputable() {
    var _ = Tasks.spec(environment, List.of());
  }

  @Override
  public Map<String, double[]> run(DoubleConsumer progress) {
    Environment made = Tasks.find(environment, List.of()).get();
    try {
      RandomStream choices = new RandomStream(SEED + 1);
      int actions = made.spec().actions();
      Observation frame = new Observation(made.spec().frame());
      double[] returns =
          new Episodes(made, frame, new RandomStream(SEED))
              .play(() -> choices.nextInt(actions), EPISODES, progress);
      return Map.of(Episodes.RETURN, returns);
    } finally {
      EnvironmentCalls.close(made);
    }
  }
}
