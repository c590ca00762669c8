package org.evenkeel.lab.study;

import java.io.Serializable;
import java.util.Map;

/// The result of a trial that has ended. Divergence is a result, too: an algorithm that diverges with two of ten seeds
/// has been measured.
public sealed interface TrialResult extends Serializable {
  /// The trial ran to its end.
  ///
  /// @param columns named columns of numbers
  record Finished(Map<String, double[]> columns) implements TrialResult {}

  /// The trial diverged. If it is computed again with the same program, it diverges at the same step.
  ///
  /// @param reason the value that was no longer finite, one line
  /// @param step the step or iteration at which this was noticed
  record Failed(String reason, long step) implements TrialResult {
    /// Joins the reason into one line.
    public Failed {
      reason = reason.replaceAll("\\s+", " ").strip();
      if (step < 0) {
        throw new IllegalArgumentException("step must be >= 0, was " + step);
      }
    }

    /// Returns a sentence for a reader: `diverged at step 120: the loss is NaN`.
    public String sentence() {
      return "diverged at step " + step + ": " + reason;
    }
  }
}
