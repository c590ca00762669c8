package org.evenkeel.paper.atari;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.evenkeel.core.agent.TargetPasses;
import org.evenkeel.core.train.Execution;
import org.evenkeel.core.train.Trainer;
import org.evenkeel.core.train.Training;
import org.evenkeel.lab.config.Tasks;
import org.evenkeel.lab.study.TrialRunner;
import org.evenkeel.paper.games.GameTrial;

/// Estimates the duration of a study on this machine before it starts, by training one of its runs for a few seconds
/// and discarding the result.
public final class AtariPace {
  private static final int MEMORY = 1_000;
  private static final long LEARNING_START_STEPS = 100;
  private static final double WARM_SECONDS = 10;
  private static final double MEASURED_SECONDS = 4;
  private static final int SLICE_STEPS = 16;
  private static final double DAY = 86_400;
  private static final double HOUR = 3_600;

  private AtariPace() {}

  /// Returns a sentence about the runs that are to be trained; empty if there are none.
  ///
  /// @param batches the trials, grouped by the way in which they will be computed
  /// @param pace the function that measures the time of a step
  static Optional<String> sentence(List<TrialRunner.Batch> batches, Pace pace) {
    List<String> sentences = new ArrayList<>();
    double seconds = 0;
    int runs = 0;
    long memory = 0;
    for (TrialRunner.Batch batch : batches) {
      Optional<GameTrial> shortest =
          batch.trials().stream()
              .filter(GameTrial.class::isInstance)
              .map(GameTrial.class::cast)
              .filter(trial -> trial.protocol() instanceof AtariProtocol)
              .min(Comparator.comparingDouble(AtariPace::stepWork));
      if (shortest.isPresent()) {
        GameTrial one = shortest.get();
        double perWork = pace.of(one, batch.threadsEach()) / stepWork(one);
        seconds += batch.work() * perWork / batch.atOnce();
        runs += batch.trials().size();
        memory = Math.max(memory, one.memoryBytes());
        sentences.add(
            "%d at once with %d %s each"
                .formatted(
                    batch.atOnce(),
                    batch.threadsEach(),
                    batch.threadsEach() == 1 ? "thread" : "threads"));
      }
    }
    if (runs == 0) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            Locale.ROOT,
            "%,d training %s, %s: %s on this machine (extrapolated from a few seconds of one run). Each run needs up to"
                + " %,d MB of memory and as much disk space. Ctrl-C stops at any time; the same command continues.",
            runs,
            runs == 1 ? "run" : "runs",
            String.join("; ", sentences),
            time(seconds),
            memory / 1_000_000));
  }

  private static double stepWork(GameTrial trial) {
    return AtariTraining.stepWork(trial.training());
  }

  /// Returns the sentence with a pace that is measured now.
  public static Optional<String> sentence(List<TrialRunner.Batch> batches) {
    return sentence(
        batches, (trial, threads) -> measure(trial, threads, WARM_SECONDS, MEASURED_SECONDS));
  }

  /// The pace of a training run.
  @FunctionalInterface
  interface Pace {
    /// Returns the seconds for one step of training, including updates.
    double of(GameTrial trial, int threads);
  }

  static double measure(GameTrial trial, int threads, double warm, double measured) {
    Training training = trial.training();
    Training small =
        training
            .memorySize(MEMORY)
            .steps(Long.MAX_VALUE)
            .learningStartSteps(LEARNING_START_STEPS)
            .evaluation(training.evaluation().periodSteps(0));
    // With such a small buffer, nearly all target values would be cached.
    Execution execution = new Execution(threads, TargetPasses.TOGETHER);
    try (Trainer trainer =
        new Trainer(Tasks.find(trial.environment(), List.of()), small, 1, execution)) {
      trainer.run(LEARNING_START_STEPS);
      var _ = pace(trainer, warm);
      return pace(trainer, measured);
    }
  }

  private static double pace(Trainer trainer, double seconds) {
    long begin = System.nanoTime();
    long from = trainer.step();
    double passed = 0;
    while (passed < seconds) {
      trainer.run(trainer.step() + SLICE_STEPS);
      passed = (System.nanoTime() - begin) / 1e9;
    }
    return passed / (trainer.step() - from);
  }

  /// Returns a time for display: `about 97 days`.
  static String time(double seconds) {
    if (seconds >= 2 * DAY) {
      return String.format(Locale.ROOT, "about %,.0f days", seconds / DAY);
    }
    return seconds >= 2 * HOUR
        ? String.format(Locale.ROOT, "about %.0f hours", seconds / HOUR)
        : String.format(Locale.ROOT, "about %.0f min", Math.max(1, seconds / 60));
  }
}
