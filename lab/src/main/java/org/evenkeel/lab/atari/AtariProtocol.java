package org.evenkeel.lab.atari;

import java.util.List;
import java.util.Map;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Variants;
import org.evenkeel.core.train.Training;
import org.evenkeel.lab.games.TrainingRun;
import org.evenkeel.lab.run.RunOnDisk.Evaluated;

/// How the authors train and measure: the one place that says it.
final class AtariProtocol {
  /// Frames that an action lasts.
  static final int FRAMES_PER_STEP = 4;

  /// Steps of an evaluation: 500,000 frames.
  static final int EVALUATION_STEPS = 125_000;

  /// The authors' emulator and preprocessing.
  private static final String OPTIONS =
      "actions=minimal,sticky=0,skip=4,pool=average,resize=linear,noops=4-29,limit=72000,repeat=whole,start=lead-in";

  private static final int EPISODES = 30;
  private static final double EPSILON = 0.05;
  private static final int STATES = 500;

  private AtariProtocol() {}

  /// The environment of a game.
  static String environment(String game) {
    return "atari/" + game + ":" + OPTIONS;
  }

  /// The paper's training, at its full length.
  static Training training(Algorithm algorithm) {
    return Training.paper(algorithm).with(Variants.Rewards.SIGN);
  }

  /// An evaluation.
  ///
  /// @param periodSteps how often
  /// @param steps how long
  static Training.Evaluate evaluation(int periodSteps, int steps) {
    int episodes = Math.max(1, (int) ((long) EPISODES * steps / EVALUATION_STEPS));
    return new Training.Evaluate(periodSteps, episodes, EPSILON, STATES);
  }

  /// What the evaluations of a run found.
  static Map<String, double[]> columns(List<Evaluated> evaluations) {
    Map<String, double[]> columns = TrainingRun.columns(evaluations);
    TrainingRun.put(columns, AtariTrial.RETURN_WITHIN, evaluations, _ -> Double.NaN);
    TrainingRun.put(columns, AtariTrial.FRESH_VALUE, evaluations, _ -> Double.NaN);
    TrainingRun.put(columns, AtariTrial.TARGET_VALUE, evaluations, _ -> Double.NaN);
    return columns;
  }
}
