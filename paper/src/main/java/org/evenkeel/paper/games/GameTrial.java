package org.evenkeel.paper.games;

import java.util.List;
import java.util.Map;
import org.evenkeel.core.train.Training;
import org.evenkeel.lab.config.RunConfig;
import org.evenkeel.lab.run.RunOnDisk.Evaluated;
import org.evenkeel.lab.study.TrainingRun;
import org.evenkeel.lab.study.TrainingTrial;
import org.evenkeel.lab.study.TrialText;
import org.evenkeel.paper.experiment.PathWord;

/// A training run on a game, measured by evaluations.
///
/// It is a run like those of `evenkeel train`, with its own folder. If it is killed, it continues from its last
/// checkpoint. A finished run keeps its policy, so that it can be watched.
///
/// @param protocol the rules by which it is trained and measured
/// @param game the game
/// @param environment the game's name with its options
/// @param training all other settings
/// @param seed the seed of this trial
public record GameTrial(
    GameProtocol protocol, String game, String environment, Training training, long seed)
    implements TrainingTrial {
  @Override
  public String name() {
    return "%s/%s/%s-%s/seed%s"
        .formatted(
            protocol.name(),
            game,
            PathWord.of(training.algorithm()),
            training.schedule().steps() * protocol.clock().unitsPerStep(),
            seed);
  }

  @Override
  public String describe() {
    return environment + " " + TrialText.of(training) + " seed " + seed;
  }

  @Override
  public double work() {
    return protocol.work(training);
  }

  @Override
  public int mostThreads() {
    return protocol.mostThreads();
  }

  @Override
  public TrainingRun asRun() {
    return new TrainingRun(name(), new RunConfig(environment, List.of(), seed, training));
  }

  @Override
  public double checkpointSeconds() {
    return protocol.checkpointSeconds();
  }

  @Override
  public Map<String, double[]> columns(List<Evaluated> evaluations) {
    return protocol.columns(evaluations);
  }
}
