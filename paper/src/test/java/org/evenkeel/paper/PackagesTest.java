package org.evenkeel.paper;

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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The packages stand in a line: experiment <- theory <- gridworld, games <- minatar, atari; reproduce uses none of them.
final class PackagesTest {
  private static final Path SOURCES = Path.of("src/main/java/org/evenkeel/paper");
  private static final Pattern USE = Pattern.compile("org\\.evenkeel\\.paper\\.([a-z]+)\\.");

  /// Each package uses only packages before it.
  private static final List<String> LINE =
      List.of(
          "experiment", "theory", "gridworld", "games", "minatar", "atari", "claims", "reproduce");

  /// What each package may use.
  private static final Map<String, Set<String>> ALLOWED =
      Map.of(
          "experiment", Set.of(),
          "theory", Set.of("experiment"),
          "gridworld", Set.of("experiment", "theory"),
          "games", Set.of("experiment"),
          "minatar", Set.of("experiment", "games"),
          "atari", Set.of("experiment", "games"),
          "claims", Set.of("experiment", "theory", "gridworld", "atari"),
          "reproduce", Set.of());

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  @Test
  void noPackageUsesOneThatStandsAfterIt() throws IOException {
    List<String> wrong = new ArrayList<>();
    Set<String> seen = new TreeSet<>();
    for (Path file : files(SOURCES)) {
      String own = SOURCES.relativize(file).getName(0).toString();
      seen.add(own);
      for (String line : Files.readAllLines(file)) {
        Matcher use = USE.matcher(line.strip().startsWith("//") ? "" : line);
        while (use.find()) {
          String other = use.group(1);
          if (!other.equals(own) && !ALLOWED.getOrDefault(own, Set.of()).contains(other)) {
            wrong.add(own + " uses " + other + ": " + file.getFileName() + ": " + line.strip());
          }
        }
      }
    }
    assertEquals(List.of(), wrong);
    assertEquals(new TreeSet<>(ALLOWED.keySet()), seen);
  }

  @Test
  void whatIsAllowedHasNoCycle() {
    ALLOWED.forEach(
        (own, used) ->
            used.forEach(other -> assertTrue(LINE.indexOf(other) < LINE.indexOf(own), own)));
  }
}
