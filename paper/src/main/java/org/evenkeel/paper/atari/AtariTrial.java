package org.evenkeel.paper.atari;

import java.util.List;
import java.util.Map;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Exploration;
import org.evenkeel.core.train.EvaluationPlan;
import org.evenkeel.core.train.Schedule;
import org.evenkeel.core.train.Training;
import org.evenkeel.lab.config.RunConfig;
import org.evenkeel.lab.run.RunOnDisk.Evaluated;
import org.evenkeel.lab.study.TrainingRun;
import org.evenkeel.lab.study.TrainingTrial;
import org.evenkeel.lab.study.TrialText;
import org.evenkeel.paper.experiment.PathWord;

/// A training run on a game as the paper has it, measured by evaluations with 5 % random actions.
///
/// @param game which game
/// @param environment its name with the options
/// @param training everything else
/// @param seed which of the trials
public record AtariTrial(String game, String environment, Training training, long seed)
    implements TrainingTrial {
  /// The mean return of the episodes that ended within the steps of an evaluation, as Nature counts.
  public static final String RETURN_WITHIN = "return_within";

  /// The mean over states just drawn from the replay buffer of the online network's largest value, as the authors
  /// measure it.
  public static final String FRESH_VALUE = "fresh_value";

  /// The mean over next states set aside when learning began of the target network's largest value, as Nature
  /// measures it.
  public static final String TARGET_VALUE = "target_value";

  /// From this length on, at which the paper's DQN is steady, the schedule is the paper's own; in shorter runs it
  /// shrinks with them, so that exploration ends after a fifth of each.
  public static final long WHOLE_FRAMES = 20_000_000;

  /// Frames between evaluations of Breakout in a run of at least [#WHOLE_FRAMES] (captions of figures 1 and 8).
  private static final long BREAKOUT_PERIOD_FRAMES = 1_000_000;

  /// The same of the other games (captions of figures 2 and 4).
  private static final long PERIOD_FRAMES = 2_000_000;

  private static final String BREAKOUT = "breakout";

  /// A checkpoint writes what is new in the replay buffer, some hundred megabytes.
  private static final double CHECKPOINT_SECONDS = 300;

  /// More than these have too little to do in an update.
  private static final int MOST_THREADS = 16;

  /// How many evaluations a run has, evenly spaced, the last at its end.
  static int evaluations(String game, long frames) {
    long period = game.equals(BREAKOUT) ? BREAKOUT_PERIOD_FRAMES : PERIOD_FRAMES;
    return (int) (Math.max(frames, WHOLE_FRAMES) / period);
  }

  /// A run of an algorithm as long as wanted. In runs of less than [#WHOLE_FRAMES] learning starts sooner,
  /// exploration ends sooner, and snapshots and evaluations come as much more often and evaluations are as much
  /// shorter as the run is.
  static AtariTrial of(String game, Algorithm algorithm, long frames, long seed) {
    return new AtariTrial(
        game, AtariProtocol.environment(game), training(game, algorithm, frames), seed);
  }

  static Training training(String game, Algorithm algorithm, long frames) {
    Training paper = AtariProtocol.training(game, algorithm);
    long steps = frames / AtariProtocol.FRAMES_PER_STEP;
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

  @Override
  public String name() {
    return "atari/%s/%s-%s/seed%s"
        .formatted(game, PathWord.of(training.algorithm()), frames(), seed);
  }

  private long frames() {
    return training.schedule().steps() * AtariProtocol.FRAMES_PER_STEP;
  }

  @Override
  public String describe() {
    return environment + " " + TrialText.of(training) + " seed " + seed;
  }

  /// An evaluation asks all K networks, one state at a time.
  @Override
  public double work() {
    double evaluated = (double) evaluations(game, frames()) * training.evaluation().steps();
    return training.schedule().steps() * stepWork()
        + evaluated * (300 + 200.0 * training.algorithm().k());
  }

  /// An update of one network takes some 26 ms of a core and each further target network 4 ms (docs/performance.md);
  /// the emulator and acting take half a millisecond for each step.
  double stepWork() {
    Algorithm algorithm = training.algorithm();
    double update =
        algorithm.learners() > 1
            ? 26_000.0 * algorithm.learners()
            : 26_000 + 4_200.0 * (algorithm.k() - 1);
    return 500 + update / training.schedule().updatePeriodSteps();
  }

  @Override
  public int mostThreads() {
    return MOST_THREADS;
  }

  @Override
  public TrainingRun asRun() {
    return new TrainingRun(name(), new RunConfig(environment, List.of(), seed, training));
  }

  @Override
  public double checkpointSeconds() {
    return CHECKPOINT_SECONDS;
  }

  @Override
  public Map<String, double[]> columns(List<Evaluated> evaluations) {
    return AtariProtocol.columns(evaluations);
  }
}
