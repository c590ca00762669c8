package org.evenkeel.paper.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.evenkeel.envs.Environments;
import org.evenkeel.lab.config.Algorithms;
import org.evenkeel.lab.experiment.GivenOptions;
import org.evenkeel.lab.report.Claim;
import org.evenkeel.lab.report.Figure;
import org.evenkeel.lab.report.Section;
import org.evenkeel.lab.report.Table;
import org.evenkeel.lab.study.StudyResults;
import org.evenkeel.paper.atari.AtariProtocol;
import org.evenkeel.paper.claims.ClaimsKind;
import org.evenkeel.paper.experiment.PaperKind;
import org.evenkeel.paper.experiment.Scale;
import org.evenkeel.paper.games.GameExperiment;
import org.evenkeel.paper.games.GameProtocol;
import org.evenkeel.paper.gridworld.GridworldExperiment;
import org.evenkeel.paper.minatar.MinAtarProtocol;
import org.evenkeel.paper.theory.TheoryExperiment;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The map from the paper to the code names only what exists.
class PaperMapTest {
  private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");
  private static final Pattern LINK = Pattern.compile("\\[([^]]+)]\\(([^)]+)\\)");
  private static final Pattern NAME = Pattern.compile("([A-Z]\\w*)(?:\\.(\\w+))?");

  private static Path root = Path.of("");
  private static String map = "";

  /// The source files by the name of their class.
  private static final Map<String, List<Path>> CLASSES = new HashMap<>();

  /// The ids of claims, figures and tables.
  private static final Set<String> IDS = new HashSet<>();

  @BeforeAll
  static void readTheMap() throws IOException {
    root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve("docs/paper.md"))) {
      Path parent = root.getParent();
      assertTrue(parent != null, "docs/paper.md must be in a folder above this one");
      root = parent;
    }
    map = Files.readString(root.resolve("docs/paper.md"));
    for (String module : List.of("core", "envs", "lab", "paper", "cli")) {
      try (Stream<Path> files = Files.walk(root.resolve(module).resolve("src"))) {
        files
            .filter(f -> f.toString().endsWith(".java"))
            .forEach(f -> CLASSES.computeIfAbsent(className(f), n -> new ArrayList<>()).add(f));
      }
    }
    List<Section> sections =
        new ArrayList<>(new TheoryExperiment(Scale.QUICK, 1).report(StudyResults.of(Map.of())));
    sections.addAll(new GridworldExperiment(Scale.QUICK, 1, 1).report(StudyResults.of(Map.of())));
    sections.addAll(
        new ClaimsKind().of(new GivenOptions(Map.of(), 1)).report(StudyResults.of(Map.of())));
    for (GameProtocol games : List.of(new AtariProtocol(), new MinAtarProtocol())) {
      sections.addAll(
          new GameExperiment(games.usual(Scale.PAPER), 1).report(StudyResults.of(Map.of())));
    }
    for (Section section : sections) {
      section.claims().stream().map(Claim::id).forEach(IDS::add);
      section.figures().stream().map(Figure::id).forEach(IDS::add);
      section.tables().stream().map(Table::id).forEach(IDS::add);
    }
  }

  private static String className(Path file) {
    return file.getFileName().toString().replace(".java", "");
  }

  private static List<String> found(Pattern pattern) {
    List<String> found = new ArrayList<>();
    Matcher matcher = pattern.matcher(map);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    assertFalse(found.isEmpty(), pattern.toString());
    return found;
  }

  @Test
  void everyLinkLeadsToItsFile() {
    Matcher matcher = LINK.matcher(map);
    int links = 0;
    while (matcher.find()) {
      links++;
      Path file = root.resolve("docs").resolve(matcher.group(2)).normalize();
      assertTrue(Files.exists(file), matcher.group());
      String label = matcher.group(1).replace("`", "");
      assertTrue(
          file.endsWith(label) || className(file).equals(label) || file.endsWith("README.md"),
          matcher.group());
    }
    assertTrue(links > 100, "links found: " + links);
  }

  /// A name in code style is a class, a member of one, a test, an id of the report, or a command; nothing else.
  @Test
  void everyNameExists() throws IOException {
    for (String quoted : found(QUOTED)) {
      Matcher name = NAME.matcher(quoted);
      if (name.matches()) {
        assertClass(quoted, name.group(1), name.group(2));
      } else if (quoted.startsWith("./evenkeel ")) {
        assertCommand(quoted);
      } else if (!quoted.startsWith("--")) {
        assertTrue(IDS.contains(quoted), "no class, test, command or id is called " + quoted);
      }
    }
  }

  private static void assertClass(String quoted, String name, String member) throws IOException {
    List<Path> files = CLASSES.getOrDefault(name, List.of());
    assertFalse(files.isEmpty(), "no class is called " + quoted);
    if (member == null) {
      return;
    }
    boolean test = name.endsWith("Test");
    // A test; or a method, a nested type, a component of a record.
    Pattern declared =
        Pattern.compile(
            test
                ? "void " + member + "\\("
                : "[\\w\\]>] "
                    + member
                    + "\\(|(?:record|enum|class|interface) "
                    + member
                    + "\\b|[\\w\\]>] "
                    + member
                    + "[,)]");
    boolean found = false;
    for (Path file : files) {
      found |= declared.matcher(Files.readString(file)).find();
    }
    assertTrue(found, "nothing is called " + quoted);
  }

  private static void assertCommand(String command) {
    List<String> words = List.of(command.split(" "));
    switch (words.get(1)) {
      case "reproduce" ->
          assertTrue(
              PaperKind.all().stream().anyMatch(kind -> kind.name().equals(words.get(2))), command);
      case "train" -> {
        assertEquals(words.get(2), Environments.named(words.get(2)).name());
        String algorithm = words.get(words.indexOf("--algorithm") + 1);
        assertTrue(Algorithms.names().contains(algorithm), command);
        assertEquals(Algorithms.takesK(algorithm), words.contains("--k"), command);
      }
      default -> throw new AssertionError("a command that the map does not know: " + command);
    }
  }

  @Test
  void everyPartOfThePaperIsOnTheMap() {
    for (String part :
        List.of(
            "1 Introduction",
            "2.1",
            "2.2",
            "2.3",
            "3 Averaged",
            "4 Overestimation",
            "4.1",
            "4.2",
            "5 TAE",
            "5.1",
            "5.2",
            "5.3",
            "6.1",
            "6.2 ",
            "6.2.1",
            "6.2.2",
            "6.2.3",
            "7 ",
            "(1):",
            "(2):",
            "1 DQN",
            "2 Averaged DQN",
            "3 Ensemble DQN",
            "Figure 1",
            "Figure 2",
            "Figure 3",
            "Figure 4",
            "Figure 5",
            "Figure 6",
            "Figure 7",
            "Figure 8",
            "Table 1",
            "A DQN",
            "B Ensemble",
            "C Averaged",
            "D Experimental",
            "D.1",
            "D.2")) {
      assertTrue(map.contains("\n| " + part), part);
    }
  }

  @Test
  void everyClaimFigureAndTableOfAReportIsOnTheMap() {
    List<String> quoted = found(QUOTED);
    assertTrue(
        quoted.containsAll(IDS),
        () -> "missing: " + IDS.stream().filter(id -> !quoted.contains(id)).toList());
  }
}
