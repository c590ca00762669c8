package org.evenkeel.lab.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.EnvironmentCalls;
import org.evenkeel.core.env.SkipsFrames;
import org.evenkeel.core.train.Execution;
import org.evenkeel.core.train.Trainer;
import org.evenkeel.lab.config.RunConfig;
import org.evenkeel.lab.config.Tasks;

/// A run that is fully set up, before anything is written.
///
/// @param config its configuration
/// @param framesPerStep the number of frames of its game per step
/// @param log the log that writes its rows
/// @param trainer the trainer, at step 0
record PreparedRun(RunConfig config, int framesPerStep, RunLog log, Trainer trainer)
    implements AutoCloseable {
  /// @param folder the folder of the run, which need not exist
  static PreparedRun of(
      RunConfig config, Path folder, RunOnDisk.Machine machine, RunObserver observer) {
    Supplier<Environment> environments = Tasks.find(config.environment(), config.classpath());
    int framesPerStep = EnvironmentCalls.ask(environments, PreparedRun::framesPerStep);
    RunLog log = new RunLog(folder, observer);
    Execution execution = Execution.threads(machine.threads()).accelerator(machine.accelerator());
    Trainer trainer;
    try {
      trainer = new Trainer(environments, config.training(), config.seed(), execution);
    } catch (OutOfMemoryError e) {
      throw new IllegalStateException(
          "out of memory before the run could start (%s); %s"
              .formatted(e.getMessage(), MachineMemory.outOfMemory(config)),
          e);
    }
    log.follow(trainer);
    return new PreparedRun(config, framesPerStep, log, trainer);
  }

  private static int framesPerStep(Environment environment) {
    SkipsFrames skips = environment.as(SkipsFrames.class);
    return skips == null ? 1 : skips.framesPerStep();
  }

  /// Closes the log and the trainer, even if one throws.
  @Override
  public void close() throws IOException {
    try (log) {
      trainer.close();
    }
  }
}
