package org.evenkeel.cuda;

import java.lang.foreign.MemorySegment;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Architecture;
import org.evenkeel.core.agent.Bootstrap;
import org.evenkeel.core.agent.Combine;
import org.evenkeel.core.agent.Ensemble;
import org.evenkeel.core.agent.Exploration;
import org.evenkeel.core.agent.Roles;
import org.evenkeel.core.agent.SnapshotWindow;
import org.evenkeel.core.data.Form;
import org.evenkeel.core.data.RandomStream;
import org.evenkeel.core.nn.Layer;
import org.evenkeel.core.nn.Loss;
import org.evenkeel.core.nn.Network;
import org.evenkeel.core.nn.Optimizer;
import org.evenkeel.core.replay.Memory;
import org.evenkeel.core.replay.Sampling;
import org.evenkeel.core.train.RunOutline;
import org.evenkeel.core.train.Seeds;
import org.evenkeel.core.train.Training;
import org.evenkeel.envs.minatar.Game;
import org.evenkeel.envs.minatar.MinAtar;
import org.evenkeel.envs.minatar.MinAtarOptions;

/// The settings of a run that the GPU can compute, or the reason why it cannot.
final class RunSettings {
  /// The most rows in a minibatch.
  static final int ROWS = 32;

  static final int INPUTS = 1_024;
  static final int HIDDEN = 128;
  static final int FILTERS = 16;

  /// The most networks in a combination.
  static final int MOST_NETWORKS = 64;

  private static final String FAMILY = "minatar/";

  private final Training training;
  private final Game game;
  private final MinAtarOptions options;
  private final int channels;
  private final int actions;
  private final Network network;
  private final long seed;

  RunSettings(RunOutline run, long seed) {
    String refusal = refusal(run);
    if (!refusal.isEmpty()) {
      throw new IllegalArgumentException(refusal);
    }
    training = run.training();
    this.seed = seed;
    String[] name = run.environment().substring(FAMILY.length()).split(":", 2);
    game = game(name[0]);
    options = MinAtarOptions.parse(name[1]);
    channels = game.channels().size();
    actions = run.spec().actions();
    network = run.network();
  }

  private static Game game(String id) {
    for (Game game : Game.values()) {
      if (game.id().equals(id)) {
        return game;
      }
    }
    throw new IllegalArgumentException("unknown game '" + id + "'");
  }

  /// Returns the setting for which the GPU cannot compute a run; empty if it can.
  static String refusal(RunOutline run) {
    Training t = run.training();
    if (!run.environment().startsWith(FAMILY)) {
      return "the environment is %s, but only the MinAtar games are supported so far"
          .formatted(run.environment());
    }
    if (run.spec().maxEpisodeSteps() != 0) {
      return "episodes are limited to %d steps, but only games without a limit are supported"
          .formatted(run.spec().maxEpisodeSteps());
    }
    if (!isMinAtarNetwork(run)) {
      return "the network has the layers %s, but only the network kind min-atar is supported so far"
          .formatted(run.network().layers());
    }
    if (!(t.optimizer() instanceof Optimizer.Named)) {
      return custom("the optimizer", t.optimizer());
    }
    if (!(t.algorithm().combine() instanceof Combine.Named)) {
      return custom("the combination", t.algorithm().combine());
    }
    if (t.algorithm().estimates() instanceof Algorithm.Estimates.MovingAverage) {
      return averaged("moving-average");
    }
    if (t.algorithm().estimates() instanceof Algorithm.Estimates.WeightMean) {
      return averaged("weight-mean");
    }
    if (!(t.algorithm().bootstrap() instanceof Bootstrap.Named)) {
      return custom("the bootstrap", t.algorithm().bootstrap());
    }
    if (!(t.exploration() instanceof Exploration.Named)) {
      return custom("the exploration", t.exploration());
    }
    if (!(t.replay() instanceof Memory.Frames frames)) {
      return custom("the replay buffer", t.replay());
    }
    if (!(frames.sampling() instanceof Sampling.Uniform)) {
      return "the replay buffer is prioritized, but only uniform ones are supported so far";
    }
    if (t.schedule().batchSize() > ROWS) {
      return "batchSize must be at most %d, was %d".formatted(ROWS, t.schedule().batchSize());
    }
    if (t.algorithm().k() > MOST_NETWORKS) {
      return "k must be at most %d, was %d".formatted(MOST_NETWORKS, t.algorithm().k());
    }
    if (t.algorithm().learners() > 1 && t.ensemble().update() == Ensemble.Update.ONE) {
      return "ensemble.update is one, but only all is supported so far";
    }
    return "";
  }

  private static String averaged(String estimates) {
    return "algorithm.estimates is %s, but only snapshots and learners are supported so far"
        .formatted(estimates);
  }

  private static String custom(String what, Object part) {
    return "%s is %s, a class of its own, and only the library's are supported"
        .formatted(what, part.getClass().getName());
  }

  private static boolean isMinAtarNetwork(RunOutline run) {
    Form input = run.spec().observation();
    for (boolean dueling : new boolean[] {false, true}) {
      Architecture wanted = new Architecture.MinAtar(dueling);
      if (wanted.build(input, run.spec().actions()).layers().equals(run.network().layers())) {
        return true;
      }
    }
    return false;
  }

  Training training() {
    return training;
  }

  Game game() {
    return game;
  }

  int actions() {
    return actions;
  }

  int learners() {
    return training.algorithm().learners();
  }

  int k() {
    return training.algorithm().k();
  }

  int moments() {
    return training.optimizer().moments();
  }

  /// The most updates in a step.
  int updatesPerStep() {
    return training.schedule().updatesPerPeriod();
  }

  int capacity() {
    return training.replay().capacity();
  }

  int parameters() {
    return network.parameterCount();
  }

  /// Floats from one parameter set to the next.
  int stride() {
    return (parameters() + 63) / 64 * 64;
  }

  /// The bits of a frame.
  int frameBits() {
    return 100 * channels;
  }

  /// The bytes of a frame in a replay buffer.
  int frameBytes() {
    return (frameBits() + 7) / 8;
  }

  /// The 32-bit words of a frame.
  int words() {
    return (frameBits() + 31) / 32;
  }

  private boolean dueling() {
    return network.layers().getLast() instanceof Layer.Dueling;
  }

  /// Writes all settings, which never change, to a run on the device.
  void write(MemorySegment run) {
    writeGame(run);
    writeAlgorithm(run);
    writeLearning(run);
    writeOptimizer(run);
    int convolution = (9 * channels + 1) * FILTERS;
    RunField.PARAMETERS.set(run, parameters());
    RunField.STRIDE.set(run, stride());
    RunField.DENSE_AT.set(run, convolution);
    RunField.OUT_AT.set(run, convolution + (INPUTS + 1) * HIDDEN);
    RunField.OUTPUTS.set(run, actions + (dueling() ? 1 : 0));
    RunField.DUELING.set(run, dueling());
  }

  private void writeGame(MemorySegment run) {
    RunField.GAME.set(run, number(game));
    RunField.CHANNELS.set(run, channels);
    RunField.WORDS.set(run, words());
    RunField.ACTIONS.set(run, actions);
    long map = 0;
    for (int a = 0; a < actions; a++) {
      boolean all = options.actions() == MinAtar.ActionSet.FULL;
      map |= (all ? a : (long) game.minimalActions().get(a)) << (4 * a);
    }
    RunField.ACTION_MAP.set(run, map);
    RunField.RAMPING.set(run, options.ramping());
    RunField.STICKY.setDouble(run, options.sticky());
    RunField.REWARDS.set(
        run,
        switch (training.protocol().rewards()) {
          case AS_GIVEN -> 0;
          case SIGN -> 1;
          case CLIPPED -> 2;
        });
    RunField.CAPACITY.set(run, capacity());
    RunField.N_STEP.set(run, training.nStep());
    RunField.NEEDS_NEXT_ACTION.set(run, training.algorithm().bootstrap().needsNextAction());
    RunField.DISCOUNT.setDouble(run, training.discount());
    // Seeds.seed without the number of the episode, which the device adds.
    long environment = RandomStream.mix(seed ^ RandomStream.mix(4));
    RunField.ENVIRONMENT_SEED.set(run, environment);
    checkSeed(environment);
  }

  /// Guards the formula above against a change in [Seeds].
  private void checkSeed(long environment) {
    long first = RandomStream.mix(environment + RandomStream.mix(0x9E3779B97F4A7C15L));
    if (first != new Seeds(seed).seed(Seeds.Purpose.ENVIRONMENT, 0)) {
      throw new IllegalStateException("the seeds of episodes are computed in another way");
    }
  }

  /// The number of a game in `minatar.cuh`.
  private static int number(Game game) {
    return switch (game) {
      case ASTERIX -> 0;
      case BREAKOUT -> 1;
      case FREEWAY -> 2;
      case SEAQUEST -> 3;
      case SPACE_INVADERS -> 4;
    };
  }

  private void writeAlgorithm(MemorySegment run) {
    Algorithm algorithm = training.algorithm();
    boolean ring = algorithm.estimates() instanceof Algorithm.Estimates.Snapshots;
    RunField.K.set(run, k());
    RunField.LEARNERS.set(run, learners());
    RunField.RING.set(run, ring);
    RunField.GROWING.set(run, ring && training.window().start() == SnapshotWindow.Start.GROWING);
    switch ((Combine.Named) algorithm.combine()) {
      case Combine.Mean _ -> RunField.COMBINE.set(run, 0);
      case Combine.RecencyWeighted weighted -> {
        RunField.COMBINE.set(run, 1);
        RunField.DECAY.setDouble(run, weighted.decay());
      }
      case Combine.Min _ -> RunField.COMBINE.set(run, 2);
    }
    RunField.BOOTSTRAP.set(
        run,
        switch ((Bootstrap.Named) algorithm.bootstrap()) {
          case MAX -> 0;
          case DOUBLE -> 1;
          case ACTION_TAKEN -> 2;
        });
    Roles roles = training.roles();
    RunField.ACTOR.set(
        run,
        switch (roles.actor()) {
          case ONLINE -> 0;
          case COMBINED -> 1;
          case ONE_LEARNER -> 2;
        });
    RunField.TIES_RANDOM.set(run, roles.ties() == Roles.Ties.RANDOM);
    RunField.EVALUATES_ONLINE.set(run, roles.evaluated() == Roles.Evaluated.ONLINE);
    RunField.SHARED_MINIBATCH.set(
        run, training.ensemble().minibatches() == Ensemble.Minibatches.SHARED);
  }

  private void writeLearning(MemorySegment run) {
    RunField.BATCH.set(run, training.schedule().batchSize());
    RunField.LOSS.set(
        run,
        switch (training.loss().kind()) {
          case SQUARED -> 0;
          case HALF_SQUARED -> 1;
          case HUBER -> 2;
        });
    RunField.LOSS_IS_MEAN.set(run, training.loss().reduction() == Loss.Reduction.MEAN);
    RunField.MAX_NORM.setDouble(run, training.maxGradientNorm());
    RunField.UPDATE_PERIOD.set(run, training.schedule().updatePeriodSteps());
    RunField.UPDATES_PER_PERIOD.set(run, training.schedule().updatesPerPeriod());
    RunField.TARGET_PERIOD.set(run, training.schedule().targetPeriod());
    RunField.CLOCK_COUNTS_UPDATES.set(
        run, training.window().clock() == SnapshotWindow.Clock.UPDATES);
  }

  private void writeOptimizer(MemorySegment run) {
    RunField.MOMENTS.set(run, moments());
    switch ((Optimizer.Named) training.optimizer()) {
      case Optimizer.Adam a -> adam(run, a.beta1(), a.beta2(), a.epsilon());
      case Optimizer.TensorFlowAdam a -> adam(run, a.beta1(), a.beta2(), a.epsilon());
      case Optimizer.NatureRmsProp n -> decaying(run, 1, n.decay(), n.epsilon());
      case Optimizer.PyTorchRmsProp p -> {
        decaying(run, 2, p.alpha(), p.epsilon());
        RunField.MOMENTUM.setDouble(run, p.momentum());
        RunField.CENTERED.set(run, p.centered());
      }
      case Optimizer.Sgd s -> {
        RunField.RULE.set(run, 3);
        RunField.MOMENTUM.setDouble(run, s.momentum());
        RunField.NESTEROV.set(run, s.nesterov());
      }
    }
  }

  private static void adam(MemorySegment run, double beta1, double beta2, double epsilon) {
    decaying(run, 0, beta1, epsilon);
    RunField.BETA2.setDouble(run, beta2);
    RunField.REST2.setDouble(run, 1 - beta2);
  }

  private static void decaying(MemorySegment run, int rule, double decay, double epsilon) {
    RunField.RULE.set(run, rule);
    RunField.BETA1.setDouble(run, decay);
    RunField.REST1.setDouble(run, 1 - decay);
    RunField.EPSILON.setDouble(run, epsilon);
  }
}
