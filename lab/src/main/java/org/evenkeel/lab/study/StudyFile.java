package org.evenkeel.lab.study;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.internal.Nearest;
import org.evenkeel.core.train.Training;
import org.evenkeel.lab.config.ConfigException;
import org.evenkeel.lab.config.ConfigYaml;
import org.jspecify.annotations.Nullable;

/// The YAML form of a [Study]: `study.yaml`. `evenkeel study init` writes an example that explains its keys.
public final class StudyFile {
  private static final List<String> KEYS =
      List.of(
          "study",
          "question",
          "environments",
          "classpath",
          "preset",
          "algorithms",
          "settings",
          "compare",
          "seeds",
          "search");

  private StudyFile() {}

  /// Returns an example with comments.
  public static String example() {
    try (InputStream in =
        Objects.requireNonNull(StudyFile.class.getResourceAsStream("example.yaml"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Returns a study as text from which [#read] produces an equal one.
  static String write(Study study) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("study", study.title());
    if (!study.question().isEmpty()) {
      tree.put("question", study.question());
    }
    tree.put("environments", study.environments());
    if (!study.classpath().isEmpty()) {
      tree.put("classpath", study.classpath());
    }
    if (study.preset() != null) {
      tree.put("preset", study.preset());
    }
    tree.put("algorithms", study.algorithms().stream().map(ConfigYaml::tree).toList());
    if (!study.settings().isEmpty()) {
      tree.put("settings", study.settings());
    }
    if (!study.compare().isEmpty()) {
      tree.put("compare", study.compare());
    }
    tree.put("seeds", study.seeds());
    Search search = study.search();
    if (search != null) {
      tree.put("search", SearchYaml.write(search));
    }
    return ConfigYaml.text(tree);
  }

  /// Reads a study and finds its combinations. All errors are detected here and reported with line and column.
  ///
  /// @throws IOException if the file, or a preset that it names, cannot be read
  public static Read read(Path file) throws IOException {
    String name = String.valueOf(file.getFileName()).replaceFirst("\\.ya?ml$", "");
    return read(ConfigYaml.text(file), file.toString(), name);
  }

  /// A study read from a file.
  ///
  /// @param text the text of the file
  /// @param design the study
  /// @param cells its combinations
  public record Read(String text, Study design, List<Cell> cells) {}

  /// Reads a study from a text.
  ///
  /// @param source the name of the text in error messages
  /// @param title the title if the text has none
  static Read read(String text, String source, String title) throws IOException {
    IOException[] failed = {null};
    Read read =
        ConfigYaml.explained(
            text,
            source,
            tree -> {
              Study design = design(tree, title);
              try {
                return new Read(text, design, Cell.of(design));
              } catch (IOException e) {
                failed[0] = e;
                return new Read(text, design, List.of());
              }
            });
    if (failed[0] != null) {
      throw failed[0];
    }
    return read;
  }

  private static Study design(Map<String, Object> tree, String title) {
    for (String key : tree.keySet()) {
      if (!KEYS.contains(key)) {
        String near = Nearest.question(key, KEYS);
        throw new ConfigException(
            key,
            "unknown key '%s'%s"
                .formatted(
                    key, near.isEmpty() ? "; a study has " + String.join(", ", KEYS) : near));
      }
    }
    Object preset = tree.get("preset");
    return new Study(
        text(tree, "study", title),
        text(tree, "question", ""),
        texts(tree, "environments", true),
        texts(tree, "classpath", false),
        preset == null ? null : text(tree, "preset", ""),
        algorithms(tree),
        map(tree, "settings"),
        compare(tree),
        seeds(tree),
        SearchYaml.read(tree.get("search")));
  }

  private static String text(Map<String, Object> tree, String key, String otherwise) {
    Object value = tree.get(key);
    if (value == null) {
      return otherwise;
    }
    if (value instanceof Map || value instanceof List || String.valueOf(value).isBlank()) {
      throw wrong(key, "a text", value);
    }
    return String.valueOf(value);
  }

  /// Reads a list of texts; a single text is a list with one element.
  private static List<String> texts(Map<String, Object> tree, String key, boolean needed) {
    List<String> texts = new ArrayList<>();
    for (Object value : list(tree, key, needed)) {
      if (!(value instanceof String name) || name.isBlank()) {
        throw wrong(key + "[" + texts.size() + "]", "a name", value);
      }
      texts.add(name);
    }
    return texts;
  }

  private static List<?> list(Map<String, Object> tree, String key, boolean needed) {
    Object value = tree.get(key);
    if (value == null) {
      if (needed) {
        throw new ConfigException(
            key, key + " is missing: a study needs environments, algorithms and seeds");
      }
      return List.of();
    }
    if (value instanceof Map) {
      throw wrong(key, "a list", value);
    }
    List<?> list = value instanceof List<?> many ? many : List.of(value);
    if (list.isEmpty() && needed) {
      throw new ConfigException(key, key + " must have at least 1 element, was empty");
    }
    return list;
  }

  /// Reads algorithms in the form of `config.yaml`: `dqn`, or `{name: averaged, k: 5}`.
  private static List<Algorithm> algorithms(Map<String, Object> tree) {
    Training base = Training.of(Algorithm.dqn());
    List<Algorithm> algorithms = new ArrayList<>();
    Object given = tree.get("algorithms");
    List<?> list = given instanceof Map<?, ?> one ? List.of(one) : list(tree, "algorithms", true);
    for (Object element : list) {
      String path = "algorithms[" + algorithms.size() + "]";
      try {
        algorithms.add(ConfigYaml.change(Map.of("algorithm", element), "", base).algorithm());
      } catch (ConfigException e) {
        throw new ConfigException(
            path, String.valueOf(e.getMessage()).replaceFirst("^algorithm\\b", path));
      }
    }
    return algorithms;
  }

  private static Map<String, Object> map(Map<String, Object> tree, String key) {
    return map(tree.get(key), key);
  }

  /// Reads a map, empty if there is none.
  static Map<String, Object> map(@Nullable Object value, String key) {
    if (value == null) {
      return Map.of();
    }
    if (!(value instanceof Map<?, ?> map)) {
      throw wrong(key, "a map of keys and values", value);
    }
    Map<String, Object> typed = new LinkedHashMap<>();
    map.forEach((k, v) -> typed.put(String.valueOf(k), v));
    return typed;
  }

  private static Map<String, List<Object>> compare(Map<String, Object> tree) {
    Map<String, List<Object>> compare = new LinkedHashMap<>();
    map(tree, "compare")
        .forEach(
            (key, value) -> {
              if (!(value instanceof List<?> values) || values.contains(null)) {
                throw wrong(
                    "compare." + key,
                    "a list of values, such as [0.001, 0.003] (a setting with the same value in all runs belongs"
                        + " in settings)",
                    value);
              }
              compare.put(key, new ArrayList<>(values));
            });
    return compare;
  }

  /// Reads `5`, which means the seeds 1 to 5, or a list of seeds.
  private static List<Long> seeds(Map<String, Object> tree) {
    Object value = tree.get("seeds");
    if (value instanceof List<?> list && !list.isEmpty()) {
      List<Long> seeds = new ArrayList<>();
      for (Object seed : list) {
        seeds.add(whole(seed, "seeds[" + seeds.size() + "]", Long.MIN_VALUE));
      }
      return seeds;
    }
    if (value == null || value instanceof List || value.equals("")) {
      throw new ConfigException(
          "seeds",
          "seeds must be the number of runs of each combination, such as 5, or a list of seeds");
    }
    long count = whole(value, "seeds", 1);
    List<Long> seeds = new ArrayList<>();
    for (long seed = 1; seed <= Math.min(count, Study.MOST_TRIALS + 1); seed++) {
      seeds.add(seed);
    }
    return seeds;
  }

  static long whole(@Nullable Object value, String path, long least) {
    if ((value instanceof Integer || value instanceof Long)
        && ((Number) value).longValue() >= least) {
      return ((Number) value).longValue();
    }
    throw wrong(path, "a whole number" + (least == 1 ? " >= 1, or a list of seeds" : ""), value);
  }

  static ConfigException wrong(String path, String wanted, @Nullable Object given) {
    String shown =
        given == null || given.equals("")
            ? "empty"
            : given instanceof Map ? "a map" : given instanceof List ? "a list" : "'" + given + "'";
    return new ConfigException(path, path + " must be " + wanted + ", was " + shown);
  }
}
