package org.evenkeel.bench;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Architecture;
import org.evenkeel.core.agent.Exploration;
import org.evenkeel.core.agent.Variants.TargetPasses;
import org.evenkeel.core.nn.Loss;
import org.evenkeel.core.nn.Optimizer;
import org.evenkeel.core.replay.Sampling;
import org.evenkeel.core.train.Metrics;
import org.evenkeel.core.train.RunEvent;
import org.evenkeel.core.train.Trainer;
import org.evenkeel.core.train.Training;
import org.evenkeel.envs.CartPole;
import org.jspecify.annotations.Nullable;

/// How many steps a second a training of DQN on CartPole takes, environment, memory and learning included.
///
/// The settings are those of `bench/peers/training`, which trains the same with Stable-Baselines3. One
/// thread computes: these networks are too small to share.
public final class TrainingSpeed {
  /// The longest warm-up and measurement.
  public static final double MOST_SECONDS = 3_600;

  /// Steps between two looks at the clock.
  private static final int CHUNK = 1_000;

  /// Steps between two lines of measurements.
  private static final int LINE_PERIOD = 5_000;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private TrainingSpeed() {}

  /// A training that is measured.
  public enum Setting {
    /// What `DQN("MlpPolicy", "CartPole-v1")` of Stable-Baselines3 does.
    SB3_DEFAULTS,
    /// A larger network and minibatch, and an update at every step.
    EVERY_STEP,
    /// The same, the values of the target network remembered: the same bits with fewer passes.
    EVERY_STEP_REMEMBERED;

    /// The name as it is written on a command line: `every-step`.
    public String title() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// What is trained.
    public Training training() {
      return switch (this) {
        case SB3_DEFAULTS -> training(1_000_000, schedule(4, 32, 10_000)).hidden(64, 64);
        case EVERY_STEP -> training(10_000, schedule(1, 64, 500)).hidden(120, 84);
        case EVERY_STEP_REMEMBERED -> EVERY_STEP.training().with(TargetPasses.REMEMBERED);
      };
    }

    private static Training.Schedule schedule(int updatePeriod, int batchSize, int targetPeriod) {
      return new Training.Schedule(
          Long.MAX_VALUE, 100, updatePeriod, 1, batchSize, targetPeriod, LINE_PERIOD);
    }

    private static Training training(int capacity, Training.Schedule schedule) {
      return Training.of(Algorithm.dqn())
          .optimizer(new Optimizer.Adam(1e-4))
          .loss(new Loss(Loss.Kind.HUBER, Loss.Reduction.MEAN))
          .maxGradientNorm(10)
          .replay(new Training.Memory(capacity, new Sampling.Uniform()))
          // A random action needs no pass: the peer has the same share of them from the first step.
          .exploration(new Exploration.Constant(0.05))
          .schedule(schedule)
          .evaluation(new Training.Evaluate(0, 1, 0, 1))
          .with(TargetPasses.TOGETHER);
    }
  }

  /// What was measured.
  ///
  /// @param setting the training
  /// @param steps steps that were timed, after the warm-up
  /// @param seconds how long they took
  /// @param bytesPerStep bytes allocated for each step, lines of measurements not counted
  /// @param updatesPerStep updates made for each step
  /// @param passesPerSample target passes for each transition of a minibatch
  public record Speed(
      Setting setting,
      long steps,
      double seconds,
      double bytesPerStep,
      double updatesPerStep,
      double passesPerSample) {

    /// Steps of the agent in a second.
    public double stepsPerSecond() {
      return steps / seconds;
    }

    /// The result as a line of JSON, with what was trained, so that a reader can tell whether it is what it
    /// wanted.
    public String json() {
      Training training = setting.training();
      return String.format(
          Locale.ROOT,
          "{\"setting\": \"%s\", \"stepsPerSecond\": %.2f, \"steps\": %d, \"seconds\": %.4f,"
              + " \"bytesPerStep\": %.3f, \"updatesPerStep\": %.4f, \"passesPerSample\": %.4f,"
              + " \"hidden\": %s, \"batch\": %d, \"targetPeriod\": %d, \"capacity\": %d,"
              + " \"java\": \"%s\"}",
          setting.title(),
          stepsPerSecond(),
          steps,
          seconds,
          bytesPerStep,
          updatesPerStep,
          passesPerSample,
          training.network() instanceof Architecture.Dense dense ? dense.hidden() : List.of(),
          training.schedule().batchSize(),
          training.schedule().targetPeriod(),
          training.replay().capacity(),
          Machine.here().java());
    }
  }

  /// Trains for `warmupSeconds` at least, then for `seconds` at least, and tells how fast the latter went.
  public static Speed measure(Setting setting, double warmupSeconds, double seconds) {
    checkSeconds("warmupSeconds", warmupSeconds);
    checkSeconds("seconds", seconds);
    Lines lines = new Lines();
    try (Trainer trainer = new Trainer(CartPole::new, setting.training(), 1, 1, lines)) {
      long start = System.nanoTime();
      while (lines.heard == 0 || secondsSince(start) < warmupSeconds) {
        trainer.run(trainer.step() + CHUNK);
      }
      return timed(setting, seconds, trainer, lines);
    }
  }

  private static void checkSeconds(String name, double seconds) {
    if (!(seconds >= 0 && seconds <= MOST_SECONDS)) {
      throw new IllegalArgumentException(
          "%s must be 0 to %.0f, was %s".formatted(name, MOST_SECONDS, seconds));
    }
  }

  /// Hears lines of measurements, in which the updates are counted.
  private static final class Lines implements Consumer<RunEvent> {
    private int heard;
    private @Nullable Metrics newest;

    @Override
    public void accept(RunEvent event) {
      if (event instanceof RunEvent.Measured measured) {
        heard++;
        newest = measured.metrics();
      }
    }

    Metrics newest() {
      return Objects.requireNonNull(newest);
    }
  }

  private static Speed timed(Setting setting, double seconds, Trainer trainer, Lines lines) {
    Metrics first = lines.newest();
    int heardFirst = lines.heard;
    long firstStep = trainer.step();
    long bytes = 0;
    long counted = 0;
    long start = System.nanoTime();
    while (lines.heard == heardFirst || secondsSince(start) < seconds) {
      int heard = lines.heard;
      long before = THREADS.getCurrentThreadAllocatedBytes();
      trainer.run(trainer.step() + CHUNK);
      if (lines.heard == heard) {
        bytes += THREADS.getCurrentThreadAllocatedBytes() - before;
        counted += CHUNK;
      }
    }
    double took = secondsSince(start);
    Metrics last = lines.newest();
    double updates = (double) (last.updates() - first.updates());
    double passes = (double) (last.targetPasses() - first.targetPasses());
    return new Speed(
        setting,
        trainer.step() - firstStep,
        took,
        (double) bytes / counted,
        updates / (last.step() - first.step()),
        passes / updates / setting.training().schedule().batchSize());
  }

  private static double secondsSince(long nanoTime) {
    return (System.nanoTime() - nanoTime) / 1e9;
  }
}
