package org.evenkeel.lab.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import org.evenkeel.core.nn.KernelChoice;

/// `provenance.json`: what program on what machine made a run. No host name, no user, no path.
final class Provenance {
  static final String NAME = "provenance.json";

  private Provenance() {}

  /// The text for a run started here and now.
  static String here(long seed) {
    Properties build = build();
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("version", build.getProperty("version", "unknown"));
    facts.put("commit", build.getProperty("commit", "unknown"));
    facts.put("java", Runtime.version() + " " + System.getProperty("java.vendor"));
    facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    facts.put("cpu", cpuName());
    facts.put("cores", Runtime.getRuntime().availableProcessors());
    facts.put("kernels", KernelChoice.description());
    facts.put("seed", seed);
    try {
      return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(facts) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
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
