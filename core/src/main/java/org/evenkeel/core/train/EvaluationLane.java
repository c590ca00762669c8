package org.evenkeel.core.train;

import org.evenkeel.core.agent.Targets;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.EnvironmentCalls;
import org.evenkeel.core.env.FrameStack;
import org.evenkeel.core.env.Protocol;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Step;
import org.jspecify.annotations.Nullable;

/// One environment of an evaluation and its current episode. [#advance] may be called by any thread, one at a time.
final class EvaluationLane implements AutoCloseable {
  private final Environment environment;
  private final Spec spec;
  private final Protocol protocol;
  private final double epsilon;
  private final int limit;
  private final RandomStream random = new RandomStream(0);
  private final RandomStream exploring = new RandomStream(0);
  private final Observation frame;
  private final FrameStack stack;

  /// The row of its observation in the batch, maintained by the code that fills the batch; -1 for none.
  int row = -1;

  private @Nullable PlayedEpisode episode;
  private int number;
  private boolean started;
  private boolean over;
  private @Nullable Throwable failure;

  EvaluationLane(Environment environment, Protocol protocol, EvaluationPlan how) {
    this.environment = environment;
    this.spec = EnvironmentCalls.spec(environment);
    this.protocol = protocol;
    this.epsilon = how.epsilon();
    // If steps are counted, an endless episode uses all of them and one more, so it does not end
    // within them.
    int longest = Math.max(Evaluation.LONGEST, how.steps() + 1);
    this.limit = spec.maxEpisodeSteps() == 0 ? longest : spec.maxEpisodeSteps();
    this.frame = new Observation(spec.frame());
    this.stack = new FrameStack(spec);
  }

  Environment environment() {
    return environment;
  }

  /// Assigns an episode, determined by its seed alone. The next [#advance] starts it.
  void begin(int episodeNumber, long seed) {
    number = episodeNumber;
    random.restart(seed);
    exploring.restart(Seeds.ofRandomActions(seed));
    episode = new PlayedEpisode();
    started = false;
    over = false;
  }

  /// Whether this lane has no episode.
  boolean free() {
    return episode == null;
  }

  boolean started() {
    return started;
  }

  boolean over() {
    return over;
  }

  int number() {
    return number;
  }

  /// Returns the current episode.
  PlayedEpisode episode() {
    PlayedEpisode now = episode;
    if (now == null) {
      throw new IllegalStateException("this lane is free");
    }
    return now;
  }

  /// Gives up the current episode, finished or not.
  PlayedEpisode end() {
    PlayedEpisode now = episode();
    episode = null;
    over = false;
    return now;
  }

  /// Returns the policy's observation: the stack. Lost lives do not affect it.
  Observation observation() {
    return stack.observation();
  }

  /// Starts the episode, or takes the best action or, with probability epsilon, a random one. Exceptions are thrown
  /// later, by [#rethrowFailure].
  ///
  /// @param q the values of the actions, starting at position `at`; ignored if the episode starts
  void advance(float[] q, int at) {
    try {
      if (started) {
        step(episode(), q, at);
      } else {
        EnvironmentCalls.reset(environment, random, frame);
        stack.start(environment, frame);
        started = true;
      }
    } catch (RuntimeException | Error e) {
      failure = e;
    }
  }

  private void step(PlayedEpisode now, float[] q, int at) {
    int greedy = Targets.argmax(q, at, spec.actions());
    boolean explore = epsilon > 0 && exploring.nextDouble() < epsilon;
    int action = explore ? exploring.nextInt(spec.actions()) : greedy;
    Step step = EnvironmentCalls.step(environment, action, frame);
    stack.push(frame);
    boolean end = step.lifeLost() && protocol.lifeLossEnds();
    now.add(q[at + greedy], step.reward(), end);
    boolean truncated = step.truncated() || now.length == limit;
    over = step.terminated() || truncated;
    now.terminated = protocol.terminates(step, truncated);
  }

  /// Throws the environment's exception, if any, on the thread that waits for the result.
  void rethrowFailure() {
    switch (failure) {
      case null -> {}
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case Throwable e -> throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    EpisodeInPlay.close(environment);
  }
}
