package org.evenkeel.lab.run;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.evenkeel.core.internal.AtomicFile;
import org.evenkeel.core.train.Checkpoint;
import org.evenkeel.core.train.Training;
import org.evenkeel.lab.config.ConfigException;
import org.evenkeel.lab.config.ConfigYaml;
import org.evenkeel.lab.config.Differences;
import org.evenkeel.lab.config.RunConfig;

/// Changes the length of a run that is finished or was stopped. The steps are the same as if the run always had the new
/// length, since nothing else depends on the length. The change is rejected if something does.
///
/// The previous configuration is kept as `config-STEPS.yaml`. A checkpoint records the intended length of its run. One
/// with an earlier length is accepted only if such a file exists, so that a damaged `config.yaml` is still noticed.
final class LongerRun {
  private LongerRun() {}

  /// Checks that a run can be given another length.
  ///
  /// @throws IllegalArgumentException if it cannot
  static void require(Path folder, RunConfig kept, long steps) throws IOException {
    if (steps == kept.training().schedule().steps()) {
      return;
    }
    if (Checkpoint.dependsOnLength(kept.training())) {
      throw new IllegalArgumentException(
          ("the length of the run in '%s' cannot be changed from its %d steps: prioritized replay depends on the fraction"
                  + " of the run that is done, so all earlier steps would have differed; start a new run with --steps %d")
              .formatted(folder, kept.training().schedule().steps(), steps));
    }
    long done = Checkpoint.newest(folder);
    if (steps <= done) {
      throw new IllegalArgumentException(
          "--steps must be more than the %d that the run in '%s' has completed, was %d"
              .formatted(done, folder, steps));
    }
  }

  /// Returns the earlier lengths of the run in a folder, in steps.
  static Set<Long> earlierLengths(Path folder, RunConfig now) throws IOException {
    Set<Long> lengths = new HashSet<>();
    for (Path file : before(folder)) {
      earlier(file, now).ifPresent(lengths::add);
    }
    return lengths;
  }

  /// Returns the files with earlier configurations of the run in a folder.
  static List<Path> before(Path folder) throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "config-*.yaml")) {
      files.forEach(found::add);
    } catch (DirectoryIteratorException e) {
      throw new IOException("cannot open folder '" + folder + "': " + e.getMessage(), e);
    }
    return found;
  }

  /// Returns the length in an earlier configuration. A damaged file is ignored: a checkpoint with that length is then
  /// rejected with an explanation.
  private static OptionalLong earlier(Path file, RunConfig now) {
    try {
      RunConfig before = ConfigYaml.read(file);
      long steps = before.training().schedule().steps();
      boolean same = Differences.between(before, now.withSteps(steps)).isEmpty();
      return same ? OptionalLong.of(steps) : OptionalLong.empty();
    } catch (IOException | ConfigException e) {
      return OptionalLong.empty();
    }
  }

  /// Writes the new configuration and keeps the previous one and its policy in the same folder. If the process is
  /// killed at any point, the run has one of the two lengths and can be resumed.
  ///
  /// @return notes for the user
  static List<String> write(Path folder, RunConfig before, RunConfig now) throws IOException {
    long steps = before.training().schedule().steps();
    Path old = folder.resolve("config-" + steps + ".yaml");
    AtomicFile.write(old, ConfigYaml.write(before));
    Checksums.remove(folder); // since the files change now
    Path policy = folder.resolve(RunDirectory.POLICY);
    List<String> notes = new ArrayList<>();
    notes.add(
        "the run now has %d steps instead of %d; the previous configuration is in %s"
            .formatted(now.training().schedule().steps(), steps, old.getFileName()));
    if (Files.exists(policy)) {
      Path kept = folder.resolve("policy-" + steps + ".safetensors");
      Files.move(policy, kept, StandardCopyOption.ATOMIC_MOVE);
      notes.add("its policy after %d steps is in %s".formatted(steps, kept.getFileName()));
      if (!measuredAnyway(now.training(), steps)) {
        notes.add(
            "%s keeps the row of step %d, where the run used to end; a run of %d steps would not measure there"
                .formatted(MetricsFile.NAME, steps, now.training().schedule().steps()));
      }
    }
    AtomicFile.write(folder.resolve(RunDirectory.CONFIG), ConfigYaml.write(now));
    return notes;
  }

  /// Returns whether a longer run also measures at a step that used to be the last one.
  private static boolean measuredAnyway(Training training, long step) {
    int period = training.evaluation().periodSteps();
    return period > 0 ? step % period == 0 : step % training.schedule().metricsPeriodSteps() == 0;
  }
}
