package org.evenkeel.lab.study;

import java.io.IOException;
import java.io.Serializable;

/// How another process makes a trial: a few texts and numbers, which are all that is sent there. The trial it makes has
/// the same description as the one it was made for, or the other process has another program.
public interface TrialRecipe extends Serializable {
  /// Makes the trial.
  ///
  /// @throws IllegalArgumentException if that is not possible there, with a sentence
  Trial make() throws IOException;
}
