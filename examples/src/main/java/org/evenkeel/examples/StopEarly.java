package org.evenkeel.examples;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.train.Checkpoint;
import org.evenkeel.core.train.Outcome;
import org.evenkeel.core.train.RunEvent;
import org.evenkeel.core.train.Trainer;
import org.evenkeel.core.train.Training;

/// Ends a run when it is good enough or stops improving, and writes a checkpoint at each evaluation.
public final class StopEarly {
  private StopEarly() {}

  // @start region=listener
  /// Writes a checkpoint after each evaluation. Stops at a given return, or after `patience` evaluations without a new
  /// best.
  static final class Watch implements Consumer<RunEvent.Evaluated> {
    private final Trainer trainer;
    private final Path folder;
    private final double enough;
    private final int patience;
    private double best = Double.NEGATIVE_INFINITY;
    private int withoutProgress;

    Watch(Trainer trainer, Path folder, double enough, int patience) {
      this.trainer = trainer;
      this.folder = folder;
      this.enough = enough;
      this.patience = patience;
    }

    @Override
    public void accept(RunEvent.Evaluated event) {
      try {
        Checkpoint.write(folder, trainer);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      double reached = event.result().meanReturn();
      withoutProgress = reached > best ? 0 : withoutProgress + 1;
      best = Math.max(best, reached);
      if (reached >= enough || withoutProgress >= patience) {
        trainer.stop();
      }
    }

    double best() {
      return best;
    }
  }

  // @end

  static final Training TRAINING =
      Training.of(Algorithm.averaged(5)).steps(50_000).evaluation(e -> e.periodSteps(500));

  /// The outcome of a run, its last step and its best return.
  record Ending(Outcome outcome, long step, double best) {}

  /// Trains until the return is enough, there is no progress, or 50,000 steps are taken.
  static Ending train(Path folder, double enough, int patience) {
    // @start region=stop
    try (Trainer trainer = new Trainer(Thermostat::new, TRAINING, 1)) {
      Watch watch = new Watch(trainer, folder, enough, patience);
      trainer.on(RunEvent.Evaluated.class, watch);
      Outcome outcome = trainer.run(); // STOPPED or FINISHED
      return new Ending(outcome, trainer.step(), watch.best());
    }
    // @end
  }

  public static void main(String[] args) throws IOException {
    System.out.println(train(Files.createTempDirectory("good-enough"), 150, 5));
    System.out.println(train(Files.createTempDirectory("no-progress"), 200, 3));
  }
}
