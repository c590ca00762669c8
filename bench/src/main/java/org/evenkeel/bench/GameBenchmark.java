package org.evenkeel.bench;

import java.util.concurrent.TimeUnit;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.env.Step;
import org.evenkeel.envs.minatar.Game;
import org.evenkeel.envs.minatar.MinAtar;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/// Measures a thousand steps of a MinAtar game with random actions: the game as in published results, the observation
/// of every step, and a new episode at every end.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class GameBenchmark {
  /// The number of steps per call.
  static final int STEPS = 1_000;

  /// The game.
  @Param({"ASTERIX", "BREAKOUT", "FREEWAY", "SEAQUEST", "SPACE_INVADERS"})
  public Game game = Game.ASTERIX;

  private final RandomStream random = new RandomStream(1);
  private final RandomStream actions = new RandomStream(2);
  private MinAtar environment = new MinAtar(game);
  private Observation observation = new Observation(environment.spec().frame());

  /// Returns the row's name.
  static String title(Game game) {
    return STEPS + " steps of " + game.id();
  }

  /// Starts the first episode.
  @Setup
  public void start() {
    environment = new MinAtar(game);
    observation = new Observation(environment.spec().frame());
    environment.reset(random, observation);
  }

  /// Plays a thousand steps.
  ///
  /// @return a value computed from the rewards and each observation, so that no work is optimized away
  @Benchmark
  public double play(AllocationCounters counters) {
    counters.before();
    double seen = 0;
    for (int i = 0; i < STEPS; i++) {
      Step step = environment.step(actions.nextInt(environment.spec().actions()), observation);
      seen += step.reward() + (observation.bits()[0] & 1);
      if (step.terminated()) {
        environment.reset(random, observation);
      }
    }
    counters.after();
    return seen;
  }
}
