package org.evenkeel.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.internal.Outside;
import org.evenkeel.core.train.Footprint;
import org.evenkeel.lab.config.Algorithms;
import org.evenkeel.lab.config.ConfigYaml;
import org.evenkeel.lab.config.RunConfig;
import org.evenkeel.lab.config.Tasks;

/// `train --dry-run`: prints the planned runs and the complete configuration. Everything except the configuration is a
/// comment, so that the output is a valid preset.
final class DryRun {
  /// The largest number of folders that are listed; the rest are only counted.
  private static final int MOST_LISTED = 5;

  private DryRun() {}

  /// Prints the planned runs and the configuration.
  ///
  /// @param about lines about presets and the device
  /// @param folders the folder of each run
  /// @param problems the reasons for which the command would be refused, if any
  static void print(
      PrintWriter out,
      RunConfig first,
      List<String> about,
      List<Path> folders,
      int atOnce,
      List<String> problems) {
    out.println("# dry run: nothing is trained, nothing is written");
    about.forEach(line -> out.println("# " + line));
    out.println("# algorithm    " + Algorithms.describe(first.training().algorithm()));
    Spec spec = Tasks.spec(first.environment(), first.classpath());
    out.printf(
        Locale.ROOT,
        "# memory       %,.1f MB for the replay buffer, %,.1f MB for networks and cached values%n",
        Footprint.replayBytes(first.training(), spec) / 1e6,
        Footprint.heapBytes(first.training(), spec) / 1e6);
    if (folders.size() > 1) {
      out.printf(
          Locale.ROOT,
          "# runs         %,d, seeds %d to %d, %d in parallel; each needs this much memory%n",
          folders.size(),
          first.seed(),
          first.seed() + folders.size() - 1,
          atOnce);
    }
    folders.stream()
        .limit(MOST_LISTED)
        .forEach(f -> out.println("# results in   " + Outside.path(f)));
    if (folders.size() > MOST_LISTED) {
      out.printf(Locale.ROOT, "#              and %,d more%n", folders.size() - MOST_LISTED);
    }
    problems.forEach(problem -> out.println("# refused      " + Outside.sentence(problem)));
    out.println();
    out.print(ConfigYaml.write(first));
    out.flush();
  }
}
