package org.evenkeel.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.evenkeel.core.internal.AtomicFile;
import org.evenkeel.core.internal.Outside;
import org.evenkeel.core.train.EvaluationResult;
import org.evenkeel.lab.config.Algorithms;
import org.evenkeel.lab.run.KeptPolicy;
import org.jspecify.annotations.Nullable;

/// The result of `evaluate` for one run.
///
/// @param folder the run's folder
/// @param kept the policy that played
/// @param epsilon the probability of a random action
/// @param seed the seed of the episodes
/// @param result the measurements
record Evaluated(Path folder, KeptPolicy kept, double epsilon, long seed, EvaluationResult result) {

  /// Prints a row for each run, and the mean if the runs differ only in their seeds.
  static void table(PrintWriter out, List<Evaluated> all) {
    out.printf(
        Locale.ROOT,
        "%12s %12s %12s %14s %9s   %s%n",
        "return",
        "deviation",
        "length",
        "overestimation",
        "episodes",
        "run");
    for (Evaluated e : all) {
      EvaluationResult r = e.result;
      out.printf(
          Locale.ROOT,
          "%12s %12s %12s %14s %,9d   %s (step %,d)%n",
          number(r.meanReturn()),
          number(r.standardDeviation()),
          number(r.meanLength()),
          number(r.overestimation()),
          r.episodes(),
          Outside.path(e.folder),
          e.kept.step());
    }
    // A mean over different tasks or settings would be meaningless.
    boolean seeds =
        all.stream()
            .map(e -> e.kept.config().withSeed(0).withClasspath(List.of()))
            .allMatch(all.getFirst().kept.config().withSeed(0).withClasspath(List.of())::equals);
    if (!seeds) {
      return;
    }
    out.printf(
        Locale.ROOT,
        "mean return over %,d %s: %s%n",
        all.size(),
        all.size() == 1 ? "run" : "runs",
        number(all.stream().mapToDouble(e -> e.result.meanReturn()).average().orElse(Double.NaN)));
  }

  private static String number(double value) {
    return Double.isNaN(value) ? "none" : String.format(Locale.ROOT, "%.3f", value);
  }

  /// Writes the results to a JSON file as a list of objects; values that were not measured are null.
  static void write(Path file, List<Evaluated> all) throws IOException {
    List<Map<String, @Nullable Object>> list = new ArrayList<>();
    all.forEach(e -> list.add(e.tree()));
    ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    AtomicFile.write(file, mapper.writeValueAsString(list) + "\n");
  }

  private Map<String, @Nullable Object> tree() {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("run", folder.toString());
    tree.put("environment", kept.config().environment());
    tree.put("algorithm", Algorithms.describe(kept.config().training().algorithm()));
    tree.put("runSeed", kept.config().seed());
    tree.put("step", kept.step());
    tree.put("seed", seed);
    tree.put("epsilon", epsilon);
    tree.put("episodes", result.episodes());
    tree.put("meanReturn", known(result.meanReturn()));
    tree.put("standardDeviation", known(result.standardDeviation()));
    tree.put("minReturn", known(result.minReturn()));
    tree.put("maxReturn", known(result.maxReturn()));
    tree.put("meanLength", known(result.meanLength()));
    tree.put("valueEstimate", known(result.valueEstimate()));
    tree.put("discountedReturn", known(result.discountedReturn()));
    tree.put("overestimation", known(result.overestimation()));
    return tree;
  }

  private static @Nullable Double known(double value) {
    return Double.isFinite(value) ? value : null;
  }
}
