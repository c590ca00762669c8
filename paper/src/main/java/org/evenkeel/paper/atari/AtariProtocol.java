package org.evenkeel.paper.atari;

import java.util.List;
import java.util.Map;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.train.Training;
import org.evenkeel.lab.config.Preset;
import org.evenkeel.lab.run.RunOnDisk.Evaluated;
import org.evenkeel.lab.study.TrainingRun;

/// How the authors train and measure: the preset of every Atari game says it.
final class AtariProtocol {
  /// Frames that an action lasts.
  static final int FRAMES_PER_STEP = 4;

  private AtariProtocol() {}

  private static String name(String game) {
    return "atari/" + game;
  }

  private static Preset preset(String game) {
    return Preset.forEnvironment(name(game)).orElseThrow();
  }

  /// The environment of a game, with its options.
  static String environment(String game) {
    return preset(game).environment(name(game));
  }

  /// The paper's training, at its full length.
  static Training training(String game, Algorithm algorithm) {
    return preset(game).apply(Training.of(algorithm)).algorithm(algorithm);
  }

  /// What the evaluations of a run found.
  static Map<String, double[]> columns(List<Evaluated> evaluations) {
    Map<String, double[]> columns = TrainingRun.columns(evaluations);
    TrainingRun.put(columns, AtariTrial.RETURN_WITHIN, evaluations, Evaluated::meanReturnWithin);
    TrainingRun.put(columns, AtariTrial.FRESH_VALUE, evaluations, Evaluated::freshOnlineValue);
    TrainingRun.put(columns, AtariTrial.TARGET_VALUE, evaluations, Evaluated::heldOutTargetValue);
    return columns;
  }
}
