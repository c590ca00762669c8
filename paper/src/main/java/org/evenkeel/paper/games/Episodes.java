package org.evenkeel.paper.games;

import java.util.function.DoubleConsumer;
import java.util.function.IntSupplier;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.Step;
import org.evenkeel.core.train.Evaluation;

/// Episodes of a player that learns nothing.
///
/// @param environment what is played
/// @param observation where it shows itself
/// @param world decides the chance in it
public record Episodes(Environment environment, Observation observation, RandomStream world) {
  /// The column of a trial that has the return of each.
  public static final String RETURN = "return";

  /// Plays whole episodes.
  ///
  /// @param player chooses the next action
  /// @param progress hears the share done
  /// @return the return of each
  public double[] play(IntSupplier player, int episodes, DoubleConsumer progress) {
    int limit = environment.spec().maxEpisodeSteps();
    double[] returns = new double[episodes];
    for (int episode = 0; episode < episodes; episode++) {
      environment.reset(world, observation);
      boolean over = false;
      for (int step = 0; step < (limit == 0 ? Evaluation.LONGEST : limit) && !over; step++) {
        Step result = environment.step(player.getAsInt(), observation);
        returns[episode] += result.reward();
        over = result.ends();
      }
      progress.accept((episode + 1.0) / episodes);
    }
    return returns;
  }
}
