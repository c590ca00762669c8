package org.evenkeel.lab.run;

import org.evenkeel.core.train.RunEvent;

/// Receives the events of a run. It is called by the thread that drives the run, so it must return quickly.
public interface RunObserver {
  /// Called for each row of measurements.
  default void measured(RunEvent.Measured measured) {}

  /// Called with the progress of an evaluation, until the next row of measurements.
  ///
  /// @param share the fraction completed, 0 to 1
  default void evaluating(double share) {}

  /// Called with the progress of the run, about twenty times a second; during an evaluation, whenever it reports
  /// progress.
  default void progress(long step) {}

  /// Called for a problem that the run survives.
  void warning(String sentence);
}
