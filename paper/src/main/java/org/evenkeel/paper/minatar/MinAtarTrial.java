package org.evenkeel.paper.minatar;

import java.util.List;
import java.util.Map;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Exploration;
import org.evenkeel.core.train.EvaluationPlan;
import org.evenkeel.core.train.Schedule;
import org.evenkeel.core.train.Training;
import org.evenkeel.envs.minatar.Game;
import org.evenkeel.lab.config.Preset;
import org.evenkeel.lab.config.RunConfig;
import org.evenkeel.lab.run.RunOnDisk.Evaluated;
import org.evenkeel.lab.study.TrainingRun;
import org.evenkeel.lab.study.TrainingTrial;
import org.evenkeel.lab.study.TrialText;
import org.evenkeel.paper.experiment.PathWord;

/// A training run on a game, measured by evaluations of its greedy policy.
///
/// It is a run like those of `evenkeel train`, in a folder of its own: killed, it goes on from its last
/// checkpoint; finished, it keeps its policy, to be watched.
///
/// @param game which game, as published results have it
/// @param training everything else
/// @param seed which of the trials
public record MinAtarTrial(Game game, Training training, long seed) implements TrainingTrial {
  /// Evaluations in a trial, evenly spaced, the last at its end.
  public static final int EVALUATIONS = 20;

  private static final int EPISODES = 20;

  /// Freeway's episodes are all of 2,501 steps, and differ less than those of the others.
  private static final int FREEWAY_EPISODES = 5;

  private static final double CHECKPOINT_SECONDS = 60;

  /// The game's preset with an algorithm, cut to a length. In runs of less than 300,000 steps exploration ends
  /// after a third and learning begins after a tenth of them at the latest.
  public static Training training(Game game, Algorithm algorithm, long steps) {
    Training preset = preset(game).apply(Training.of(algorithm)).algorithm(algorithm);
    Schedule schedule = preset.schedule();
    long start = Math.min(schedule.learningStartSteps(), steps / 10);
    Exploration.Linear linear = (Exploration.Linear) preset.exploration();
    long over = Math.min(linear.overSteps(), steps / 3);
    int period = (int) Math.max(1, steps / EVALUATIONS);
    return preset
        .exploration(new Exploration.Linear(linear.from(), linear.to(), start, over))
        .schedule(schedule.steps(steps).learningStartSteps(start).metricsPeriodSteps(period))
        .evaluation(
            new EvaluationPlan(period, game == Game.FREEWAY ? FREEWAY_EPISODES : EPISODES, 0, 500));
  }

  private static Preset preset(Game game) {
    return Preset.forEnvironment(environment(game)).orElseThrow();
  }

  private static String environment(Game game) {
    return "minatar/" + game.id();
  }

  @Override
  public String name() {
    return "%s/%s-%s/seed%s"
        .formatted(
            environment(game),
            PathWord.of(training.algorithm()),
            training.schedule().steps(),
            seed);
  }

  @Override
  public String describe() {
    return environment(game) + " " + TrialText.of(training) + " seed " + seed;
  }

  /// An update of one network takes some 0.4 ms, and each further target network a tenth of it.
  @Override
  public double work() {
    Algorithm algorithm = training.algorithm();
    double perStep =
        algorithm.learners() > 1 ? 330.0 * algorithm.learners() : 360 + 40.0 * algorithm.k();
    return training.schedule().steps() * perStep;
  }

  @Override
  public TrainingRun asRun() {
    return new TrainingRun(name(), new RunConfig(environment(game), List.of(), seed, training));
  }

  @Override
  public double checkpointSeconds() {
    return CHECKPOINT_SECONDS;
  }

  @Override
  public Map<String, double[]> columns(List<Evaluated> evaluations) {
    return TrainingRun.columns(evaluations);
  }
}
