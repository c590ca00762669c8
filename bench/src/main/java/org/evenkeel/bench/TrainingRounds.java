package org.evenkeel.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.evenkeel.core.train.Execution;
import org.evenkeel.core.train.Trainer;
import org.evenkeel.core.train.Training;

/// Complete training runs of MinAtar's Breakout that advance side by side, each in its own thread, on a GPU or on the
/// processor. A round is a number of steps in each of them.
final class TrainingRounds implements AutoCloseable {
  /// The number of measured rounds.
  static final int ROUNDS = 5;

  /// The length of the warm-up, in rounds.
  private static final int WARMUPS = 3;

  private final List<Trainer> trainers;
  private final ExecutorService threads;

  TrainingRounds(Training training, int runs, Execution execution) {
    trainers =
        LongStream.rangeClosed(1, runs)
            .mapToObj(
                seed ->
                    new Trainer(TrainingSetting.MINATAR_1::environment, training, seed, execution))
            .toList();
    threads = Executors.newFixedThreadPool(runs);
  }

  /// Takes this many steps in every run.
  ///
  /// @throws IllegalStateException if the GPU fails; the message gives the reason
  void advance(long steps) {
    List<Future<?>> running = new ArrayList<>();
    for (Trainer trainer : trainers) {
      running.add(threads.submit(() -> trainer.run(trainer.step() + steps)));
    }
    for (Future<?> one : running) {
      try {
        one.get();
      } catch (ExecutionException e) {
        throw e.getCause() instanceof RuntimeException own
            ? own
            : new IllegalStateException(String.valueOf(e.getCause()), e);
      } catch (InterruptedException e) {
        throw new IllegalStateException("the measurement was interrupted", e);
      }
    }
  }

  /// Measures rounds that take at least `seconds` each, after rounds that grow up to that length.
  ///
  /// @return the time of a step of one run in each round (the time of the round, divided by the steps of all runs) in
  ///     microseconds, the fastest round first
  double[] measure(double seconds) {
    long steps = 1;
    double warm = 0;
    double last = seconds(steps);
    while (last < seconds || warm < WARMUPS * seconds) {
      steps = last < seconds ? 2 * steps : steps;
      last = seconds(steps);
      warm += last;
    }
    double[] micros = new double[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      micros[i] = 1e6 * seconds(steps) / steps / trainers.size();
    }
    Arrays.sort(micros);
    return micros;
  }

  private double seconds(long steps) {
    long start = System.nanoTime();
    advance(steps);
    return (System.nanoTime() - start) / 1e9;
  }

  @Override
  public void close() {
    threads.close();
    trainers.forEach(Trainer::close);
  }
}
