package org.evenkeel.bench;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.EnvironmentCalls;
import org.evenkeel.core.env.Step;
import org.evenkeel.envs.CartPole;
import org.evenkeel.envs.Environments;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/// Measures a hundred steps of Atari's Breakout with random actions: the emulator, the 84 x 84 observation of every
/// step, and a new episode at every end.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class AtariBenchmark {
  /// The number of steps per call.
  static final int STEPS = 100;

  /// The way in which frames become observations.
  public enum View {
    /// The colours of two frames are averaged, as in the experiments of Averaged-DQN's authors.
    AVERAGED("/breakout"),
    /// The maximum of two frames is used.
    MAXIMUM("/breakout:pool=max"),
    /// The maximum of two frames is used, with eight frames per step. The additional time is that of four frames of the
    /// emulator.
    LONGER("/breakout:pool=max,skip=8");

    private final String name;

    View(String name) {
      this.name = name;
    }

    /// Returns the row's name.
    String title() {
      return STEPS
          + " steps of atari"
          + (this == AVERAGED ? name : ", " + name().toLowerCase(Locale.ROOT));
    }

    /// Returns a new game.
    ///
    /// @throws IllegalArgumentException with a message for the user if there is no ROM
    Environment environment() {
      return Environments.named("atari" + name).get();
    }
  }

  /// The way in which frames become observations.
  @Param({"AVERAGED", "MAXIMUM", "LONGER"})
  public View view = View.AVERAGED;

  private final RandomStream random = new RandomStream(1);
  private final RandomStream actions = new RandomStream(2);
  private Environment environment = new CartPole(); // until the view is known
  private Observation observation = new Observation(environment.spec().frame());

  /// Whether a name is that of one of these rows.
  static boolean has(String name) {
    return Stream.of(View.values()).anyMatch(view -> view.title().equals(name));
  }

  /// Starts the first episode.
  @Setup
  public void start() {
    environment = view.environment();
    observation = new Observation(environment.spec().frame());
    environment.reset(random, observation);
  }

  /// Plays a hundred steps.
  ///
  /// @return a value computed from the rewards and each observation, so that no work is optimized away
  @Benchmark
  public double play(AllocationCounters counters) {
    counters.before();
    double seen = 0;
    for (int i = 0; i < STEPS; i++) {
      Step step = environment.step(actions.nextInt(environment.spec().actions()), observation);
      seen += step.reward() + observation.bytes()[0];
      if (step.terminated()) {
        environment.reset(random, observation);
      }
    }
    counters.after();
    return seen;
  }

  /// Ends the game.
  @TearDown
  public void stop() {
    EnvironmentCalls.close(environment);
  }
}
