package org.evenkeel.lab.study;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.core.train.DivergedException;
import org.evenkeel.core.train.Schedule;
import org.evenkeel.core.train.Trainer;
import org.evenkeel.core.train.Training;
import org.evenkeel.lab.config.RunConfig;
import org.evenkeel.lab.config.Tasks;

/// Estimates how long the runs of a study take on this machine, from a short test of each environment with each
/// algorithm.
public final class StudyPace {
  private static final double WARM_UP_SECONDS = 1;
  private static final double SECONDS = 1;

  /// Steps before learning starts in a test; few, since learning takes most of the time.
  private static final long START = 1_000;

  private static final long SLICE = 64;

  private final Map<List<Object>, Double> secondsPerStep = new HashMap<>();

  /// Creates an estimator without measurements.
  public StudyPace() {}

  /// Returns the seconds that some runs take, without their evaluations.
  ///
  /// @param atOnce the number of them that run at the same time
  public double seconds(List<RunTrial> trials, int atOnce) {
    double sum = 0;
    double longest = 0;
    for (RunTrial trial : trials) {
      double one = trial.config().training().schedule().steps() * perStep(trial.config());
      sum += one;
      longest = Math.max(longest, one);
    }
    return Math.max(longest, sum / Math.max(1, atOnce));
  }

  /// Returns the number of tests made.
  public int tries() {
    return secondsPerStep.size();
  }

  private double perStep(RunConfig config) {
    return secondsPerStep.computeIfAbsent(
        List.of(config.environment(), config.training().algorithm()), _ -> measure(config));
  }

  private static double measure(RunConfig config) {
    Training training = config.training();
    Schedule schedule = training.schedule();
    long start = Math.min(schedule.learningStartSteps(), Math.max(START, schedule.batchSize()));
    Training small =
        training
            .schedule(schedule.steps(Long.MAX_VALUE / 2).learningStartSteps(start))
            .evaluation(training.evaluation().periodSteps(0));
    try (Trainer trainer =
        new Trainer(Tasks.find(config.environment(), config.classpath()), small, 1)) {
      trainer.run(start + SLICE);
      double _ = run(trainer, WARM_UP_SECONDS);
      return run(trainer, SECONDS);
    } catch (DivergedException e) {
      return 0; // it ends immediately
    }
  }

  /// Trains for this many seconds, and returns the seconds per step.
  private static double run(Trainer trainer, double seconds) {
    long begin = System.nanoTime();
    long from = trainer.step();
    double passed;
    do {
      trainer.run(trainer.step() + SLICE);
      passed = (System.nanoTime() - begin) / 1e9;
    } while (passed < seconds);
    return passed / (trainer.step() - from);
  }
}
