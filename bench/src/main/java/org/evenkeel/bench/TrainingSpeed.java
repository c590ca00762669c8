package org.evenkeel.bench;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.evenkeel.core.agent.Architecture;
import org.evenkeel.core.env.EnvironmentCalls;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.train.Metrics;
import org.evenkeel.core.train.RunEvent;
import org.evenkeel.core.train.Trainer;
import org.evenkeel.core.train.Training;
import org.jspecify.annotations.Nullable;

/// Measures the steps per second of a training run, including environment, replay buffer and learning.
public final class TrainingSpeed {
  /// The longest allowed warm-up or measurement, in seconds.
  public static final double MOST_SECONDS = 3_600;

  /// The largest number of threads, and of training runs in parallel.
  public static final int MOST_THREADS = 256;

  /// The number of times the clock is read between two rows of metrics.
  private static final int LOOKS = 5;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private TrainingSpeed() {}

  /// The measured speed.
  ///
  /// @param setting the training run
  /// @param threads the number of threads per update
  /// @param trials the number of runs in parallel
  /// @param steps the number of timed steps after the warm-up, over all runs
  /// @param seconds the time for these steps
  /// @param bytesPerStep bytes allocated per step, without rows of metrics
  /// @param updatesPerStep updates per step
  /// @param passesPerSample target passes per transition of a minibatch
  public record Speed(
      TrainingSetting setting,
      int threads,
      int trials,
      long steps,
      double seconds,
      double bytesPerStep,
      double updatesPerStep,
      double passesPerSample) {

    /// Returns the agent's steps per second.
    public double stepsPerSecond() {
      return steps / seconds;
    }

    /// Returns the result as a line of JSON. It includes the hyper-parameters, so that the program reading it can check
    /// them.
    public String json() {
      Training training = setting.training();
      Spec spec = spec(setting);
      return String.format(
          Locale.ROOT,
          "{\"setting\": \"%s\", \"threads\": %d, \"trials\": %d, \"stepsPerSecond\": %.2f,"
              + " \"steps\": %d, \"seconds\": %.4f,"
              + " \"bytesPerStep\": %.3f, \"updatesPerStep\": %.4f, \"passesPerSample\": %.4f,"
              + " \"hidden\": %s, \"parameters\": %d, \"batch\": %d, \"targetPeriod\": %d,"
              + " \"capacity\": %d, \"java\": \"%s\"}",
          setting.title(),
          threads,
          trials,
          stepsPerSecond(),
          steps,
          seconds,
          bytesPerStep,
          updatesPerStep,
          passesPerSample,
          training.network() instanceof Architecture.Dense dense ? dense.hidden() : List.of(),
          training.network().build(spec.observation(), spec.actions()).parameterCount(),
          training.schedule().batchSize(),
          training.schedule().targetPeriod(),
          training.replay().capacity(),
          Machine.here().java());
    }
  }

  /// Runs `trials` training runs in parallel, each with `threads` threads: for at least `warmupSeconds`, and then, all
  /// starting at the same moment, for at least `seconds`. Returns the speed of the second part.
  public static Speed measure(
      TrainingSetting setting, int threads, int trials, double warmupSeconds, double seconds) {
    checkCount("threads", threads);
    checkCount("trials", trials);
    checkSeconds("warmupSeconds", warmupSeconds);
    checkSeconds("seconds", seconds);
    spec(setting); // reports a missing ROM here rather than in a thread
    CountDownLatch cold = new CountDownLatch(trials);
    try (ExecutorService pool = Executors.newFixedThreadPool(trials)) {
      List<Future<Speed>> running = new ArrayList<>();
      for (int trial = 1; trial <= trials; trial++) {
        Trial one = new Trial(setting, threads, trial);
        running.add(pool.submit(() -> one.measure(cold, warmupSeconds, seconds)));
      }
      return together(running);
    }
  }

  private static void checkCount(String name, int count) {
    if (count < 1 || count > MOST_THREADS) {
      throw new IllegalArgumentException(
          "%s must be 1 to %d, was %d".formatted(name, MOST_THREADS, count));
    }
  }

  private static void checkSeconds(String name, double seconds) {
    if (!(seconds >= 0 && seconds <= MOST_SECONDS)) {
      throw new IllegalArgumentException(
          "%s must be 0 to %.0f, was %s".formatted(name, MOST_SECONDS, seconds));
    }
  }

  private static Spec spec(TrainingSetting setting) {
    return EnvironmentCalls.ask(setting::environment, EnvironmentCalls::spec);
  }

  /// Combines the trials: the sum of their steps and the mean of their times.
  private static Speed together(List<Future<Speed>> running) {
    List<Speed> trials = new ArrayList<>();
    for (Future<Speed> one : running) {
      try {
        trials.add(one.get());
      } catch (InterruptedException | ExecutionException e) {
        throw new IllegalStateException("a training run could not be measured: " + e, e);
      }
    }
    return new Speed(
        trials.getFirst().setting(),
        trials.getFirst().threads(),
        trials.size(),
        trials.stream().mapToLong(Speed::steps).sum(),
        trials.stream().mapToDouble(Speed::seconds).average().orElseThrow(),
        trials.stream().mapToDouble(Speed::bytesPerStep).average().orElseThrow(),
        trials.stream().mapToDouble(Speed::updatesPerStep).average().orElseThrow(),
        trials.stream().mapToDouble(Speed::passesPerSample).average().orElseThrow());
  }

  /// Listens to rows of metrics, which contain the number of updates, and records the target passes at each.
  private static final class Lines {
    private int heard;
    private @Nullable Line newest;

    Lines(Trainer trainer) {
      trainer.on(
          RunEvent.Measured.class,
          measured -> {
            heard++;
            newest = new Line(measured.metrics(), trainer.targetPasses());
          });
    }

    Line newest() {
      return Objects.requireNonNull(newest);
    }
  }

  /// A row of metrics, and the target passes up to it.
  private record Line(Metrics metrics, long targetPasses) {}

  /// One of the training runs.
  private record Trial(TrainingSetting setting, int threads, long seed) {
    Speed measure(CountDownLatch cold, double warmupSeconds, double seconds)
        throws InterruptedException {
      try (Trainer trainer =
          new Trainer(setting::environment, setting.training(), seed, setting.execution(threads))) {
        Lines lines = new Lines(trainer);
        warmUp(warmupSeconds, trainer, lines);
        cold.countDown();
        cold.await();
        return timed(seconds, trainer, lines);
      } finally {
        cold.countDown(); // a failed run must not block the others
      }
    }

    /// Returns the number of steps between two readings of the clock.
    private int chunk() {
      return setting.training().schedule().metricsPeriodSteps() / LOOKS;
    }

    /// Warms up at least until the first row of metrics after learning starts, and until the run has settled. Steps before
    /// learning starts do not count.
    private void warmUp(double seconds, Trainer trainer, Lines lines) {
      long learning = trainer.training().schedule().learningStartSteps();
      trainer.run(learning);
      int heardBefore = lines.heard;
      long start = System.nanoTime();
      while (lines.heard == heardBefore
          || secondsSince(start) < seconds
          || trainer.step() < learning + setting.settlingSteps()) {
        trainer.run(trainer.step() + chunk());
      }
    }

    private Speed timed(double seconds, Trainer trainer, Lines lines) {
      int chunk = chunk();
      Line first = lines.newest();
      int heardFirst = lines.heard;
      long firstStep = trainer.step();
      long bytes = 0;
      long counted = 0;
      long start = System.nanoTime();
      while (lines.heard == heardFirst || secondsSince(start) < seconds) {
        int heard = lines.heard;
        long before = THREADS.getCurrentThreadAllocatedBytes();
        trainer.run(trainer.step() + chunk);
        if (lines.heard == heard) {
          bytes += THREADS.getCurrentThreadAllocatedBytes() - before;
          counted += chunk;
        }
      }
      double took = secondsSince(start);
      Line last = lines.newest();
      double updates = (double) (last.metrics().updates() - first.metrics().updates());
      double passes = (double) (last.targetPasses() - first.targetPasses());
      return new Speed(
          setting,
          threads,
          1,
          trainer.step() - firstStep,
          took,
          (double) bytes / counted,
          updates / (last.metrics().step() - first.metrics().step()),
          passes / updates / trainer.training().schedule().batchSize());
    }
  }

  private static double secondsSince(long nanoTime) {
    return (System.nanoTime() - nanoTime) / 1e9;
  }
}
