package org.evenkeel.lab.study;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import org.evenkeel.core.train.DivergedException;

/// A trial on a machine that computes it for another one.
public final class RemoteTrial {
  private final Trial trial;
  private final Path folder;

  private RemoteTrial(Trial trial, Path folder) {
    this.trial = trial;
    this.folder = folder;
  }

  /// Creates the trial.
  ///
  /// @param identity the hash of the description that it must have
  /// @param folder the folder in which it is computed; may contain its first part
  /// @throws IllegalArgumentException if it cannot be computed here; the message explains why
  public static RemoteTrial of(TrialRecipe recipe, String identity, Path folder)
      throws IOException {
    Trial trial = recipe.make();
    if (!TrialText.hash(trial.describe()).equals(identity)) {
      throw new IllegalArgumentException(
          "%s has different settings on the other machine: both machines need the same version of Evenkeel and of the user's classes"
              .formatted(trial.name()));
    }
    trial.requireComputable();
    return new RemoteTrial(trial, folder);
  }

  /// Returns the trial.
  public Trial trial() {
    return trial;
  }

  /// Computes the trial, continuing from the state in its folder.
  ///
  /// @param progress the receiver of the fraction done, which stops the trial by throwing a
  ///     [java.util.concurrent.CancellationException]
  /// @return its result and the files of its folder, without its checkpoints
  public TrialParcel compute(int threads, DoubleConsumer progress, Consumer<String> warnings)
      throws IOException {
    TrialResult result;
    try {
      result =
          new TrialResult.Finished(
              new LinkedHashMap<>(trial.run(folder, threads, progress, warnings)));
    } catch (DivergedException e) {
      result = new TrialResult.Failed(e.what(), e.step());
    }
    trial.kept(folder, result);
    return TrialParcel.of(result, folder);
  }
}
