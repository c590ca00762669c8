package org.evenkeel.lab.run;

import org.evenkeel.core.train.RunEvent;

/// Who watches a run: told in the thread that drives it, so an answer must be quick.
public interface RunObserver {
  /// A row of measurements.
  default void measured(RunEvent.Measured measured) {}

  /// How far it is; about twenty times a second.
  default void progress(long step) {}

  /// Something went wrong that the run survives.
  void warning(String sentence);
}
