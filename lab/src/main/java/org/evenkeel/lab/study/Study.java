package org.evenkeel.lab.study;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.internal.Counted;
import org.evenkeel.core.internal.Shell;
import org.evenkeel.lab.config.ConfigException;
import org.evenkeel.lab.run.FolderLock;
import org.jspecify.annotations.Nullable;

/// A study: a comparison of environments, algorithms and settings, with each combination trained with the same seeds.
///
/// ```java
/// Study.of("Learning rates on CartPole")
///     .environments("cartpole")
///     .algorithms(Algorithm.dqn(), Algorithm.averaged(5))
///     .set("schedule.steps", 20_000)
///     .compare("optimizer.learningRate", 0.0003, 0.001)
///     .seeds(5)
///     .run(Path.of("runs/rates"), StudyObserver.silent());
/// ```
///
/// @param title the title of the page
/// @param question the question to be answered, for the reader of the page; may be empty
/// @param environments names as for `train`, or classes on the class path
/// @param classpath the location of such classes
/// @param preset a built-in preset or a file, instead of each environment's own; null for none
/// @param algorithms the algorithms to compare
/// @param settings keys of `config.yaml` with their values, the same in all runs
/// @param compare keys of `config.yaml` with the values to compare; every combination is run
/// @param seeds the seeds; each combination is run once with each
/// @param search a search for good settings instead of `compare`; null for none
public record Study(
    String title,
    String question,
    List<String> environments,
    List<String> classpath,
    @Nullable String preset,
    List<Algorithm> algorithms,
    Map<String, Object> settings,
    Map<String, List<Object>> compare,
    List<Long> seeds,
    @Nullable Search search) {
  /// The largest number of trials. More would take months, and are more likely a mistake.
  public static final int MOST_TRIALS = 10_000;

  /// Copies everything, and checks what can be checked without creating environments.
  public Study {
    environments = List.copyOf(environments);
    classpath = List.copyOf(classpath);
    algorithms = List.copyOf(algorithms);
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    Map<String, List<Object>> copy = new LinkedHashMap<>();
    compare.forEach((key, values) -> copy.put(key, List.copyOf(values)));
    compare = Collections.unmodifiableMap(copy);
    seeds = List.copyOf(seeds);
    requireDifferent("environments", environments);
    requireDifferent("algorithms", algorithms);
    requireDifferent("seeds", seeds);
    compare.forEach(
        (key, values) -> {
          if (values.isEmpty()) {
            throw new ConfigException(
                "compare." + key, "compare." + key + " must have at least 1 value, was empty");
          }
          requireDifferent("compare." + key, values);
        });
    if (search != null && !compare.isEmpty()) {
      throw new ConfigException(
          "search",
          "a study must have either compare or search: list the settings to search in ranges");
    }
    for (String key : settings.keySet()) {
      if (compare.containsKey(key)) {
        throw new ConfigException(
            "settings." + key, key + " is in both settings and compare: remove one of them");
      }
    }
  }

  private static void requireDifferent(String path, List<?> values) {
    List<Object> seen = new ArrayList<>();
    for (Object value : values) {
      if (seen.contains(value)) {
        throw new ConfigException(path, path + " contains " + value + " twice");
      }
      seen.add(value);
    }
  }

  /// Creates an empty study. Environments, algorithms and seeds are still to be set.
  public static Study of(String title) {
    return new Study(
        title, "", List.of(), List.of(), null, List.of(), Map.of(), Map.of(), List.of(), null);
  }

  /// Returns a copy with a question.
  public Study question(String asked) {
    return new Study(
        title,
        asked,
        environments,
        classpath,
        preset,
        algorithms,
        settings,
        compare,
        seeds,
        search);
  }

  /// Returns a copy with other environments.
  public Study environments(String... names) {
    return new Study(
        title,
        question,
        List.of(names),
        classpath,
        preset,
        algorithms,
        settings,
        compare,
        seeds,
        search);
  }

  /// Returns a copy with another class path.
  public Study classpath(String... entries) {
    return new Study(
        title,
        question,
        environments,
        List.of(entries),
        preset,
        algorithms,
        settings,
        compare,
        seeds,
        search);
  }

  /// Returns a copy with a preset.
  public Study preset(String nameOrFile) {
    return new Study(
        title,
        question,
        environments,
        classpath,
        nameOrFile,
        algorithms,
        settings,
        compare,
        seeds,
        search);
  }

  /// Returns a copy with other algorithms.
  public Study algorithms(Algorithm... which) {
    return new Study(
        title,
        question,
        environments,
        classpath,
        preset,
        List.of(which),
        settings,
        compare,
        seeds,
        search);
  }

  /// Returns a copy with a setting that is the same in all runs.
  ///
  /// @param key a key of `config.yaml`, dotted
  public Study set(String key, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(settings);
    more.put(key, value);
    return new Study(
        title, question, environments, classpath, preset, algorithms, more, compare, seeds, search);
  }

  /// Returns a copy that compares values of a setting, in every combination with those of other settings.
  ///
  /// @param key a key of `config.yaml`, dotted
  public Study compare(String key, Object... values) {
    Map<String, List<Object>> more = new LinkedHashMap<>(compare);
    more.put(key, Arrays.asList(values));
    return new Study(
        title,
        question,
        environments,
        classpath,
        preset,
        algorithms,
        settings,
        more,
        seeds,
        search);
  }

  /// Returns a copy with the seeds 1 to `count`.
  public Study seeds(int count) {
    return seedsOf(LongStream.rangeClosed(1, count).boxed().toList());
  }

  /// Returns a copy with these seeds.
  public Study seedsOf(List<Long> which) {
    return new Study(
        title,
        question,
        environments,
        classpath,
        preset,
        algorithms,
        settings,
        compare,
        which,
        search);
  }

  /// Returns a copy with a search.
  public Study search(Search how) {
    return new Study(
        title,
        question,
        environments,
        classpath,
        preset,
        algorithms,
        settings,
        compare,
        seeds,
        how);
  }

  /// Computes the runs that the folder does not have yet, one per core at a time, and writes a page, `report.html`,
  /// that compares the combinations. Results are kept, even after a crash: the same call continues.
  ///
  /// @param observer the receiver of the progress, on other threads
  /// @throws IllegalArgumentException if something is wrong with the study, or the folder contains something else
  public StudyFolder.Outcome run(Path folder, StudyObserver observer)
      throws IOException, InterruptedException {
    StudyFolder prepared = StudyFolder.prepare(folder, this);
    try (FolderLock _ = prepared.take()) {
      prepared.noteStarted();
      int cores = Runtime.getRuntime().availableProcessors();
      StudyFolder.Outcome outcome = prepared.run(prepared.runner(cores, observer));
      var _ =
          prepared.writeReport(
              outcome,
              Shell.command("study", folder.resolve(StudyFolder.FILE), "--out", folder),
              observer::warning);
      return outcome;
    }
  }

  /// Returns the number of runs. It includes those that a search drops early, but not those that confirm its result.
  ///
  /// @throws IllegalArgumentException if it has none, or more than [#MOST_TRIALS]
  public int trials() {
    long trials = environments.size() * (long) algorithms.size();
    StringBuilder factors =
        new StringBuilder(
            Counted.of(environments.size(), "environment")
                + " x "
                + Counted.of(algorithms.size(), "algorithm"));
    for (Map.Entry<String, List<Object>> entry : compare.entrySet()) {
      trials = Math.min(trials * entry.getValue().size(), Integer.MAX_VALUE);
      factors.append(" x ").append(entry.getValue().size()).append(" of ").append(entry.getKey());
    }
    if (search != null) {
      trials *= search.configurations();
      factors.append(" x ").append(search.configurations()).append(" configurations");
    }
    trials = Math.min(trials * seeds.size(), Integer.MAX_VALUE);
    factors.append(" x ").append(Counted.of(seeds.size(), "seed"));
    if (trials < 1 || trials > MOST_TRIALS) {
      throw new IllegalArgumentException(
          "a study must have 1 to %s trials, but this one has %s: %s"
              .formatted(MOST_TRIALS, trials == Integer.MAX_VALUE ? "too many" : trials, factors));
    }
    return (int) trials;
  }

  /// Returns the combinations of the compared settings, with the last key changing fastest, or the draws of a search.
  /// If nothing is compared there is one empty combination.
  List<Map<String, Object>> combinations() {
    if (search != null) {
      return search.draws();
    }
    List<Map<String, Object>> combinations = List.of(Map.of());
    for (Map.Entry<String, List<Object>> entry : compare.entrySet()) {
      List<Map<String, Object>> longer = new ArrayList<>();
      for (Map<String, Object> shorter : combinations) {
        for (Object value : entry.getValue()) {
          Map<String, Object> one = new LinkedHashMap<>(shorter);
          one.put(entry.getKey(), value);
          longer.add(one);
        }
      }
      combinations = longer;
    }
    return combinations;
  }
}
