package org.evenkeel.lab.run;

import java.io.IOException;
import java.nio.file.Path;
import org.evenkeel.core.train.Checkpoint;
import org.evenkeel.core.train.Trainer;

/// The work that a [RunDriver] drives: a trainer, with the folder for its files.
interface Work {
  /// Returns the number of steps taken.
  long step();

  /// Returns whether the last step was taken.
  boolean finished();

  /// Continues until step `untilStep`, the end, or shortly after [#stop].
  void run(long untilStep);

  /// Ends [#run] soon. May be called from any thread.
  void stop();

  /// Checks that the folder is still the one in which the work started.
  ///
  /// @throws FolderChangedException if it is not; then nothing more may be written
  default void requireHeld() throws FolderChangedException {}

  /// Writes a checkpoint that atomically replaces the previous one.
  ///
  /// @param rows the rows of `metrics.csv` up to this step, which the checkpoint contains
  void checkpoint(String rows) throws IOException;

  /// Writes the learned policy.
  void savePolicy() throws IOException;

  /// Writes the checksums of the finished run, after all other files.
  ///
  /// @param rows all rows of `metrics.csv`
  default void seal(String rows) throws IOException {}

  /// Returns a trainer whose checkpoints and policy are written to a folder.
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
