package org.evenkeel.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The packages stand in a line: data <- nn, env <- replay <- agent <- train. None may look the other way.
final class PackagesTest {
  private static final Path SOURCES = Path.of("src/main/java/org/evenkeel/core");

  /// What each package may use.
  private static final Map<String, Set<String>> ALLOWED =
      Map.of(
          "internal", Set.of(),
          "data", Set.of("internal"),
          "nn", Set.of("internal", "data"),
          "env", Set.of("internal", "data"),
          "replay", Set.of("internal", "data", "env"),
          "agent", Set.of("internal", "data", "nn", "env"),
          "train", Set.of("internal", "data", "nn", "env", "replay", "agent"));

  private static final Pattern USE = Pattern.compile("org\\.evenkeel\\.core\\.([a-z]+)\\.");

  @Test
  void noPackageUsesOneThatStandsAfterIt() throws IOException {
    List<String> wrong = new ArrayList<>();
    Set<String> seen = new TreeSet<>();
    try (var files = Files.walk(SOURCES)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
        String own = SOURCES.relativize(file).getName(0).toString();
        seen.add(own);
        Set<String> allowed = ALLOWED.getOrDefault(own, Set.of());
        for (String line : Files.readAllLines(file)) {
          Matcher use = USE.matcher(line.strip().startsWith("//") ? "" : line);
          while (use.find()) {
            String other = use.group(1);
            if (!other.equals(own) && !allowed.contains(other)) {
              wrong.add(own + " uses " + other + ": " + file.getFileName() + ": " + line.strip());
            }
          }
        }
      }
    }
    assertEquals(List.of(), wrong);
    assertEquals(new TreeSet<>(ALLOWED.keySet()), seen);
  }

  /// A line without cycles: each package uses only packages before it.
  @Test
  void whatIsAllowedHasNoCycle() {
    List<String> line = List.of("internal", "data", "nn", "env", "replay", "agent", "train");
    ALLOWED.forEach(
        (own, used) ->
            used.forEach(other -> assertTrue(line.indexOf(other) < line.indexOf(own), own)));
  }
}
