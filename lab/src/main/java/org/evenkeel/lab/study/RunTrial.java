package org.evenkeel.lab.study;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.lab.config.RunConfig;
import org.evenkeel.lab.run.RunOnDisk;
import org.evenkeel.lab.run.RunOnDisk.Evaluated;

/// A training run of a user's study, or the beginning of one: a search trains its runs round by round in one folder.
///
/// @param folderName its folder among the trials
/// @param config its configuration
/// @param until the step to train to: the last step of the run, or an earlier one
public record RunTrial(String folderName, RunConfig config, long until) implements TrainingTrial {
  private static final double CHECKPOINT_SECONDS = 60;

  private boolean whole() {
    return until == config.training().schedule().steps();
  }

  @Override
  public String name() {
    return whole() ? folderName : folderName + "-step" + until;
  }

  @Override
  public String describe() {
    return "%s %s seed %s%s"
        .formatted(
            config.environment(),
            TrialText.of(config.training()),
            config.seed(),
            whole() ? "" : " until step " + until);
  }

  /// Returns the work in units of one network update. Each further learner counts as one more unit, each target network
  /// as a tenth.
  @Override
  public double work() {
    Algorithm algorithm = config.training().algorithm();
    return until * (algorithm.learners() > 1 ? algorithm.learners() : 0.9 + 0.1 * algorithm.k());
  }

  @Override
  public double begun(Path folder) throws IOException {
    double share = asRun().begun(folder) * config.training().schedule().steps() / until;
    return Math.min(1, share);
  }

  @Override
  public TrainingRun asRun() {
    return new TrainingRun(name(), config);
  }

  @Override
  public double checkpointSeconds() {
    return CHECKPOINT_SECONDS;
  }

  @Override
  public Map<String, double[]> columns(List<Evaluated> evaluations) {
    return TrainingRun.columns(evaluations);
  }

  @Override
  public Map<String, double[]> run(
      Path folder, RunOnDisk.Machine machine, DoubleConsumer progress, Consumer<String> warnings)
      throws IOException {
    return columns(asRun().run(folder, machine, until, progress, warnings));
  }

  @Override
  public Optional<Map<String, double[]>> rebuilt(Path folder) throws IOException {
    return whole()
        ? TrainingTrial.super.rebuilt(folder)
        : asRun().until(folder, until).map(this::columns);
  }

  /// Keeps the checkpoints of a run that may continue in the next round.
  @Override
  public void kept(Path folder, TrialResult result) throws IOException {
    if (whole() || result instanceof TrialResult.Failed) {
      TrainingTrial.super.kept(folder, result);
    }
  }
}
