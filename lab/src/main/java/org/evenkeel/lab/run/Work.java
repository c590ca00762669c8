package org.evenkeel.lab.run;

import java.io.IOException;
import java.nio.file.Path;
import org.evenkeel.core.train.Checkpoint;
import org.evenkeel.core.train.Trainer;

/// What a [RunDriver] drives: a trainer and where it is kept.
public interface Work {
  /// Steps taken.
  long step();

  /// Whether the last step was taken.
  boolean finished();

  /// Goes on until step `untilStep`, the end, or soon after [#stop].
  void run(long untilStep);

  /// Ends [#run] soon; from any thread.
  void stop();

  /// Writes a checkpoint that replaces the one before as a whole.
  void checkpoint() throws IOException;

  /// Writes the policy learned.
  void savePolicy() throws IOException;

  /// A trainer whose checkpoints and policy go to a folder.
  static Work of(Trainer trainer, Path folder) {
    return new Work() {
      @Override
      public long step() {
        return trainer.step();
      }

      @Override
      public boolean finished() {
        return trainer.finished();
      }

      @Override
      public void run(long untilStep) {
        trainer.run(untilStep);
      }

      @Override
      public void stop() {
        trainer.stop();
      }

      @Override
      public void checkpoint() throws IOException {
        Checkpoint.write(folder, trainer);
      }

      @Override
      public void savePolicy() throws IOException {
        trainer.policy().save(folder.resolve(RunDirectory.POLICY));
      }
    };
  }
}
