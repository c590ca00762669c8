package org.evenkeel.bench;

import java.util.Locale;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Exploration;
import org.evenkeel.core.agent.SnapshotWindow;
import org.evenkeel.core.agent.TargetPasses;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.Protocol;
import org.evenkeel.core.nn.Loss;
import org.evenkeel.core.nn.Optimizer;
import org.evenkeel.core.train.EvaluationPlan;
import org.evenkeel.core.train.Execution;
import org.evenkeel.core.train.Schedule;
import org.evenkeel.core.train.Training;
import org.evenkeel.envs.CartPole;
import org.evenkeel.envs.Environments;
import org.evenkeel.envs.minatar.Game;
import org.evenkeel.envs.minatar.MinAtar;
import org.evenkeel.lab.config.Preset;

/// A training run to measure: DQN on CartPole, as `bench/peers/training` trains it with Stable-Baselines3; DQN or
/// Averaged-DQN on MinAtar's or Atari's Breakout, as `bench/peers/minatar` and `bench/peers/atari` train them with
/// PyTorch.
public enum TrainingSetting {
  /// The same as `DQN("MlpPolicy", "CartPole-v1")` in Stable-Baselines3.
  SB3_DEFAULTS,
  /// A larger network and minibatch, and an update on every step.
  EVERY_STEP,
  /// [#EVERY_STEP] with cached target-network values: identical bits with fewer passes.
  EVERY_STEP_REMEMBERED,
  /// DQN on MinAtar's Breakout with the hyper-parameters of MinAtar's authors.
  MINATAR_1,
  /// [#MINATAR_1] with the mean of ten target networks, cached as a training run does by default.
  MINATAR_10,
  /// [#MINATAR_10] with all ten passes made at every update.
  MINATAR_10_TOGETHER,
  /// DQN on Atari's Breakout with the hyper-parameters of the paper.
  ATARI_1,
  /// [#ATARI_1] with the mean of ten target networks, cached as a training run does by default.
  ATARI_10,
  /// [#ATARI_10] with all ten passes made at every update.
  ATARI_10_TOGETHER;

  private static final EvaluationPlan NONE = new EvaluationPlan(0, 1, 0, 1);

  private static final String ATARI = "atari/breakout";

  /// The protocol of the peers: they clip rewards, and their frame stacks extend across lost lives.
  private static final Protocol PEERS =
      new Protocol(
          Protocol.Truncation.ENDS,
          Protocol.LifeLoss.ENDS,
          Protocol.Rewards.CLIPPED,
          Protocol.Stacks.THROUGH);

  private static final int MINATAR_MEMORY = 100_000;

  /// The capacity of the replay buffer for Atari, a hundredth of the paper's: see [#atari].
  private static final int ATARI_MEMORY = 10_000;

  private static final int ATARI_TARGET_PERIOD = 100;

  /// Returns the name as typed on the command line, such as `every-step`.
  public String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// Returns the hyper-parameters.
  public Training training() {
    return switch (this) {
      case SB3_DEFAULTS -> cartPole(1_000_000, cartPoleSchedule(4, 32, 10_000)).hidden(64, 64);
      case EVERY_STEP -> cartPole(10_000, cartPoleSchedule(1, 64, 500)).hidden(120, 84);
      case EVERY_STEP_REMEMBERED -> EVERY_STEP.training();
      case MINATAR_1 -> minAtar(Algorithm.dqn());
      case MINATAR_10 -> minAtar(Algorithm.averaged(10));
      case MINATAR_10_TOGETHER -> MINATAR_10.training();
      case ATARI_1 -> atari(Algorithm.dqn());
      case ATARI_10 -> atari(Algorithm.averaged(10));
      case ATARI_10_TOGETHER -> ATARI_10.training();
    };
  }

  /// Returns the execution settings.
  public Execution execution(int threads) {
    TargetPasses passes =
        switch (this) {
          case SB3_DEFAULTS, EVERY_STEP, MINATAR_10_TOGETHER, ATARI_10_TOGETHER ->
              TargetPasses.TOGETHER;
          case EVERY_STEP_REMEMBERED -> TargetPasses.REMEMBERED;
          case MINATAR_1, MINATAR_10, ATARI_1, ATARI_10 -> TargetPasses.AUTO;
        };
    return new Execution(threads, passes);
  }

  /// Returns the number of learning steps before the measurement, however long they take. On Atari, the copies of the
  /// first network must have left the window of ten snapshots: cached, all copies need one pass, not ten. With one
  /// network there are so few passes that compilation takes nearly as long.
  long settlingSteps() {
    return switch (this) {
      case ATARI_1, ATARI_10, ATARI_10_TOGETHER -> 10 * ATARI_TARGET_PERIOD;
      case SB3_DEFAULTS,
          EVERY_STEP,
          EVERY_STEP_REMEMBERED,
          MINATAR_1,
          MINATAR_10,
          MINATAR_10_TOGETHER ->
          0;
    };
  }

  /// Returns a new environment.
  ///
  /// @throws IllegalArgumentException with a message for the user if it needs a ROM that is missing
  public Environment environment() {
    return switch (this) {
      case SB3_DEFAULTS, EVERY_STEP, EVERY_STEP_REMEMBERED -> new CartPole();
      case MINATAR_1, MINATAR_10, MINATAR_10_TOGETHER -> new MinAtar(Game.BREAKOUT);
      case ATARI_1, ATARI_10, ATARI_10_TOGETHER -> Environments.named(ATARI).get();
    };
  }

  private static Schedule cartPoleSchedule(int updatePeriod, int batchSize, int targetPeriod) {
    return new Schedule(Long.MAX_VALUE, 100, updatePeriod, 1, batchSize, targetPeriod, 5_000);
  }

  private static Training cartPole(int capacity, Schedule schedule) {
    return meanHuber(Algorithm.dqn())
        .optimizer(new Optimizer.Adam(1e-4))
        .maxGradientNorm(10)
        .memorySize(capacity)
        // A random action needs no pass; the peer has the same share of them from the first step.
        .exploration(new Exploration.Constant(0.05))
        .schedule(schedule);
  }

  /// Returns the hyper-parameters for MinAtar. Learning starts with a full replay buffer and with the epsilon of most
  /// of a training run. This measures the long-term speed, not that of the first minutes, when the buffer is small and
  /// more values are cached.
  static Training minAtar(Algorithm algorithm) {
    return meanHuber(algorithm)
        .optimizer(new Optimizer.PyTorchRmsProp(0.00025, 0.95, 0.01, 0, true))
        .memorySize(MINATAR_MEMORY)
        .exploration(new Exploration.Linear(1, 0.1, MINATAR_MEMORY, 1))
        .schedule(new Schedule(Long.MAX_VALUE, MINATAR_MEMORY, 1, 1, 32, 1_000, 500))
        .window(SnapshotWindow.paper().clock(SnapshotWindow.Clock.UPDATES));
  }

  /// Returns the hyper-parameters for Atari: as for MinAtar, with a hundredth of the paper's replay buffer and target
  /// period, so that the buffer is full and the window has ten different snapshots within seconds. Their ratio is the
  /// paper's: from one snapshot to the next, 1 % of the buffer is replaced and 8 % is drawn. The share of cached values
  /// is therefore also the same. The frames, 70 MB, still do not fit in the processor's cache.
  private static Training atari(Algorithm algorithm) {
    return paper(algorithm)
        .protocol(PEERS)
        .memorySize(ATARI_MEMORY)
        .exploration(new Exploration.Linear(1, 0.1, ATARI_MEMORY, 1))
        .schedule(
            new Schedule(
                Long.MAX_VALUE,
                ATARI_MEMORY,
                4,
                1,
                32,
                ATARI_TARGET_PERIOD,
                // One row of metrics per snapshot, so that the counts between two rows cover whole
                // periods.
                ATARI_TARGET_PERIOD))
        .evaluation(NONE);
  }

  /// Returns the paper's hyper-parameters.
  static Training paper(Algorithm algorithm) {
    Preset preset = Preset.forEnvironment(ATARI).orElseThrow();
    return preset.apply(Training.of(algorithm)).algorithm(algorithm);
  }

  private static Training meanHuber(Algorithm algorithm) {
    return Training.of(algorithm)
        .loss(new Loss(Loss.Kind.HUBER, Loss.Reduction.MEAN))
        .evaluation(NONE);
  }
}
