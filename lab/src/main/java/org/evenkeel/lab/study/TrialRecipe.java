package org.evenkeel.lab.study;

import java.io.IOException;
import java.io.Serializable;

/// Describes a trial so that another process can create it: a few texts and numbers, which are all that is sent. The
/// created trial has the same description as the original, unless the other process runs a different program.
public interface TrialRecipe extends Serializable {
  /// Creates the trial.
  ///
  /// @throws IllegalArgumentException if the trial cannot be created in this process; the message explains why
  Trial make() throws IOException;
}
