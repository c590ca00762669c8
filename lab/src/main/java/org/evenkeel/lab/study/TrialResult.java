package org.evenkeel.lab.study;

import java.io.Serializable;
import java.util.Map;

/// How a trial ended. Both ways are results: an algorithm that diverges on two seeds of ten has been measured.
public sealed interface TrialResult extends Serializable {
  /// It ran to its end.
  ///
  /// @param columns named columns of numbers
  record Finished(Map<String, double[]> columns) implements TrialResult {}

  /// It diverged. Computed again with the same program, it diverges at the same step.
  ///
  /// @param reason what was not finite any more, one line
  /// @param step the step or iteration at which that was noticed
  record Failed(String reason, long step) implements TrialResult {
    /// Makes the reason one line.
    public Failed {
      reason = reason.replaceAll("\\s+", " ").strip();
      if (step < 0) {
        throw new IllegalArgumentException("step must be >= 0, was " + step);
      }
    }

    /// For a reader: `diverged at step 120: the loss is NaN`.
    public String sentence() {
      return "diverged at step " + step + ": " + reason;
    }
  }
}
