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

/// How many steps a second a training takes, environment, memory and learning included.
public final class TrainingSpeed {
  /// The longest warm-up and measurement.
  public static final double MOST_SECONDS = 3_600;

  /// The most threads, and the most trainings at once.
  public static final int MOST_THREADS = 256;

  /// Looks at the clock between two lines of measurements.
  private static final int LOOKS = 5;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private TrainingSpeed() {}

  /// What was measured.
  ///
  /// @param setting the training
  /// @param threads threads that computed its updates
  /// @param trials how many of it ran at once
  /// @param steps steps that were timed, after the warm-up, of all of them
  /// @param seconds how long they took
  /// @param bytesPerStep bytes allocated for each step, lines of measurements not counted
  /// @param updatesPerStep updates made for each step
  /// @param passesPerSample target passes for each transition of a minibatch
  public record Speed(
      TrainingSetting setting,
      int threads,
      int trials,
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

  /// Trains `trials` times at once, each with `threads` threads: for `warmupSeconds` at least, then, all from the
  /// same moment on, for `seconds` at least; tells how fast the latter went.
  public static Speed measure(
      TrainingSetting setting, int threads, int trials, double warmupSeconds, double seconds) {
    checkCount("threads", threads);
    checkCount("trials", trials);
    checkSeconds("warmupSeconds", warmupSeconds);
    checkSeconds("seconds", seconds);
    spec(setting); // a ROM that is missing is told here, and not by a thread
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

  /// The trials as one: their steps added up over the mean of their times.
  private static Speed together(List<Future<Speed>> running) {
    List<Speed> trials = new ArrayList<>();
    for (Future<Speed> one : running) {
      try {
        trials.add(one.get());
      } catch (InterruptedException | ExecutionException e) {
        throw new IllegalStateException("a training could not be measured: " + e, e);
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

  /// Hears lines of measurements, in which the updates are counted, and counts target passes.
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

  /// A line of measurements, and the target passes up to it.
  private record Line(Metrics metrics, long targetPasses) {}

  /// One of the trainings.
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
        cold.countDown(); // nobody waits for one that failed
      }
    }

    /// Steps between two looks at the clock.
    private int chunk() {
      return setting.training().schedule().metricsPeriodSteps() / LOOKS;
    }

    /// Up to the first line after the start of learning at least, and until it has settled; the steps before do not
    /// count as a warm-up.
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
