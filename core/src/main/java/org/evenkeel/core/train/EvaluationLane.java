package org.evenkeel.core.train;

import org.evenkeel.core.agent.Targets;
import org.evenkeel.core.agent.Variants;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.FrameStack;
import org.evenkeel.core.env.Observation;
import org.evenkeel.core.env.RandomStream;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Step;

/// One environment of an evaluation, and the episode it is in.
final class EvaluationLane implements AutoCloseable {
  private final Environment environment;
  private final Spec spec;
  private final Variants variants;
  private final double epsilon;
  private final int limit;
  private final RandomStream random = new RandomStream(0);
  private final RandomStream exploring = new RandomStream(0);
  private final Observation frame;
  private final FrameStack stack;
  private PlayedEpisode episode = new PlayedEpisode();
  private boolean over = true;

  EvaluationLane(Environment environment, Variants variants, double epsilon) {
    this.environment = environment;
    this.spec = environment.spec();
    this.variants = variants;
    this.epsilon = epsilon;
    this.limit = spec.maxEpisodeSteps() == 0 ? Evaluation.LONGEST : spec.maxEpisodeSteps();
    this.frame = new Observation(spec.frame());
    this.stack = new FrameStack(spec);
  }

  Spec spec() {
    return spec;
  }

  /// Starts an episode, of which the seed decides everything.
  void start(long seed) {
    random.restart(seed);
    exploring.restart(Seeds.ofRandomActions(seed));
    episode.clear();
    over = false;
    environment.reset(random, frame);
    stack.start(environment, frame);
  }

  boolean over() {
    return over;
  }

  /// What the policy sees: the stack. A lost life means nothing to it here.
  Observation observation() {
    return stack.observation();
  }

  /// Takes the best action, or now and then a random one.
  ///
  /// @param q the values of the actions, from place `at` on
  void step(float[] q, int at) {
    int greedy = Targets.argmax(q, at, spec.actions());
    boolean explore = epsilon > 0 && exploring.nextDouble() < epsilon;
    int action = explore ? exploring.nextInt(spec.actions()) : greedy;
    Step step = environment.step(action, frame);
    stack.push(frame);
    boolean end = step.lifeLost() && variants.lifeLoss() == Variants.LifeLoss.ENDS;
    episode.add(q[at + greedy], step.reward(), end);
    boolean truncated = step.truncated() || episode.length == limit;
    over = step.terminated() || truncated;
    episode.terminated =
        step.terminated() || (truncated && variants.truncation() == Variants.Truncation.ENDS);
  }

  /// The episode, over or not: this object's own.
  PlayedEpisode episode() {
    return episode;
  }

  @Override
  public void close() {
    EpisodeInPlay.close(environment);
  }
}
