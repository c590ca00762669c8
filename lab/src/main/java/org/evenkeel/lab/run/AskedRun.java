package org.evenkeel.lab.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.evenkeel.core.internal.Shell;
import org.evenkeel.core.train.Accelerator;
import org.evenkeel.lab.config.Differences;
import org.evenkeel.lab.config.RunConfig;
import org.jspecify.annotations.Nullable;

/// A run that a user asks for, and its folder. The folder may already contain the run.
///
/// Several runs are planned before the first of them starts, so that none is lost if the process is stopped or killed:
/// resuming the folder finds them all.
///
/// @param config the configuration of the run
/// @param folder its folder
public record AskedRun(RunConfig config, Path folder) {
  /// Requires that the folder is empty or does not exist.
  ///
  /// @throws IllegalArgumentException if it is not; the message says what to do
  public void requireNew() throws IOException {
    if (isPlanned()) {
      throw new IllegalArgumentException(
          "'%s' already contains this run: continue it with: %s, or choose another folder with --out"
              .formatted(folder, Shell.command("resume", folder)));
    }
  }

  /// Returns whether the folder already contains this run, started or not. Class paths are not compared.
  ///
  /// @return false if the folder is empty or does not exist
  /// @throws IllegalArgumentException if it contains anything else; the message says what to do
  public boolean isPlanned() throws IOException {
    if (!RunDirectory.isRun(folder)) {
      RunDirectory.requireFree(folder);
      return false;
    }
    RunConfig kept = RunDirectory.config(folder);
    List<Differences.Difference> differences = Differences.between(kept, config);
    if (!differences.isEmpty()) {
      throw new IllegalArgumentException(
          "'%s' contains another run: %s; %schoose another folder with --out"
              .formatted(folder, Differences.thereAndAsked(differences), longer(kept)));
    }
    return true;
  }

  /// Returns the advice for a run that differs only in its length, and is longer.
  private String longer(RunConfig kept) {
    long steps = config.training().schedule().steps();
    boolean onlyLonger =
        steps > kept.training().schedule().steps()
            && Differences.between(kept.withSteps(steps), config).isEmpty();
    return onlyLonger
        ? "train it longer with: %s, or "
            .formatted(Shell.command("resume", folder, "--steps", steps))
        : "";
  }

  /// Creates the folder of a run that does not exist yet, to be started by [RunOnDisk#resume].
  ///
  /// @param accelerator the hardware that will take its steps; null for the processor alone
  public void plan(@Nullable Accelerator accelerator) throws IOException {
    if (!isPlanned()) {
      String device = accelerator == null ? Provenance.CPU : accelerator.name();
      RunDirectory.create(folder, config, device).close();
    }
  }
}
