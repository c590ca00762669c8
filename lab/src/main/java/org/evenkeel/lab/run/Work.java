package org.evenkeel.lab.run;

import java.io.IOException;
import java.nio.file.Path;
import org.evenkeel.core.train.Checkpoint;
import org.evenkeel.core.train.Trainer;

/// What a [RunDriver] drives: a trainer and where it is kept.
interface Work {
  /// Steps taken.
  long step();

  /// Whether the last step was taken.
  boolean finished();

  /// Goes on until step `untilStep`, the end, or soon after [#stop].
  void run(long untilStep);

  /// Ends [#run] soon; from any thread.
  void stop();

  /// Sees that the folder is still the one that was started in.
  ///
  /// @throws FolderChangedException if not; then nothing more may be written
  default void requireHeld() throws FolderChangedException {}

  /// Writes a checkpoint that replaces the one before as a whole.
  ///
  /// @param rows the rows of `metrics.csv` up to here, which it keeps
  void checkpoint(String rows) throws IOException;

  /// Writes the policy learned.
  void savePolicy() throws IOException;

  /// Everything is written: seals the files of the finished run.
  ///
  /// @param rows all rows of `metrics.csv`
  default void seal(String rows) throws IOException {}

  /// A trainer whose checkpoints and policy go to a folder.
  static Work of(Trainer trainer, RunDirectory directory) {
    Path folder = directory.folder();
    return new Work() {
      @Override
      public void requireHeld() throws FolderChangedException {
        directory.requireHeld();
      }

      @Override
      public void seal(String rows) throws IOException {
        Checksums.write(folder, rows);
      }

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
      public void checkpoint(String rows) throws IOException {
        Checkpoint.write(folder, trainer, rows);
      }

      @Override
      public void savePolicy() throws IOException {
        trainer.policy().save(folder.resolve(RunDirectory.POLICY));
      }
    };
  }
}
