package org.evenkeel.paper.games;

import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;
import java.util.function.IntSupplier;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.EnvironmentCalls;
import org.evenkeel.core.env.Step;
import org.evenkeel.core.train.Evaluation;
import org.evenkeel.lab.config.Tasks;
import org.evenkeel.lab.study.Trial;

/// A trial in which a player that learns nothing plays complete episodes. Its random numbers are always the same,
/// whatever the seed of the study.
///
/// @param name the trial's name
/// @param describe everything that its result depends on
/// @param environment the environment's name with its options
/// @param episodes the number of episodes
/// @param work the work, in the units of [Trial#work]
/// @param player the player
public record BaselineTrial(
    String name, String describe, String environment, int episodes, double work, Player player)
    implements Trial {
  /// The column with the return of each episode.
  public static final String RETURN = "return";

  /// The seed of the environment. The player uses the next one.
  public static final long SEED = 20_170_806;

  /// A player that learns nothing.
  @FunctionalInterface
  public interface Player {
    /// Starts to play.
    ///
    /// @param actions the number of actions to choose from
    /// @param observation the environment's observation, updated after every step
    /// @param random the player's own random numbers
    /// @return a supplier that chooses the next action
    IntSupplier sitDown(int actions, Observation observation, RandomStream random);
  }

  /// A player that takes each action with the same probability.
  public static final Player RANDOM = (actions, _, random) -> () -> random.nextInt(actions);

  @Override
  public void requireComputable() {
    var _ = Tasks.spec(environment, List.of());
  }

  @Override
  public Map<String, double[]> run(DoubleConsumer progress) {
    Environment made = Tasks.find(environment, List.of()).get();
    try {
      return Map.of(RETURN, play(made, progress));
    } finally {
      EnvironmentCalls.close(made);
    }
  }

  private double[] play(Environment made, DoubleConsumer progress) {
    RandomStream world = new RandomStream(SEED);
    Observation observation = new Observation(made.spec().frame());
    IntSupplier choices =
        player.sitDown(made.spec().actions(), observation, new RandomStream(SEED + 1));
    int limit = made.spec().maxEpisodeSteps();
    double[] returns = new double[episodes];
    for (int episode = 0; episode < episodes; episode++) {
      made.reset(world, observation);
      boolean over = false;
      for (int step = 0; step < (limit == 0 ? Evaluation.LONGEST : limit) && !over; step++) {
        Step result = made.step(choices.getAsInt(), observation);
        returns[episode] += result.reward();
        over = result.ends();
      }
      progress.accept((episode + 1.0) / episodes);
    }
    return returns;
  }
}
