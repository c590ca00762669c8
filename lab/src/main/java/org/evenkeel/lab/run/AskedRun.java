package org.evenkeel.lab.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.evenkeel.core.internal.Shell;
import org.evenkeel.lab.config.Differences;
import org.evenkeel.lab.config.RunConfig;

/// A run that somebody asks for, and the folder it is to be in. It may be there already.
///
/// Several runs are planned before the first of them begins, so that stopping or killing the process loses none: whoever
/// resumes the folder finds them all.
///
/// @param config what is to be run
/// @param folder where
public record AskedRun(RunConfig config, Path folder) {
  /// Refuses a folder that has something in it.
  ///
  /// @throws IllegalArgumentException if so, with what to do about it
  public void requireNew() throws IOException {
    if (isPlanned()) {
      throw new IllegalArgumentException(
          "'%s' has this run already: continue it with: %s, or choose another folder with --out"
              .formatted(folder, Shell.command("resume", folder)));
    }
  }

  /// Whether the folder has this run already, begun or not; where its classes are does not matter.
  ///
  /// @return false if the folder is empty or does not exist
  /// @throws IllegalArgumentException if it has something else in it, with what to do about it
  public boolean isPlanned() throws IOException {
    if (!RunDirectory.isRun(folder)) {
      RunDirectory.requireFree(folder);
      return false;
    }
    RunConfig kept = RunDirectory.config(folder);
    List<Differences.Difference> differences = Differences.between(kept, config);
    if (!differences.isEmpty()) {
      throw new IllegalArgumentException(
          "'%s' holds another run: %s; %schoose another folder with --out"
              .formatted(folder, Differences.thereAndAsked(differences), longer(kept)));
    }
    return true;
  }

  /// What to do where only the length is another, and longer.
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

  /// Makes the folder of a run that is not there yet, to be begun by [RunOnDisk#resume].
  public void plan() throws IOException {
    if (!isPlanned()) {
      RunDirectory.create(folder, config).close();
    }
  }
}
