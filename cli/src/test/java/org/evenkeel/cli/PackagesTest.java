package org.evenkeel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.evenkeel.lab.experiment.ExperimentKind;
import org.evenkeel.lab.experiment.ExperimentKinds;
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

  /// Which experiments there are is the paper's matter: one more needs no line here.
  @Test
  void noCommandNamesAnExperimentOfThePaper() throws IOException {
    List<String> found = new ArrayList<>();
    int about = 0;
    try (Stream<Path> files = Files.list(SOURCES)) {
      for (Path file : files.toList()) {
        String text = Files.readString(file);
        if (text.contains("import org.evenkeel.lab.experiment.") || text.contains("Experiment")) {
          about++;
          for (ExperimentKind kind : ExperimentKinds.installed().all()) {
            // "claims" is also a word of help texts.
            String name = kind.name().equals("claims") ? "\"claims\"" : kind.name();
            if (text.toLowerCase(Locale.ROOT).contains(name)) {
              found.add(file.getFileName() + ": " + kind.name());
            }
          }
        }
      }
    }
    assertEquals(List.of(), found);
    assertTrue(about > 5, "only " + about + " classes are about experiments");
  }

  @Test
  void thereIsOnePackage() throws IOException {
    try (Stream<Path> files = Files.list(SOURCES)) {
      assertEquals(0, files.filter(Files::isDirectory).count());
    }
  }
}
