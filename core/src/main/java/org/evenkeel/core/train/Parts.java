package org.evenkeel.core.train;

import java.util.function.Supplier;
import org.evenkeel.core.agent.Architecture;
import org.evenkeel.core.agent.Ensemble;
import org.evenkeel.core.agent.Learner;
import org.evenkeel.core.agent.LearnerSettings;
import org.evenkeel.core.agent.SnapshotWindow;
import org.evenkeel.core.agent.TargetPasses;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.EnvironmentCalls;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.nn.Network;
import org.evenkeel.core.nn.Workers;
import org.evenkeel.core.replay.Memory;
import org.evenkeel.core.replay.ReplayBuffer;
import org.jspecify.annotations.Nullable;

/// The parts of a run, all created in one place.
///
/// @param identity the identity of the run
/// @param workers the threads
/// @param episode the training environment
/// @param replay the replay buffer
/// @param learner the networks
/// @param explorer the training policy
record Parts(
    RunIdentity identity,
    Workers workers,
    EpisodeInPlay episode,
    ReplayBuffer replay,
    Learner learner,
    Explorer explorer)
    implements AutoCloseable {
  /// Creates all parts of a run. If one cannot be created, those before it are closed.
  static Parts of(
      Supplier<? extends Environment> environments,
      Training training,
      long seed,
      Execution execution) {
    training.check();
    Seeds seeds = new Seeds(seed);
    Environment environment = EnvironmentCalls.make(environments);
    @Nullable Workers workers = null;
    @Nullable ReplayBuffer replay = null;
    try {
      if (training.evaluation().periodSteps() > 0) {
        requireAnother(environments, environment);
      }
      EpisodeInPlay episode = new EpisodeInPlay(environment, seeds, training.protocol());
      Spec spec = episode.spec();
      RunIdentity identity =
          RunIdentity.of(EnvironmentCalls.identity(environment), spec, seed, training);
      Network network = network(training.network(), spec);
      workers = Workers.of(execution.threads());
      replay = made(training.replay(), () -> training.replay().create(needs(training, spec)));
      Learner learner =
          new Learner(
              learnerSettings(network, training, execution),
              made(training.initializer(), () -> initialParameters(network, training, seeds)),
              workers);
      Explorer explorer = new Explorer(training, spec.actions(), learner, seeds);
      return new Parts(identity, workers, episode, replay, learner, explorer);
    } catch (RuntimeException | Error e) {
      try (Workers _ = workers;
          ReplayBuffer _ = replay) {
        EpisodeInPlay.close(environment);
      } catch (RuntimeException closing) {
        e.addSuppressed(closing); // the first failure is the one to report
      }
      throw e;
    }
  }

  /// Builds the network of an architecture, which may be user-written.
  private static Network network(Architecture architecture, Spec spec) {
    Network network =
        made(architecture, () -> architecture.build(spec.observation(), spec.actions()));
    if (!network.input().equals(spec.observation()) || network.outputs() != spec.actions()) {
      throw new IllegalArgumentException(
          "%s must build a network from %s to %d actions, built one from %s to %d"
              .formatted(
                  architecture.getClass().getName(),
                  spec.observation(),
                  spec.actions(),
                  network.input(),
                  network.outputs()));
    }
    return network;
  }

  /// Returns the result of a part. Null and exceptions become a message that names the part's class.
  private static <T> T made(Object part, Supplier<@Nullable T> make) {
    @Nullable T made;
    try {
      made = make.get();
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw e; // it already has a clear message
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(part.getClass().getName() + " failed: " + e, e);
    }
    if (made == null) {
      throw new IllegalArgumentException(part.getClass().getName() + " returned null");
    }
    return made;
  }

  /// Checks that the supplier returns a new environment for evaluations.
  private static void requireAnother(
      Supplier<? extends Environment> environments, Environment environment) {
    Environment second = EnvironmentCalls.make(environments);
    EpisodeInPlay.requireAnother(environment, second);
    EpisodeInPlay.close(second);
  }

  /// Returns the requirements of a run on such an environment for its replay buffer.
  static Memory.Needs needs(Training training, Spec spec) {
    return new Memory.Needs(
        spec,
        training.protocol(),
        training.nStep(),
        training.discount(),
        training.algorithm().bootstrap().needsNextAction());
  }

  /// Returns the settings of the learner, including how often each stored state is drawn in a target period.
  static LearnerSettings learnerSettings(Network network, Training training, Execution execution) {
    Schedule schedule = training.schedule();
    double updates =
        training.window().clock() == SnapshotWindow.Clock.UPDATES
            ? schedule.targetPeriod()
            : (double) schedule.targetPeriod()
                / schedule.updatePeriodSteps()
                * schedule.updatesPerPeriod();
    double minibatches =
        training.ensemble().minibatches() == Ensemble.Minibatches.OWN
            ? training.algorithm().learners()
            : 1;
    double filled = (double) Math.min(training.replay().capacity(), schedule.steps());
    return new LearnerSettings(
        network,
        training.algorithm(),
        training.optimizer(),
        training.learningRate(),
        training.loss(),
        training.maxGradientNorm(),
        schedule.batchSize(),
        training.window(),
        training.ensemble(),
        training.roles(),
        // The processor then computes too few targets to cache their values.
        execution.accelerator() == null ? execution.targetPasses() : TargetPasses.TOGETHER,
        (int) Math.min(Integer.MAX_VALUE, training.replay().capacity() + 1L),
        updates * minibatches * schedule.batchSize() / filled);
  }

  /// Returns the initial parameters of every network, each from its own random stream.
  static float[][] initialParameters(Network network, Training training, Seeds seeds) {
    float[][] initial = new float[Learner.initialSets(training.algorithm(), training.window())][];
    for (int i = 0; i < initial.length; i++) {
      initial[i] =
          network.newParameters(training.initializer(), seeds.stream(Seeds.Purpose.NETWORK, i));
    }
    return initial;
  }

  /// Closes all parts, even if one throws.
  @Override
  public void close() {
    try (Workers _ = workers;
        ReplayBuffer _ = replay) {
      episode.close();
    }
  }
}
