package org.evenkeel.paper.atari;

import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Exploration;
import org.evenkeel.core.train.EvaluationPlan;
import org.evenkeel.core.train.Schedule;
import org.evenkeel.core.train.Training;
import org.evenkeel.lab.config.Preset;

/// The authors' training settings, taken from the preset of a game. Shorter runs have a schedule shortened in
/// proportion.
final class AtariTraining {
  /// The number of frames per action.
  static final int FRAMES_PER_STEP = 4;

  /// The length in frames from which the schedule is the paper's own; the paper's DQN is then steady. In shorter runs
  /// the schedule is shortened in proportion, so that exploration ends after a fifth of each run.
  static final long WHOLE_FRAMES = 20_000_000;

  /// The number of frames between evaluations of Breakout in a run of at least [#WHOLE_FRAMES] (captions of figures 1
  /// and 8).
  private static final long BREAKOUT_PERIOD_FRAMES = 1_000_000;

  /// The number of frames between evaluations of the other games in such a run (captions of figures 2 and 4).
  private static final long PERIOD_FRAMES = 2_000_000;

  private AtariTraining() {}

  /// Returns the number of evaluations in a run, which are evenly spaced, the last one at its end.
  static int evaluations(String game, long frames) {
    long period = game.equals(AtariProtocol.BREAKOUT) ? BREAKOUT_PERIOD_FRAMES : PERIOD_FRAMES;
    return (int) (Math.max(frames, WHOLE_FRAMES) / period);
  }

  /// Returns whether the schedule of a run is shortened.
  static boolean shrunk(long frames) {
    return frames < WHOLE_FRAMES;
  }

  /// Returns the settings of a training run of a given length. In runs of less than [#WHOLE_FRAMES], the start of
  /// learning, the end of exploration, the periods of snapshots and evaluations, and the length of evaluations are
  /// shortened in proportion.
  static Training of(Preset preset, String game, Algorithm algorithm, long frames) {
    Training paper = preset.apply(Training.of(algorithm)).algorithm(algorithm);
    long steps = frames / FRAMES_PER_STEP;
    Schedule s = paper.schedule();
    EvaluationPlan e = paper.evaluation();
    long start = shrunk(s.learningStartSteps(), frames);
    Exploration.Linear linear = (Exploration.Linear) paper.exploration();
    int period = (int) (steps / evaluations(game, frames));
    // A buffer that is never full need not be larger than the run.
    int capacity = (int) Math.min(paper.replay().capacity(), steps);
    return paper
        .memorySize(capacity)
        .exploration(
            new Exploration.Linear(
                linear.from(), linear.to(), start, shrunk(linear.overSteps(), frames)))
        .schedule(
            s.steps(steps)
                .learningStartSteps(start)
                .targetPeriod((int) shrunk(s.targetPeriod(), frames))
                .metricsPeriodSteps(period))
        .evaluation(e.periodSteps(period).steps((int) shrunk(e.steps(), frames)));
  }

  private static long shrunk(long steps, long frames) {
    return Math.max(1, steps * Math.min(frames, WHOLE_FRAMES) / WHOLE_FRAMES);
  }

  /// Returns the work of a run. An evaluation computes all K networks, one state at a time.
  static double work(Training training) {
    long steps = training.schedule().steps();
    EvaluationPlan evaluation = training.evaluation();
    long evaluations = steps / evaluation.periodSteps();
    double evaluated = (double) evaluations * evaluation.steps();
    return steps * stepWork(training) + evaluated * (300 + 200.0 * training.algorithm().k());
  }

  /// Returns the work of a step. An update of one network takes about 26 ms on one core, and each further target network
  /// 4 ms (docs/performance.md). The emulator and the choice of an action take half a millisecond per step.
  static double stepWork(Training training) {
    Algorithm algorithm = training.algorithm();
    double update =
        algorithm.learners() > 1
            ? 26_000.0 * algorithm.learners()
            : 26_000 + 4_200.0 * (algorithm.k() - 1);
    return 500 + update / training.schedule().updatePeriodSteps();
  }
}
