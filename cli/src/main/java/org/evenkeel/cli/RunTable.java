package org.evenkeel.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.evenkeel.core.internal.Outside;
import org.evenkeel.envs.Environments;
import org.evenkeel.lab.config.Algorithms;
import org.evenkeel.lab.config.RunConfig;
import org.jspecify.annotations.Nullable;

/// Prints the outcome of several runs: a line for each, and the mean over the seeds of runs that differ in nothing else.
final class RunTable {
  private static final String NOT_BEGUN = "not begun";

  /// The end of a run.
  ///
  /// @param config the configuration; null if it could not be read
  /// @param step its current step
  /// @param lastReturn the return of its last evaluation, NaN if there was none
  /// @param failure the reason for a failure, null if there was none
  record Ending(
      @Nullable RunConfig config,
      Path folder,
      long step,
      double lastReturn,
      @Nullable String failure) {
    /// Returns the end of a run that was not started because the user stopped the command.
    static Ending notBegun(RunConfig config, Path folder) {
      return new Ending(config, folder, 0, Double.NaN, NOT_BEGUN);
    }

    boolean failed() {
      return failure != null && !failure.equals(NOT_BEGUN);
    }

    private String result() {
      return failure == null
          ? Outside.path(folder)
          : failed()
              ? "failed: " + Outside.sentence(failure)
              : Outside.path(folder) + " (" + NOT_BEGUN + ")";
    }
  }

  private RunTable() {}

  /// Prints the table.
  ///
  /// @param means whether to print means; false if runs were stopped
  static void print(PrintWriter out, List<Ending> endings, boolean means) {
    out.println();
    out.printf(Locale.ROOT, "%8s %12s %14s   %s%n", "seed", "steps", "final return", "results");
    for (Ending e : endings) {
      RunConfig config = e.config();
      out.printf(
          Locale.ROOT,
          "%8s %,12d %14s   %s%n",
          config == null ? "-" : Long.toString(config.seed()),
          e.step(),
          Double.isNaN(e.lastReturn()) ? "-" : number(e.lastReturn()),
          e.result());
    }
    if (means) {
      printMeans(out, endings);
    }
    out.flush();
  }

  private static void printMeans(PrintWriter out, List<Ending> endings) {
    Map<RunConfig, List<Double>> groups = new LinkedHashMap<>();
    for (Ending e : endings) {
      RunConfig config = e.config();
      if (config != null && Double.isFinite(e.lastReturn())) {
        groups.computeIfAbsent(withoutSeed(config), key -> new ArrayList<>()).add(e.lastReturn());
      }
    }
    groups.forEach(
        (config, returns) -> {
          if (groups.size() > 1 && returns.size() == 1) {
            return; // the table contains its return
          }
          var statistics = returns.stream().mapToDouble(Double::doubleValue).summaryStatistics();
          out.printf(
              Locale.ROOT,
              "%sfinal return over %d %s: mean %.2f, min %.2f, max %.2f%n",
              groups.size() > 1 ? name(config) + ": " : "",
              returns.size(),
              returns.size() == 1 ? "seed" : "seeds",
              statistics.getAverage(),
              statistics.getMin(),
              statistics.getMax());
        });
  }

  private static RunConfig withoutSeed(RunConfig config) {
    return config.withSeed(0).withClasspath(List.of());
  }

  private static String name(RunConfig config) {
    return String.format(
        Locale.ROOT,
        "%s, %s, %,d steps",
        Environments.title(config.environment()),
        Algorithms.describe(config.training().algorithm()),
        config.training().schedule().steps());
  }

  static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
