package org.evenkeel.lab.study;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.evenkeel.lab.config.ConfigYaml;
import org.evenkeel.lab.config.RunConfig;
import org.evenkeel.lab.run.RunOnDisk.Evaluated;

/// A run that belongs to no study, computed on one machine for another. As with any such run, its folder keeps its
/// checkpoints, so that it can be trained longer.
///
/// @param name its name in messages
/// @param config its configuration
/// @param checkpointSeconds time between its checkpoints
public record SeedTrial(String name, RunConfig config, double checkpointSeconds)
    implements TrainingTrial {
  /// Describes the trial so that another machine can create it.
  ///
  /// @param config the text of `config.yaml`
  private record Recipe(String name, String config, double checkpointSeconds)
      implements TrialRecipe {
    @Override
    public Trial make() {
      return new SeedTrial(name, ConfigYaml.read(config, name), checkpointSeconds);
    }
  }

  /// Returns the recipe with which another machine creates this trial.
  public TrialRecipe recipe() {
    return new Recipe(name, ConfigYaml.write(config), checkpointSeconds);
  }

  @Override
  public String describe() {
    return "%s %s seed %s"
        .formatted(config.environment(), TrialText.of(config.training()), config.seed());
  }

  @Override
  public double work() {
    return new RunTrial(name, config, config.training().schedule().steps()).work();
  }

  @Override
  public TrainingRun asRun() {
    return new TrainingRun(name, config);
  }

  @Override
  public Map<String, double[]> columns(List<Evaluated> evaluations) {
    return TrainingRun.columns(evaluations);
  }

  @Override
  public void kept(Path folder, TrialResult result) {}
}
