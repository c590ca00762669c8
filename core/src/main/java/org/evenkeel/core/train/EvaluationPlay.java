package org.evenkeel.core.train;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;
import java.util.function.Supplier;
import org.evenkeel.core.agent.Policy;
import org.evenkeel.core.agent.PolicyBatch;
import org.evenkeel.core.data.Batch;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.EnvironmentCalls;
import org.evenkeel.core.env.SavesState;
import org.evenkeel.core.nn.Workers;
import org.jspecify.annotations.Nullable;

/// Plays the episodes of an evaluation, several at once in lanes. Each round makes one pass of the policy for all lanes
/// and then one step in each, shared among the threads.
///
/// Lanes matter with large networks: for one observation at a time, a pass of ten Nature networks reads 64 MB of
/// parameters for a single action.
///
/// The result does not depend on lanes or threads. Episode number e depends only on the e-th seed, and episodes are
/// counted in the order of their numbers: a finished episode waits until all earlier ones have finished. If the plan
/// counts steps, the last episode is known only afterwards; later ones that have been started are dropped. If some
/// state of an environment outlives an episode ([SavesState#outlivesEpisodes]), episodes are played one after another
/// in a single lane.
final class EvaluationPlay implements AutoCloseable {
  static final int LANES = 8;

  /// The number of parts in which progress is reported; it is also reported at least once in [#ROUNDS] rounds.
  private static final int PARTS = 1_000;

  private static final int ROUNDS = 128;

  /// The shortest duration, in nanoseconds, of a round of steps that is worth sharing among threads.
  private static final long SHARED_NANOS = 30_000;

  /// The environments, configuration and threads of an evaluation.
  ///
  /// @param environments the supplier, which creates an environment for each lane
  /// @param training the training whose rewards and discount the value estimates refer to
  /// @param how the evaluation plan
  /// @param workers the threads
  record Setting(
      Supplier<? extends Environment> environments,
      Training training,
      EvaluationPlan how,
      Workers workers) {}

  private final Setting setting;
  private final RandomStream seeds;
  private final List<EvaluationLane> lanes = new ArrayList<>();
  private final List<EvaluationLane> playing = new ArrayList<>();
  private final EvaluationTally tally;
  private final Batch batch;
  private final PolicyBatch policy;
  private final int actions;
  private final Workers.Task step = this::step;
  private float[] q = {};

  /// Finished episodes that wait for earlier ones, by number.
  private final Map<Integer, PlayedEpisode> waiting = new HashMap<>();

  private int most;
  private int begun;
  private long stepsTaken;
  private long rounds;
  private int told;
  private boolean shares;

  /// @param seeds the random stream that gives the seed of each episode
  EvaluationPlay(Setting setting, Policy policy, RandomStream seeds) {
    this.setting = setting;
    this.seeds = seeds;
    this.tally = new EvaluationTally(setting.training, setting.how);
    this.most = setting.how.steps() > 0 ? LANES : Math.min(LANES, setting.how.episodes());
    this.batch = new Batch(policy.input(), most);
    this.policy = policy.batch(most, setting.workers);
    this.actions = policy.network().outputs();
  }

  /// Plays the episodes and reports the fraction completed.
  ///
  /// @param stop polled in each round; if it returns true, there is no result
  @Nullable EvaluationResult play(BooleanSupplier stop, DoubleConsumer progress) {
    while (!tally.complete()) {
      if (stop.getAsBoolean()) {
        return null;
      }
      beginEpisodes();
      round();
      endEpisodes();
      tell(progress);
    }
    return tally.result();
  }

  /// Returns the result after a stop: that of the first episodes, as if no more had been requested; null if there are
  /// none.
  @Nullable EvaluationResult soFar() {
    return tally.episodes() == 0 ? null : tally.result();
  }

  /// Assigns the next episode to each free lane, as long as another one may be needed.
  private void beginEpisodes() {
    playing.clear();
    for (int i = 0; i < most; i++) {
      if (i == lanes.size() && needsAnother()) {
        addLane(EnvironmentCalls.make(setting.environments));
      }
      if (i < lanes.size()) {
        EvaluationLane lane = lanes.get(i);
        if (lane.free() && needsAnother()) {
          lane.begin(begun++, seeds.nextLong());
        }
        if (!lane.free()) {
          playing.add(lane);
        }
      }
    }
  }

  private void addLane(Environment environment) {
    for (EvaluationLane lane : lanes) {
      EpisodeInPlay.requireAnother(lane.environment(), environment);
    }
    lanes.add(lane(environment));
    SavesState saves = environment.as(SavesState.class);
    most = saves != null && saves.outlivesEpisodes() ? 1 : most;
  }

  private EvaluationLane lane(Environment environment) {
    try {
      return new EvaluationLane(environment, setting.training.protocol(), setting.how);
    } catch (RuntimeException | Error e) {
      try {
        EnvironmentCalls.close(environment); // no lane will
      } catch (RuntimeException closing) {
        e.addSuppressed(closing);
      }
      throw e;
    }
  }

  /// Whether the next episode to start may count, because those played so far are not enough.
  private boolean needsAnother() {
    return setting.how.steps() > 0
        ? stepsTaken < setting.how.steps()
        : begun < setting.how.episodes();
  }

  /// Makes one pass for all lanes that are within an episode, then one step in each; the other lanes start theirs.
  private void round() {
    int rows = 0;
    for (EvaluationLane lane : playing) {
      lane.row = lane.started() ? rows++ : -1;
    }
    batch.resize(rows);
    for (EvaluationLane lane : playing) {
      if (lane.row >= 0) {
        batch.set(lane.row, lane.observation());
      }
    }
    if (rows > 0) {
      q = policy.values(batch);
      stepsTaken += rows;
    }
    takeSteps();
    for (EvaluationLane lane : playing) {
      lane.rethrowFailure();
    }
  }

  /// Takes a step in every lane. Steps of a microsecond are not worth sharing among threads, so a round is timed now
  /// and then to decide.
  private void takeSteps() {
    boolean timed = rounds++ % ROUNDS < 2; // the very first round contains only episode starts
    if (shares && !timed) {
      setting.workers.run(playing.size(), step);
      return;
    }
    long start = timed ? System.nanoTime() : 0;
    for (int i = 0; i < playing.size(); i++) {
      step(i, 0);
    }
    if (timed) {
      shares = System.nanoTime() - start > SHARED_NANOS;
    }
  }

  private void step(int index, int worker) {
    EvaluationLane lane = playing.get(index);
    lane.advance(q, lane.row * actions);
  }

  private void endEpisodes() {
    for (EvaluationLane lane : playing) {
      if (lane.over()) {
        waiting.put(lane.number(), lane.end());
      }
    }
    PlayedEpisode next = waiting.remove(tally.episodes());
    while (next != null && !tally.complete()) {
      tally.add(next);
      next = waiting.remove(tally.episodes());
    }
    if (setting.how.steps() > 0 && stepsTaken >= setting.how.steps()) {
      dropUnneededEpisodes();
    }
  }

  /// Drops episodes that do not count because earlier ones suffice, if the plan counts steps.
  private void dropUnneededEpisodes() {
    for (EvaluationLane lane : playing) {
      if (!lane.free() && stepsBefore(lane.number()) >= setting.how.steps()) {
        lane.end();
      }
    }
  }

  private long stepsBefore(int number) {
    long steps = tally.steps();
    for (Map.Entry<Integer, PlayedEpisode> over : waiting.entrySet()) {
      steps += over.getKey() < number ? over.getValue().length : 0;
    }
    for (EvaluationLane lane : playing) {
      steps += !lane.free() && lane.number() < number ? lane.episode().length : 0;
    }
    return steps;
  }

  private void tell(DoubleConsumer progress) {
    double done =
        setting.how.steps() > 0
            ? (double) stepsTaken / setting.how.steps()
            : (double) (tally.episodes() + waiting.size()) / setting.how.episodes();
    int part = (int) Math.min(PARTS - 1, done * PARTS);
    if (part > told || rounds % ROUNDS == 0) {
      told = Math.max(part, told);
      progress.accept((double) told / PARTS);
    }
  }

  @Override
  public void close() {
    RuntimeException failure = null;
    for (EvaluationLane lane : lanes) {
      try {
        lane.close();
      } catch (RuntimeException e) {
        failure = failure == null ? e : failure; // the others are closed all the same
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
