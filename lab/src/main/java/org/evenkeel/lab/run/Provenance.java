package org.evenkeel.lab.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import org.evenkeel.core.nn.KernelChoice;
import org.evenkeel.lab.config.ConfigYaml;

/// `provenance.json`: the program and machine that made a run, without host name, user or paths.
public final class Provenance {
  static final String NAME = "provenance.json";

  /// The device of a run that no accelerator computes.
  static final String CPU = "cpu";

  private static final String UNKNOWN = "unknown";
  private static final String CONFIG = "configSha256";

  /// The largest size of the file in bytes, far more than it ever has.
  private static final long LARGEST_BYTES = 1 << 20;

  private static final Pattern BUILD = Pattern.compile("[A-Za-z0-9.+-]{1,40} [a-z0-9-]{1,60}");

  private Provenance() {}

  /// Returns the text for a run started now on this machine.
  ///
  /// @param config the text of its configuration
  /// @param device the name of the device that computes it
  static String here(long seed, String config, String device) {
    Map<String, Object> facts = facts();
    facts.put("device", device);
    facts.put("seed", seed);
    facts.put(CONFIG, Checksums.of(config));
    try {
      return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(facts) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Returns facts about this program and this machine, by name.
  public static Map<String, Object> facts() {
    Properties build = build();
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("version", build.getProperty("version", UNKNOWN));
    facts.put("commit", build.getProperty("commit", UNKNOWN));
    facts.put("java", Runtime.version() + " " + System.getProperty("java.vendor"));
    facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    facts.put("cpu", cpuName());
    facts.put("cores", Runtime.getRuntime().availableProcessors());
    facts.put("kernels", KernelChoice.description());
    return facts;
  }

  /// Checks that the configuration of a run is the one it was started with. Checkpoints record it as well; this is for
  /// a run that has none yet.
  ///
  /// @throws IOException if it was changed
  static void requireSameConfig(Path folder) throws IOException {
    Path file = folder.resolve(NAME);
    if (!Files.isRegularFile(file) || Files.size(file) > LARGEST_BYTES) {
      return;
    }
    String wanted;
    try {
      wanted = new ObjectMapper().readTree(ConfigYaml.text(file)).path(CONFIG).asText("");
    } catch (JsonProcessingException e) {
      return;
    }
    if (!wanted.isEmpty() && !isConfig(folder, wanted)) {
      throw new IOException(
          "'%s' is not the configuration that this run was started with, and there is no checkpoint to continue from."
                  .formatted(folder.resolve(RunDirectory.CONFIG))
              + " Restore the file, or train with it in another folder: --preset reads it");
    }
  }

  /// Returns whether this is the checksum of the configuration, or of an earlier one from before the run was extended.
  private static boolean isConfig(Path folder, String wanted) throws IOException {
    List<Path> files = new ArrayList<>(List.of(folder.resolve(RunDirectory.CONFIG)));
    files.addAll(LongerRun.before(folder));
    for (Path file : files) {
      if (Checksums.of(ConfigYaml.text(file)).equals(wanted)) {
        return true;
      }
    }
    return false;
  }

  /// Returns the version and commit of the program that made a run, `unknown` if its folder does not record them.
  static String build(Path folder) throws IOException {
    Path file = folder.resolve(NAME);
    if (!Files.isRegularFile(file) || Files.size(file) > LARGEST_BYTES) {
      return UNKNOWN;
    }
    try {
      JsonNode facts = new ObjectMapper().readTree(ConfigYaml.text(file));
      String version = facts.path("version").asText(UNKNOWN);
      String commit = facts.path("commit").asText(UNKNOWN);
      return BUILD.matcher(version + " " + commit).matches() ? version + " " + commit : UNKNOWN;
    } catch (JsonProcessingException e) {
      return UNKNOWN;
    }
  }

  private static Properties build() {
    Properties properties = new Properties();
    try (InputStream in = Provenance.class.getResourceAsStream("build.properties")) {
      if (in != null) {
        properties.load(in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties;
  }

  private static String cpuName() {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/cpuinfo"))) {
        if (line.startsWith("model name")) {
          return line.substring(line.indexOf(':') + 1).strip();
        }
      }
    } catch (IOException e) {
      return System.getProperty("os.arch"); // not Linux
    }
    return System.getProperty("os.arch");
  }
}
