package org.evenkeel.lab.run;

import org.evenkeel.core.train.RunEvent;

/// Who watches a run: told in the thread that drives it, so an answer must be quick.
public interface RunObserver {
  /// A row of measurements.
  default void measured(RunEvent.Measured measured) {}

  /// How far an evaluation is, until the next row of measurements.
  ///
  /// @param share what is done of it, 0 to 1
  default void evaluating(double share) {}

  /// How far it is; about twenty times a second, in an evaluation as often as it tells.
  default void progress(long step) {}

  /// Something went wrong that the run survives.
  void warning(String sentence);
}
