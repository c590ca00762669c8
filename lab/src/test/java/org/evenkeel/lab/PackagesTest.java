package org.evenkeel.lab;

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

/// The packages stand in a line: config <- run <- compare <- study <- experiment, and watch; report uses statistics, and
/// what runs uses neither. None may look the other way.
final class PackagesTest {
  private static final Path SOURCES = Path.of("src/main/java/org/evenkeel/lab");
  private static final Pattern USE = Pattern.compile("org\\.evenkeel\\.lab\\.([a-z]+)\\.");

  /// Each package uses only packages before it.
  private static final List<String> LINE =
      List.of("statistics", "report", "config", "run", "compare", "study", "experiment", "watch");

  /// What each package may use.
  private static final Map<String, Set<String>> ALLOWED =
      Map.of(
          "statistics", Set.of(),
          "report", Set.of("statistics"),
          "config", Set.of(),
          "run", Set.of("config"),
          "compare", Set.of("statistics", "report", "config", "run"),
          "study", Set.of("report", "config", "run", "compare"),
          "experiment", Set.of("statistics", "report", "config", "run", "compare", "study"),
          "watch", Set.of("report", "config", "run", "compare"));

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

  /// The tool is for any study; the paper and its experiments are in the module `paper`. One name stays, of a
  /// method of the library.
  @Test
  void theToolDoesNotMentionThePaper() throws IOException {
    Pattern paper = Pattern.compile("(?i)(?<!NatureRmsProp\\.)\\bpapers?\\b");
    List<String> found = new ArrayList<>();
    for (Path file : files(Path.of("src/main"))) {
      for (String line : Files.readAllLines(file)) {
        if (paper.matcher(line).find()) {
          found.add(file.getFileName() + ": " + line.strip());
        }
      }
    }
    assertEquals(List.of(), found);
  }
}
