package org.evenkeel.lab.study;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Architecture;
import org.evenkeel.core.train.Training;
import org.evenkeel.lab.config.Algorithms;
import org.evenkeel.lab.config.ConfigException;
import org.evenkeel.lab.config.ConfigYaml;
import org.evenkeel.lab.config.Differences;
import org.evenkeel.lab.config.PresetLayers;
import org.evenkeel.lab.config.Presets;
import org.evenkeel.lab.config.RunConfig;
import org.evenkeel.lab.config.Tasks;

/// One combination of a study. Its runs differ only in the seed.
///
/// @param environment the environment, with all its options
/// @param classpath the location of its class
/// @param choice the values of the compared settings
/// @param training all other settings
/// @param folder the folder of its runs among the trials: `cartpole/averaged-5-learningrate-0.001`
public record Cell(
    String environment,
    List<String> classpath,
    Map<String, Object> choice,
    Training training,
    String folder) {

  /// Returns its run with a seed.
  public RunTrial trial(long seed) {
    return trial(seed, training.schedule().steps());
  }

  /// Returns its run with a seed up to a step, for a round of a search.
  RunTrial trial(long seed, long until) {
    return new RunTrial(
        folder + "/seed" + seed, new RunConfig(environment, classpath, seed, training), until);
  }

  /// Returns the algorithm's name.
  String algorithm() {
    return Algorithms.describe(training.algorithm());
  }

  /// Returns all combinations of a study, with those of an environment together.
  ///
  /// @throws IllegalArgumentException if the study has none or too many, an environment or a value is invalid, or two
  ///     combinations cannot be told apart
  /// @throws IOException if the preset cannot be read
  public static List<Cell> of(Study design) throws IOException {
    var _ = design.trials();
    List<Cell> cells = new ArrayList<>();
    for (int e = 0; e < design.environments().size(); e++) {
      String name = design.environments().get(e);
      Base base = Base.of(design, name, "environments[" + e + "]");
      for (Algorithm algorithm : design.algorithms()) {
        Training training =
            ConfigYaml.change(design.settings(), "settings", base.training.algorithm(algorithm));
        if (!training.algorithm().equals(algorithm)) {
          throw new ConfigException(
              "settings", "settings must not contain the algorithm: list it in algorithms");
        }
        for (Map<String, Object> choice : design.combinations()) {
          Training changed = ConfigYaml.change(choice, path(design), training);
          requireEvaluated(changed);
          cells.add(
              new Cell(
                  base.environment,
                  design.classpath(),
                  choice,
                  changed,
                  slug(name) + "/" + slug(called(changed.algorithm(), choice))));
        }
      }
    }
    requireDifferent(cells);
    return cells;
  }

  private static String path(Study design) {
    return design.search() == null ? "compare" : "search.ranges";
  }

  /// An environment with the settings of its presets.
  private record Base(String environment, Training training) {
    static Base of(Study design, String name, String path) throws IOException {
      try {
        PresetLayers presets =
            PresetLayers.of(name, design.preset(), Presets.of(Tasks.catalog(design.classpath())));
        String full = Tasks.fullName(presets.environment(name), design.classpath());
        var observation = Tasks.spec(full, design.classpath()).observation();
        Training training =
            Training.of(design.algorithms().getFirst())
                .network(new Architecture.Standard(false).forInput(observation));
        return new Base(full, presets.apply(training));
      } catch (ConfigException e) {
        throw e;
      } catch (IllegalArgumentException e) {
        throw new ConfigException(path, String.valueOf(e.getMessage()));
      }
    }
  }

  private static void requireEvaluated(Training training) {
    if (training.evaluation().periodSteps() == 0) {
      throw new ConfigException(
          "settings",
          "evaluation.periodSteps is 0: a study compares evaluations, so it must be at least 1");
    }
  }

  /// Returns a text such as `averaged(5) learningRate 0.001`.
  private static String called(Algorithm algorithm, Map<String, Object> choice) {
    StringBuilder text = new StringBuilder(Algorithms.describe(algorithm));
    choice.forEach(
        (key, value) -> {
          String last = key.substring(key.lastIndexOf('.') + 1);
          boolean alone =
              choice.keySet().stream()
                      .filter(k -> k.substring(k.lastIndexOf('.') + 1).equals(last))
                      .count()
                  == 1;
          text.append('-').append(alone ? last : key).append('-').append(Differences.text(value));
        });
    return text.toString();
  }

  private static String slug(String text) {
    String plain = text.replaceAll("[^A-Za-z0-9.]+", "-").toLowerCase(Locale.ROOT);
    return plain.replaceAll("^[-.]+|[-.]+$", "");
  }

  private static void requireDifferent(List<Cell> cells) {
    Map<String, Cell> folders = new HashMap<>();
    Map<List<Object>, Cell> trainings = new LinkedHashMap<>();
    for (Cell cell : cells) {
      Cell same = trainings.put(List.of(cell.environment, cell.training), cell);
      if (same != null) {
        throw new ConfigException(
            "", "two combinations are the same run: %s and %s".formatted(same, cell));
      }
      Cell other = folders.put(cell.folder, cell);
      if (other != null) {
        throw new ConfigException(
            "",
            "two combinations would have the same folder '%s': %s and %s"
                .formatted(cell.folder, other, cell));
      }
    }
  }

  /// Returns a text such as `averaged(5) on cartpole with optimizer.learningRate 0.001`.
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(Algorithms.describe(training.algorithm())).append(" on ").append(environment);
    choice.forEach(
        (key, value) ->
            text.append(text.indexOf(" with ") < 0 ? " with " : " and ")
                .append(key)
                .append(' ')
                .append(Differences.text(value)));
    return text.toString();
  }
}
