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

/// Another length for a run that is finished or was stopped. Its steps are those of a run that always had the new
/// length, as nothing in it depends on the length; where something does, this is refused.
///
/// The configuration before is kept as `config-STEPS.yaml`. A checkpoint says how long its run was to be: one of an
/// earlier length is used only if such a file is there, so a damaged `config.yaml` is still noticed.
final class LongerRun {
  private LongerRun() {}

  /// Checks that a run can have another length.
  ///
  /// @throws IllegalArgumentException if not
  static void require(Path folder, RunConfig kept, long steps) throws IOException {
    if (steps == kept.training().schedule().steps()) {
      return;
    }
    if (Checkpoint.dependsOnLength(kept.training())) {
      throw new IllegalArgumentException(
          ("the run in '%s' cannot have another length than its %d steps: replay with priorities goes by the share"
                  + " of the run that is done, so all its steps would have been others; start a new run with --steps %d")
              .formatted(folder, kept.training().schedule().steps(), steps));
    }
    long done = Checkpoint.newest(folder);
    if (steps <= done) {
      throw new IllegalArgumentException(
          "--steps must be more than the %d that the run in '%s' has done, was %d"
              .formatted(done, folder, steps));
    }
  }

  /// The lengths that the run of a folder had before, in steps.
  static Set<Long> earlierLengths(Path folder, RunConfig now) throws IOException {
    Set<Long> lengths = new HashSet<>();
    for (Path file : before(folder)) {
      earlier(file, now).ifPresent(lengths::add);
    }
    return lengths;
  }

  /// The configurations that the run of a folder had before.
  static List<Path> before(Path folder) throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "config-*.yaml")) {
      files.forEach(found::add);
    } catch (DirectoryIteratorException e) {
      throw new IOException("cannot look into '" + folder + "': " + e.getMessage(), e);
    }
    return found;
  }

  /// One that is damaged is left out: then a checkpoint of that length is refused, with a sentence.
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

  /// Writes the new configuration; the one before it and the policy that it led to stay beside it. Killed anywhere, the
  /// run has either length, and can be resumed.
  ///
  /// @return notes for the user
  static List<String> write(Path folder, RunConfig before, RunConfig now) throws IOException {
    long steps = before.training().schedule().steps();
    Path old = folder.resolve("config-" + steps + ".yaml");
    AtomicFile.write(old, ConfigYaml.write(before));
    Checksums.remove(folder); // of files that change now
    Path policy = folder.resolve(RunDirectory.POLICY);
    List<String> notes = new ArrayList<>();
    notes.add(
        "the run has %d steps now instead of %d; the configuration before is in %s"
            .formatted(now.training().schedule().steps(), steps, old.getFileName()));
    if (Files.exists(policy)) {
      Path kept = folder.resolve("policy-" + steps + ".safetensors");
      Files.move(policy, kept, StandardCopyOption.ATOMIC_MOVE);
      notes.add("its policy after %d steps is in %s".formatted(steps, kept.getFileName()));
      if (!measuredAnyway(now.training(), steps)) {
        notes.add(
            "%s keeps the row of step %d, where the run had its end: a run of %d steps would not measure there"
                .formatted(MetricsFile.NAME, steps, now.training().schedule().steps()));
      }
    }
    AtomicFile.write(folder.resolve(RunDirectory.CONFIG), ConfigYaml.write(now));
    return notes;
  }

  /// Whether a longer run has the same row at a step that was the last one.
  private static boolean measuredAnyway(Training training, long step) {
    int period = training.evaluation().periodSteps();
    return period > 0 ? step % period == 0 : step % training.schedule().metricsPeriodSteps() == 0;
  }
}
