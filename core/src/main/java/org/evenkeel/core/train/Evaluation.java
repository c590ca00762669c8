package org.evenkeel.core.train;

import java.util.Arrays;
import java.util.function.Supplier;
import org.evenkeel.core.agent.Policy;
import org.evenkeel.core.agent.Targets;
import org.evenkeel.core.agent.Variants;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.FrameStack;
import org.evenkeel.core.env.Observation;
import org.evenkeel.core.env.RandomStream;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Step;
import org.evenkeel.core.internal.Checks;

/// Plays whole episodes with a policy, in an environment and with a random stream of its own, and compares
/// what the policy expected with what it got.
public final class Evaluation {
  /// In an episode cut short, a state's return counts if at most this share of its weight is missing.
  private static final double MISSING_WEIGHT = 0.01;

  /// An episode without a limit of its own is cut here: a policy may walk in circles for ever, as one does that
  /// stays at the surface in Seaquest.
  public static final int LONGEST = 10_000;

  private final Environment environment;
  private final Policy policy;
  private final Spec spec;
  private final Variants variants;
  private final double discount;
  private final double epsilon;
  private final RandomStream random;
  private final RandomStream episodeRandom = new RandomStream(0);
  private final Observation frame;
  private final FrameStack stack;
  private final float[] q;
  private double[] rewards = new double[1_024];
  private double[] values = new double[1_024];

  /// Steps behind which the learner saw no value: a lost life, where that is learned from as an end.
  private boolean[] ends = new boolean[1_024];

  private double valueSum;
  private double returnSum;
  private long states;

  private Evaluation(
      Environment environment,
      Policy policy,
      Training training,
      double epsilon,
      RandomStream random) {
    this.environment = environment;
    this.policy = policy;
    this.spec = environment.spec();
    this.variants = training.variants();
    this.discount = training.discount();
    this.epsilon = epsilon;
    this.random = random;
    this.frame = new Observation(spec.frame());
    this.stack = new FrameStack(spec);
    this.q = new float[spec.actions()];
  }

  /// Plays `episodes` episodes.
  ///
  /// @param random decides the random actions and each episode's seed
  static EvaluationResult of(
      Supplier<? extends Environment> environments,
      Policy policy,
      Training training,
      RandomStream random,
      int episodes,
      double epsilon) {
    Environment environment = environments.get();
    try {
      return new Evaluation(environment, policy, training, epsilon, random).play(episodes);
    } finally {
      EpisodeInPlay.close(environment);
    }
  }

  /// Plays `episodes` episodes, all decided by `seed`.
  ///
  /// @param training whose discount and rewards the value estimates speak of
  /// @param epsilon the probability of a random action
  public static EvaluationResult of(
      Supplier<? extends Environment> environments,
      Policy policy,
      Training training,
      long seed,
      int episodes,
      double epsilon) {
    Checks.atLeast("episodes", 1, episodes);
    Checks.probability("epsilon", epsilon);
    RandomStream random = new Seeds(seed).stream(Seeds.Purpose.EVALUATION, -1);
    return of(environments, policy, training, random, episodes, epsilon);
  }

  private EvaluationResult play(int episodes) {
    double[] returns = new double[episodes];
    double steps = 0;
    for (int e = 0; e < episodes; e++) {
      int length = playOne();
      steps += length;
      for (int t = 0; t < length; t++) {
        returns[e] += rewards[t];
      }
    }
    double mean = Arrays.stream(returns).sum() / episodes;
    double squares = 0;
    for (double r : returns) {
      squares += (r - mean) * (r - mean);
    }
    return new EvaluationResult(
        episodes,
        mean,
        episodes == 1 ? Double.NaN : StrictMath.sqrt(squares / (episodes - 1)),
        Arrays.stream(returns).min().getAsDouble(),
        Arrays.stream(returns).max().getAsDouble(),
        steps / episodes,
        states == 0 ? Double.NaN : valueSum / states,
        states == 0 ? Double.NaN : returnSum / states);
  }

  /// Plays one episode and returns its length.
  private int playOne() {
    episodeRandom.restart(random.nextLong());
    environment.reset(episodeRandom, frame);
    stack.start(environment, frame);
    int limit = spec.maxEpisodeSteps() == 0 ? LONGEST : spec.maxEpisodeSteps();
    int t = 0;
    boolean truncated = false;
    boolean terminated = false;
    while (!truncated && !terminated) {
      if (t == rewards.length) {
        rewards = Arrays.copyOf(rewards, 2 * t);
        values = Arrays.copyOf(values, 2 * t);
        ends = Arrays.copyOf(ends, 2 * t);
      }
      policy.values(stack.observation(), q);
      int greedy = Targets.argmax(q, 0, q.length);
      values[t] = q[greedy];
      boolean explore = epsilon > 0 && random.nextDouble() < epsilon;
      Step step = environment.step(explore ? random.nextInt(q.length) : greedy, frame);
      stack.push(frame);
      rewards[t] = step.reward();
      ends[t] = step.lifeLost() && variants.lifeLoss() == Variants.LifeLoss.ENDS;
      t++;
      terminated = step.terminated();
      truncated = step.truncated() || t == limit;
    }
    compare(t, terminated || variants.truncation() == Variants.Truncation.ENDS);
    return t;
  }

  /// Adds the states whose return is known to the comparison of values and returns, both as the learner
  /// sees them: rewards as learned from, and nothing behind what it learns from as an end.
  private void compare(int length, boolean terminated) {
    double discounted = 0;
    double missing = terminated ? 0 : 1;
    for (int t = length - 1; t >= 0; t--) {
      discounted = variants.rewards().learned(rewards[t]) + (ends[t] ? 0 : discount * discounted);
      missing = ends[t] ? 0 : missing * discount;
      if (missing <= MISSING_WEIGHT) {
        valueSum += values[t];
        returnSum += discounted;
        states++;
      }
    }
  }
}
