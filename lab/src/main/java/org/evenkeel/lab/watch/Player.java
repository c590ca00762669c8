package org.evenkeel.lab.watch;

import java.util.List;
import java.util.function.Supplier;
import org.evenkeel.core.agent.Policy;
import org.evenkeel.core.agent.Targets;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.EnvironmentCalls;
import org.evenkeel.core.env.FrameStack;
import org.evenkeel.core.env.HasLegend;
import org.evenkeel.core.env.HasScreen;
import org.evenkeel.core.env.Legend;
import org.evenkeel.core.env.SkipsFrames;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Step;
import org.evenkeel.core.internal.Checks;
import org.evenkeel.core.train.Evaluation;
import org.evenkeel.core.train.Seeds;
import org.jspecify.annotations.Nullable;

/// Plays episodes one moment at a time. With the same seed they are exactly those of
/// [org.evenkeel.core.train.Evaluation].
///
/// A player may be used by one thread only.
public final class Player implements AutoCloseable {
  /// The number of frames that a television shows per second.
  private static final int TELEVISION = 60;

  /// A number of steps per second that is easy to follow.
  private static final int STEPS_PER_SECOND = 10;

  private final Environment environment;
  private final @Nullable Policy policy;
  private final Spec spec;
  private final double epsilon;
  private final int maxSteps;
  private final RandomStream seeds;
  private final RandomStream episodeRandom = new RandomStream(0);
  private final RandomStream exploring = new RandomStream(0);
  private final Observation frame;
  private final FrameStack stack;
  private final Palette palette = Palette.ofScreen();
  private int episode;
  private int step;
  private double total;
  private Moment now;

  /// Creates a player at the start of its first episode.
  ///
  /// @param policy the policy; null for random actions only
  /// @param seed the seed from which all random numbers are derived
  /// @param epsilon the probability of a random action
  /// @param maxSteps the number of steps after which an episode is cut off
  public Player(
      Supplier<? extends Environment> environments,
      @Nullable Policy policy,
      long seed,
      double epsilon,
      int maxSteps) {
    Checks.probability("epsilon", epsilon);
    Checks.atLeast("maxSteps", 1, maxSteps);
    this.environment = EnvironmentCalls.make(environments);
    try {
      this.spec = EnvironmentCalls.spec(environment);
      this.policy = policy;
      if (policy != null) {
        requireFits(policy, spec);
      }
      this.epsilon = policy == null ? 1 : epsilon;
      this.maxSteps = maxSteps;
      this.seeds = new Seeds(seed).stream(Seeds.Purpose.EVALUATION, -1);
      this.frame = new Observation(spec.frame());
      this.stack = new FrameStack(spec);
      this.now = start();
    } catch (RuntimeException | Error e) {
      try {
        EnvironmentCalls.close(environment); // nobody else can close it
      } catch (RuntimeException closing) {
        e.addSuppressed(closing);
      }
      throw e;
    }
  }

  private static void requireFits(Policy policy, Spec spec) {
    if (!policy.input().equals(spec.observation())) {
      throw new IllegalArgumentException(
          "the policy observes %s, but the environment shows %s"
              .formatted(policy.input(), spec.observation()));
    }
    if (policy.network().outputs() != spec.actions()) {
      throw new IllegalArgumentException(
          "the policy chooses from %d actions, but the environment has %d"
              .formatted(policy.network().outputs(), spec.actions()));
    }
  }

  /// Returns the observations and actions.
  public Spec spec() {
    return spec;
  }

  /// Returns the names of actions and observations; empty lists if the environment has none.
  public Legend legend() {
    HasLegend named = environment.as(HasLegend.class);
    return named == null ? new Legend(List.of(), List.of()) : named.legend();
  }

  /// Returns a good number of steps per second: the game's own speed if its frame rate is known.
  public int stepsPerSecond() {
    SkipsFrames skips = environment.as(SkipsFrames.class);
    return skips == null
        ? STEPS_PER_SECOND
        : Math.clamp(Math.round((float) TELEVISION / skips.framesPerStep()), 1, 50);
  }

  /// Returns the current moment.
  public Moment now() {
    return now;
  }

  /// Continues to the next moment of this episode or, after its last one, to the first of the next.
  public Moment next() {
    now = now.last() ? start() : play();
    return now;
  }

  private Moment start() {
    long seed = seeds.nextLong();
    episodeRandom.restart(seed);
    exploring.restart(Seeds.ofRandomActions(seed));
    EnvironmentCalls.reset(environment, episodeRandom, frame);
    stack.start(environment, frame);
    episode++;
    step = 0;
    total = 0;
    return moment(choose(), 0, Moment.End.NONE);
  }

  private Moment play() {
    Step taken = EnvironmentCalls.step(environment, now.choice().action(), frame);
    stack.push(frame);
    step++;
    total += taken.reward();
    int limit = spec.maxEpisodeSteps() == 0 ? Evaluation.LONGEST : spec.maxEpisodeSteps();
    Moment.End end = Moment.End.NONE;
    if (taken.terminated()) {
      end = Moment.End.TERMINATED;
    } else if (taken.truncated() || step == limit) {
      end = Moment.End.TRUNCATED;
    } else if (step == maxSteps) {
      end = Moment.End.CUT;
    }
    return moment(end == Moment.End.NONE ? choose() : Moment.Choice.NONE, taken.reward(), end);
  }

  private Moment moment(Moment.Choice choice, double reward, Moment.End end) {
    Observation copy = new Observation(spec.frame());
    copy.copyFrom(frame);
    HasScreen shown = environment.as(HasScreen.class);
    Screenshot screen = shown == null ? null : Screenshot.of(shown, palette);
    return new Moment(episode, step, copy, screen, choice, reward, total, end);
  }

  private Moment.Choice choose() {
    Policy asked = policy;
    float[] q = new float[asked == null ? 0 : spec.actions()];
    float[][] each = new float[asked == null ? 0 : asked.sets()][spec.actions()];
    if (asked != null) {
      asked.values(stack.observation(), q, each);
    }
    boolean explore = epsilon > 0 && exploring.nextDouble() < epsilon;
    int action =
        explore || asked == null
            ? exploring.nextInt(spec.actions())
            : Targets.argmax(q, 0, q.length);
    return new Moment.Choice(action, explore, q, each);
  }

  /// Closes the environment, if it can be closed.
  @Override
  public void close() {
    EnvironmentCalls.close(environment);
  }
}
