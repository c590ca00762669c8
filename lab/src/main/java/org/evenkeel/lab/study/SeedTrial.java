package org.evenkeel.lab.study;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.evenkeel.lab.config.ConfigYaml;
import org.evenkeel.lab.config.RunConfig;
import org.evenkeel.lab.run.RunOnDisk.Evaluated;

/// A run that belongs to no study, for a machine that computes it for another one. Its folder keeps its checkpoints, as
/// that of any such run: it may be trained longer.
///
/// @param name what sentences call it
/// @param config what is run
/// @param checkpointSeconds time between its checkpoints
public record SeedTrial(String name, RunConfig config, double checkpointSeconds)
    implements TrainingTrial {
  /// How it is made elsewhere.
  ///
  /// @param config the text of `config.yaml`
  private record Recipe(String name, String config, double checkpointSeconds)
      implements TrialRecipe {
    @Override
    public Trial make() {
      return new SeedTrial(name, ConfigYaml.read(config, name), checkpointSeconds);
    }
  }

  /// How it is made elsewhere.
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
