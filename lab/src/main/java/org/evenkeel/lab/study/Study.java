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

/// What a study compares: environments, algorithms and settings, each combination trained with the same seeds.
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
/// @param title what the page is called
/// @param question what it is to answer, for the reader of the page; may be empty
/// @param environments names as for `train`, or classes on the class path
/// @param classpath where such classes are found
/// @param preset a built-in preset or a file, in place of each environment's own; null for none
/// @param algorithms which
/// @param settings keys of `config.yaml` with their values, the same in all runs
/// @param compare keys of `config.yaml` with the values to compare; every combination is run
/// @param seeds one run of each combination for each
/// @param search a search for good settings in place of `compare`; null for none
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
  /// More would take months, and is a mistake more often than not.
  public static final int MOST_TRIALS = 10_000;

  /// Copies everything, and checks what can be checked without the environments.
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
                "compare." + key, "compare." + key + " must have at least 1 value, has 0");
          }
          requireDifferent("compare." + key, values);
        });
    if (search != null && !compare.isEmpty()) {
      throw new ConfigException(
          "search", "a study has compare or search, not both: what is searched stands in ranges");
    }
    for (String key : settings.keySet()) {
      if (compare.containsKey(key)) {
        throw new ConfigException(
            "settings." + key, key + " is in settings and in compare: leave out one of them");
      }
    }
  }

  private static void requireDifferent(String path, List<?> values) {
    List<Object> seen = new ArrayList<>();
    for (Object value : values) {
      if (seen.contains(value)) {
        throw new ConfigException(path, path + " has " + value + " twice");
      }
      seen.add(value);
    }
  }

  /// A study of nothing yet: environments, algorithms and seeds are to be named.
  public static Study of(String title) {
    return new Study(
        title, "", List.of(), List.of(), null, List.of(), Map.of(), Map.of(), List.of(), null);
  }

  /// A copy with a question.
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

  /// A copy with other environments.
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

  /// A copy that finds classes elsewhere.
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

  /// A copy with a preset.
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

  /// A copy with other algorithms.
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

  /// A copy with a setting that is the same in all runs.
  ///
  /// @param key a key of `config.yaml`, dotted
  public Study set(String key, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(settings);
    more.put(key, value);
    return new Study(
        title, question, environments, classpath, preset, algorithms, more, compare, seeds, search);
  }

  /// A copy that compares values of a setting, in every combination with those of others.
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

  /// A copy with the seeds 1 to `count`.
  public Study seeds(int count) {
    return seedsOf(LongStream.rangeClosed(1, count).boxed().toList());
  }

  /// A copy with these seeds.
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

  /// A copy that searches.
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

  /// Runs what the folder does not have yet, one run for each core at a time, and writes a page, `report.html`, that
  /// compares the combinations. What was there is kept, also after a crash: the same call continues.
  ///
  /// @param observer hears how far it is; on other threads
  /// @throws IllegalArgumentException if something about the study is wrong, or the folder holds something else
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

  /// How many runs it has, those that a search drops early included, those with which it confirms its result not.
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
          "a study must have 1 to %s trials, this one has %s: %s"
              .formatted(MOST_TRIALS, trials == Integer.MAX_VALUE ? "too many" : trials, factors));
    }
    return (int) trials;
  }

  /// The combinations of the compared settings, the last key changing fastest, or what a search draws; the first is
  /// empty if nothing is compared.
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
