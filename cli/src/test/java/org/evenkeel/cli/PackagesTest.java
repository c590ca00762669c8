package org.evenkeel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The command line is one package on top of all modules. The paper, the benchmarks and the emulator are each known to
/// the commands about them alone.
final class PackagesTest {
  private static final Path SOURCES = Path.of("src/main/java/org/evenkeel/cli");
  private static final Pattern USE = Pattern.compile("org\\.evenkeel\\.(paper|bench|atari)\\.");

  @Test
  void onlyTheCommandsAboutThemKnowThePaperTheBenchmarksAndTheEmulator() throws IOException {
    Map<String, Set<String>> users = new TreeMap<>();
    try (Stream<Path> files = Files.list(SOURCES)) {
      for (Path file : files.toList()) {
        for (String line : Files.readAllLines(file)) {
          Matcher use = USE.matcher(line.strip().startsWith("//") ? "" : line);
          while (use.find()) {
            users
                .computeIfAbsent(use.group(1), m -> new TreeSet<>())
                .add(file.getFileName().toString().replace(".java", ""));
          }
        }
      }
    }
    assertEquals(
        Map.of(
            "paper", Set.of("ReproduceCommand"),
            "bench", Set.of("BenchCommand", "BenchTrainingCommand"),
            "atari", Set.of("RomsCommand")),
        users);
  }

  @Test
  void thereIsOnePackage() throws IOException {
    try (Stream<Path> files = Files.list(SOURCES)) {
      assertEquals(0, files.filter(Files::isDirectory).count());
    }
  }
}
