package org.evenkeel.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.evenkeel.core.internal.Shell;

/// Prints the commands that are useful after training.
final class NextCommands {
  private static final Pattern SEED = Pattern.compile("(.*seed)\\d+");

  private NextCommands() {}

  /// After one run.
  static void afterOne(PrintWriter out, Path run) {
    String evaluate = Shell.command("evaluate", run);
    String watch = Shell.command("watch", run);
    out.printf("next         %s    plays 100 episodes%n", evaluate);
    out.printf(
        "             %s%s    shows one%n", watch, " ".repeat(evaluate.length() - watch.length()));
  }

  /// After several runs that differ in their seeds; prints nothing if their folders have no common pattern.
  static void afterSeveral(PrintWriter out, List<Path> runs) {
    pattern(runs)
        .ifPresent(folders -> out.printf("next         %s    compares them on a page%n", folders));
  }

  /// `evenkeel report DIR` for `DIR/seed1`, `DIR/seed2`; `evenkeel report runs/cartpole-dqn-seed*` for folders with such
  /// names.
  private static Optional<String> pattern(List<Path> runs) {
    Path first = runs.getFirst();
    String stem = stem(first);
    Path stems = first.resolveSibling(stem);
    if (stem.isEmpty()
        || !runs.stream().allMatch(run -> run.resolveSibling(stem(run)).equals(stems))) {
      return Optional.empty();
    }
    Path folder = first.getParent();
    return Optional.of(
        stem.equals("seed") && folder != null
            ? Shell.command("report", folder)
            : Shell.command("report", stems) + "*");
  }

  /// The name of a folder without the number of its seed; empty if it has none.
  private static String stem(Path run) {
    Matcher name = SEED.matcher(String.valueOf(run.getFileName()));
    return name.matches() ? name.group(1) : "";
  }
}
