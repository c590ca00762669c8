package org.evenkeel.lab.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.internal.Counted;
import org.evenkeel.core.train.Training;
import org.jspecify.annotations.Nullable;

/// Reads and writes a [RunConfig] as YAML, with the keys of the training at the same level as environment, classpath
/// and seed. Also reads the settings of presets and flags, which contain only some of the keys.
public final class ConfigYaml {
  private static final List<String> BESIDE = List.of("environment", "classpath", "seed");

  /// A key that only presets have: options for the environment.
  private static final String OPTIONS = "environmentOptions";

  /// A key that only presets have: the preset that this one extends.
  private static final String BASE = "base";

  /// Comments for keys whose names do not explain themselves, written on the same line.
  private static final Map<String, String> MEANING =
      Map.ofEntries(
          Map.entry("classpath", "jars with the environment's class"),
          Map.entry("maxGradientNorm", "0: gradients are never clipped"),
          Map.entry("discount", "gamma"),
          Map.entry("replay.capacity", "steps"),
          Map.entry("schedule.steps", "steps of the agent"),
          Map.entry("schedule.batchSize", "transitions"),
          Map.entry(
              "schedule.targetPeriod", "steps or updates (window.clock) between two snapshots"),
          Map.entry("evaluation.periodSteps", "0: never"),
          Map.entry("evaluation.epsilon", "probability of a random action"),
          Map.entry("evaluation.steps", "0: count episodes instead"),
          Map.entry(
              "protocol",
              "from here on: choices in which published code differs, see docs/algorithms.md"));

  /// The largest size of a configuration file in bytes, far more than one needs.
  private static final long LARGEST_BYTES = 1 << 20;

  private static final ObjectMapper WRITER =
      new ObjectMapper(
          YAMLFactory.builder()
              .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
              .disable(YAMLGenerator.Feature.SPLIT_LINES)
              .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
              .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
              .build());

  private ConfigYaml() {}

  /// Returns the complete text of a configuration, including all defaults.
  public static String write(RunConfig config) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("environment", config.environment());
    tree.put("classpath", config.classpath());
    tree.put("seed", config.seed());
    tree.putAll(TrainingTree.FORM.write(config.training()));
    try {
      String algorithm = Algorithms.describe(config.training().algorithm());
      return withMeaning(WRITER.writeValueAsString(tree), algorithm);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Returns an algorithm in the form used in configurations.
  public static Object tree(Algorithm algorithm) {
    return TrainingTree.FORM.write(algorithm);
  }

  /// Returns a tree as YAML.
  public static String text(Map<String, Object> tree) {
    try {
      return WRITER.writeValueAsString(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Reads a complete configuration.
  ///
  /// @param source the name of the text in error messages
  public static RunConfig read(String text, String source) {
    return explained(
        text,
        source,
        tree -> {
          Beside beside = TrainingTree.FORM.read(Beside.class, part(tree, true), null);
          Training training = TrainingTree.read(part(tree, false));
          return new RunConfig(beside.environment, beside.classpath, beside.seed, training);
        });
  }

  /// The keys of a file that are not part of the training.
  record Beside(String environment, List<String> classpath, long seed) {
    /// Checks the name, as [RunConfig] does.
    Beside {
      if (environment.isBlank()) {
        throw new IllegalArgumentException("environment must be a name, was blank");
      }
    }
  }

  private static Map<String, Object> part(Map<String, Object> tree, boolean beside) {
    Map<String, Object> part = new LinkedHashMap<>(tree);
    part.keySet().removeIf(key -> BESIDE.contains(key) != beside);
    return part;
  }

  /// Reads a complete configuration from a file.
  public static RunConfig read(Path file) throws IOException {
    return read(text(file), file.toString());
  }

  /// Returns a training configuration changed by the settings in a text, such as a preset. The configuration of a run
  /// is accepted too: its environment, classpath and seed are ignored.
  ///
  /// @param source the name of the text in error messages
  public static Training merge(String text, String source, Training base) {
    return explained(
        text,
        source,
        tree -> {
          Map<String, Object> training = part(tree, false);
          training.remove(OPTIONS);
          training.remove(BASE);
          return TrainingTree.merge(training, base);
        });
  }

  /// Returns the environment options of a preset, empty if it has none.
  static String environmentOptions(String text, String source) {
    return word(text, source, OPTIONS);
  }

  /// Returns the base that a preset names, null if it names none.
  static @Nullable String base(String text, String source) {
    String base = word(text, source, BASE);
    return base.isEmpty() ? null : base;
  }

  /// Returns the text value of a key that only presets have, empty if it is absent.
  private static String word(String text, String source, String key) {
    return explained(
        text,
        source,
        tree -> {
          Object value = tree.getOrDefault(key, "");
          if (!(value instanceof String given)) {
            throw Scalars.wrong(key, "a text", value);
          }
          return given;
        });
  }

  /// Returns the keys of a text that are not part of the training: those that [#merge] ignores.
  static List<String> beside(String text, String source) {
    return explained(text, source, tree -> List.copyOf(part(tree, true).keySet()));
  }

  /// Returns a training configuration changed by `key=value` flags, with dotted paths as keys and YAML as values.
  public static Training set(List<String> settings, Training base) {
    Map<String, Object> tree = new LinkedHashMap<>();
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException(
            "--set must be key=value, for example discount=0.99, was '" + setting + "'");
      }
      String path = setting.substring(0, equals).strip();
      if (BESIDE.contains(path)) {
        throw new IllegalArgumentException(
            "--set changes only the training; to set the " + path + ", see --help");
      }
      Object value;
      try {
        value = YamlTree.parse(setting.substring(equals + 1)).root();
      } catch (ConfigException e) {
        throw new IllegalArgumentException(
            "--set " + path + " needs a value in YAML: " + e.getMessage(), e);
      }
      put(tree, path, path, value);
    }
    return TrainingTree.merge(tree, base);
  }

  private static void put(
      Map<String, Object> tree, String path, String whole, @Nullable Object value) {
    int dot = path.indexOf('.');
    String key = dot < 0 ? path : path.substring(0, dot);
    Object old = tree.get(key);
    if (dot < 0) {
      if (old != null) {
        throw new IllegalArgumentException("--set " + whole + " was given twice");
      }
      tree.put(key, value);
      return;
    }
    // `network=dense` and `network.dueling=true` are one map
    Map<String, Object> below =
        old instanceof String kind
            ? new LinkedHashMap<>(Map.of(key.equals("algorithm") ? "name" : "kind", kind))
            : old == null ? new LinkedHashMap<>() : RecordTree.map(old, whole);
    put(below, path.substring(dot + 1), whole, value);
    tree.put(key, below);
  }

  /// Returns the text of a configuration file.
  ///
  /// @throws IOException with a complete sentence if the file cannot be read
  public static String text(Path file) throws IOException {
    return text(file, LARGEST_BYTES);
  }

  /// Returns the text of a file.
  ///
  /// @param largestBytes the size limit; a larger file is rejected before it fills the memory
  /// @throws IOException with a complete sentence if the file cannot be read
  public static String text(Path file, long largestBytes) throws IOException {
    try {
      if (Files.isRegularFile(file) && Files.size(file) > largestBytes) {
        throw new IOException(
            "it must have at most %s, but has %s"
                .formatted(Counted.of(largestBytes, "byte"), Counted.of(Files.size(file), "byte")));
      }
      return Files.readString(file);
    } catch (NoSuchFileException e) {
      throw new IOException("'" + file + "' does not exist", e);
    } catch (CharacterCodingException e) {
      throw new IOException("'" + file + "' is not UTF-8 text", e);
    } catch (IOException e) {
      throw new IOException("cannot read '" + file + "': " + Reason.of(e), e);
    }
  }

  /// Returns a training configuration with these settings changed.
  ///
  /// @param settings keys of `config.yaml`, dotted or nested, with values as YAML reads them
  /// @param path the path of the settings in a text, which precedes their keys in error messages; empty for none
  public static Training change(Map<String, Object> settings, String path, Training base) {
    Map<String, Object> tree = new LinkedHashMap<>();
    try {
      settings.forEach((key, value) -> put(tree, key, key, value));
      return TrainingTree.merge(tree, base);
    } catch (ConfigException e) {
      // A dotted key is a single key in the text, even if only its beginning is wrong.
      String key =
          settings.keySet().stream()
              .filter(given -> given.startsWith(e.path() + "."))
              .findFirst()
              .orElse(e.path());
      throw new ConfigException(RecordTree.key(path, key), String.valueOf(e.getMessage()));
    }
  }

  /// Turns the tree of a text into a value.
  public interface Reading<T> {
    /// Reads a tree.
    ///
    /// @throws ConfigException if it is invalid
    T from(Map<String, Object> tree);
  }

  /// Reads a text of any form. Error messages give line and column.
  ///
  /// @param source the name of the text in error messages
  public static <T> T explained(String text, String source, Reading<T> reading) {
    try {
      YamlTree yaml = YamlTree.parse(text);
      Object root = yaml.root();
      try {
        return reading.from(root == null ? Map.of() : RecordTree.map(root, ""));
      } catch (ConfigException e) {
        throw yaml.locate(e);
      }
    } catch (ConfigException e) {
      throw new ConfigException(e.path(), source + ": " + e.getMessage());
    }
  }

  /// Adds the comments of the table to their keys. The generator writes one key per line, indented by two spaces per
  /// level.
  private static String withMeaning(String yaml, String algorithm) {
    StringBuilder text = new StringBuilder();
    String[] path = new String[16];
    for (String line : yaml.lines().toList()) {
      text.append(line);
      int indent = line.length() - line.stripLeading().length();
      int colon = line.indexOf(':');
      if (colon > 0 && !line.stripLeading().startsWith("-") && indent / 2 < path.length) {
        path[indent / 2] = line.substring(indent, colon);
        String key = String.join(".", Arrays.asList(path).subList(0, indent / 2 + 1));
        String meaning = key.equals("algorithm") ? algorithm : MEANING.get(key);
        if (meaning != null) {
          text.append(" # ").append(meaning);
        }
      }
      text.append('\n');
    }
    return text.toString();
  }
}
