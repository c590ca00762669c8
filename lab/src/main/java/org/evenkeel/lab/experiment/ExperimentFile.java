package org.evenkeel.lab.experiment;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Predicate;
import org.evenkeel.core.internal.Shell;
import org.evenkeel.lab.run.WholeFile;

/// The file `experiment.json`, which describes the experiments of a folder and where they were computed.
///
/// @param experiments the experiments in the order of the kinds, at most one of each
/// @param kinds the kinds that created them
/// @param sessions the program and machine of each session that computed something, as facts by name
record ExperimentFile(
    List<Experiment> experiments, ExperimentKinds kinds, List<Map<String, String>> sessions) {
  static final String NAME = "experiment.json";

  private static final String EXPERIMENTS = "experiments";
  private static final String OPTIONS = "options";
  private static final String SEED = "seed";
  private static final String CLASSPATH = "classpath";
  private static final String COMPUTED = "computed";
  private static final String LIST = "a list";
  private static final String OBJECT = "an object";

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  private static final long LARGEST_BYTES = 1 << 20;

  private static final List<EarlierFormat> EARLIER =
      ServiceLoader.load(EarlierFormat.class, ExperimentFile.class.getClassLoader()).stream()
          .map(ServiceLoader.Provider::get)
          .toList();

  /// Returns the names that the file has or had in earlier versions.
  static List<String> names() {
    List<String> names = new ArrayList<>(List.of(NAME));
    EARLIER.forEach(format -> names.add(format.file()));
    return names;
  }

  /// Returns whether a folder has the file, possibly in an earlier format.
  static boolean isIn(Path folder) {
    return names().stream().anyMatch(name -> Files.isRegularFile(folder.resolve(name)));
  }

  /// Reads the file.
  ///
  /// @param kinds the kinds that create the experiments; further ones are loaded from the class path in the file
  static ExperimentFile read(Path folder, ExperimentKinds kinds) throws IOException {
    Path file = folder.resolve(NAME);
    Optional<EarlierFormat> earlier =
        Files.isRegularFile(file)
            ? Optional.empty()
            : EARLIER.stream()
                .filter(format -> Files.isRegularFile(folder.resolve(format.file())))
                .findFirst();
    Path read = earlier.map(format -> folder.resolve(format.file())).orElse(file);
    String text = WholeFile.read(read, LARGEST_BYTES);
    try {
      JsonNode root = object(text);
      return of(earlier.isEmpty() ? root : object(earlier.get().converted(text)), kinds, folder);
    } catch (JsonProcessingException e) {
      throw damaged(read, "it is not JSON: " + e.getOriginalMessage());
    } catch (IllegalArgumentException e) {
      throw damaged(read, String.valueOf(e.getMessage()));
    }
  }

  private static IOException damaged(Path file, String reason) {
    return new IOException(
        "'%s' is damaged: %s; delete it and repeat the command, the trials are kept"
            .formatted(file, reason.lines().findFirst().orElse("it is empty")));
  }

  private static JsonNode object(String text) throws JsonProcessingException {
    JsonNode root = JSON.readTree(text);
    if (!root.isObject()) {
      throw new IllegalArgumentException("it is not a JSON object");
    }
    return root;
  }

  private static ExperimentFile of(JsonNode root, ExperimentKinds given, Path folder)
      throws IOException {
    JsonNode list = part(root, EXPERIMENTS, JsonNode::isArray, LIST);
    if (list.isEmpty()) {
      throw new IllegalArgumentException("at least 1 experiment is needed, but there are none");
    }
    long seed =
        part(root, SEED, n -> n.isIntegralNumber() && n.canConvertToLong(), "a whole number")
            .asLong();
    Map<String, Map<String, String>> asked = new LinkedHashMap<>();
    for (JsonNode each : list) {
      if (!each.isObject()) {
        throw new IllegalArgumentException(
            "experiments must be a list of objects, but contains " + shortened(each));
      }
      String name = part(each, "name", JsonNode::isTextual, "a word").asText();
      if (asked.put(name, texts(part(each, OPTIONS, JsonNode::isObject, OBJECT))) != null) {
        throw new IllegalArgumentException("experiment '" + name + "' occurs twice");
      }
    }
    ExperimentKinds kinds =
        root.has(CLASSPATH) ? withFurther(given, asked.keySet(), classpath(root), folder) : given;
    List<Experiment> experiments = new ArrayList<>();
    for (Map.Entry<String, Map<String, String>> each : asked.entrySet()) {
      experiments.add(kinds.make(each.getKey(), each.getValue(), seed));
    }
    return new ExperimentFile(
        kinds.inOrder(experiments), kinds, sessions(part(root, COMPUTED, JsonNode::isArray, LIST)));
  }

  /// Returns the given kinds, and those on the file's class path if some are missing. A jar that was moved does not
  /// count as damage.
  private static ExperimentKinds withFurther(
      ExperimentKinds given, Set<String> names, List<String> classpath, Path folder)
      throws IOException {
    if (names.stream().allMatch(name -> given.find(name).isPresent())) {
      return given;
    }
    ExperimentKinds kinds =
        given.and(classpath.stream().filter(entry -> Files.exists(Path.of(entry))).toList());
    for (String name : names) {
      if (kinds.find(name).isEmpty()) {
        throw new IOException(
            "'%s' contains the experiment '%s', which was in '%s' and is no longer there: give its location with '%s'"
                .formatted(
                    folder,
                    name,
                    String.join(File.pathSeparator, classpath),
                    Shell.command("experiment", name, "--classpath", "JAR", "--out", folder)));
      }
    }
    return kinds;
  }

  private static List<String> classpath(JsonNode root) {
    List<String> entries = new ArrayList<>();
    for (JsonNode entry : part(root, CLASSPATH, JsonNode::isArray, LIST)) {
      entries.add(entry.asText());
    }
    return entries;
  }

  private static List<Map<String, String>> sessions(JsonNode list) {
    List<Map<String, String>> sessions = new ArrayList<>();
    for (JsonNode session : list) {
      if (!session.isObject()) {
        throw new IllegalArgumentException(
            "computed must be a list of objects, but contains " + shortened(session));
      }
      sessions.add(texts(session));
    }
    return sessions;
  }

  private static Map<String, String> texts(JsonNode object) {
    Map<String, String> texts = new LinkedHashMap<>();
    object.properties().forEach(e -> texts.put(e.getKey(), e.getValue().asText()));
    return texts;
  }

  private static JsonNode part(JsonNode of, String name, Predicate<JsonNode> fits, String wanted) {
    JsonNode part = of.path(name);
    if (!fits.test(part)) {
      throw new IllegalArgumentException(
          "%s must be %s, was %s"
              .formatted(name, wanted, part.isMissingNode() ? "missing" : shortened(part)));
    }
    return part;
  }

  private static String shortened(JsonNode part) {
    String text = part.toString();
    return text.length() <= 40 ? text : text.substring(0, 40) + "...";
  }

  /// Writes the file.
  void write(Path folder) throws IOException {
    ObjectNode root = JSON.createObjectNode();
    ArrayNode list = root.putArray(EXPERIMENTS);
    boolean foreign = false;
    for (Experiment experiment : experiments) {
      ObjectNode each = list.addObject().put("name", experiment.name());
      experiment.options().forEach(each.putObject(OPTIONS)::put);
      foreign |= !kinds.isInstalled(kinds.named(experiment.name()));
    }
    root.put(SEED, experiments.getFirst().seed());
    if (foreign) {
      kinds.classpath().forEach(root.putArray(CLASSPATH)::add);
    }
    root.put("command", new ExperimentCommand(experiments, kinds).in(folder));
    ArrayNode computed = root.putArray(COMPUTED);
    for (Map<String, String> session : sessions) {
      session.forEach(computed.addObject()::put);
    }
    String text = JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
    WholeFile.write(folder.resolve(NAME), text);
  }
}
