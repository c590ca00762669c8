package org.evenkeel.cli.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

/// `docs/licences.md` names every library, and says rightly whether the archives contain it.
final class LicencesTest {
  private static final Path ROOT = Path.of("..");
  private static final String PAGE = "docs/licences.md";
  private static final String PACKER = "packaging/archive";
  private static final Pattern ARTIFACT = Pattern.compile("`([a-z0-9._*-]+)`");

  /// A library as a row of a table has it.
  private record Row(String library, List<String> artifacts) {}

  private static List<Row> shipped = List.of();
  private static List<Row> leftOut = List.of();
  private static List<Row> build = List.of();

  /// The jars of others that the command line needs at run time, from the class path of this test: files by artifact.
  private static SortedMap<String, List<Path>> jars = new TreeMap<>();

  @BeforeAll
  static void readThePageAndTheClassPath() throws IOException {
    String page = Files.readString(ROOT.resolve(PAGE));
    shipped = rows(page, "shipped");
    leftOut = rows(page, "left-out");
    build = rows(page, "build");
    SortedMap<String, List<Path>> all = new TreeMap<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path jar = Path.of(entry);
      if (entry.endsWith(".jar") && jar.getNameCount() > 3) {
        // A repository of Maven's: .../picocli/4.7.7/picocli-4.7.7.jar
        String artifact = jar.getName(jar.getNameCount() - 3).toString();
        if (jar.getFileName().toString().startsWith(artifact + "-")) {
          all.computeIfAbsent(artifact, a -> new ArrayList<>()).add(jar);
        }
      }
    }
    jars = new TreeMap<>();
    for (String direct : librariesOf("cli", Codebase.read(ROOT))) {
      assertTrue(all.containsKey(direct), "the class path has no " + direct + ": " + all.keySet());
      addWithDependencies(direct, all);
    }
  }

  /// The libraries of a module and of those that it uses, perhaps optionally.
  private static SortedSet<String> librariesOf(String name, Codebase code) {
    SortedSet<String> libraries = new TreeSet<>();
    for (Codebase.Module module : code.modules()) {
      if (module.name().equals(name)) {
        libraries.addAll(module.libraries());
        module.requires().forEach(m -> libraries.addAll(librariesOf(m, code)));
        module.optional().forEach(m -> libraries.addAll(librariesOf(m, code)));
      }
    }
    return libraries;
  }

  /// Adds an artifact, and what its POM, which Maven keeps beside the jar, names for run time. The rest of the class path is
  /// for tests.
  private static void addWithDependencies(String artifact, SortedMap<String, List<Path>> all)
      throws IOException {
    if (!all.containsKey(artifact) || jars.containsKey(artifact)) {
      return;
    }
    jars.put(artifact, all.get(artifact));
    Path folder = all.get(artifact).getFirst().getParent();
    Path pom = folder.resolve(artifact + "-" + folder.getFileName() + ".pom");
    for (Element dependency : Codebase.elements(Codebase.xml(pom), "dependencies", "dependency")) {
      boolean atRunTime =
          List.of("compile", "runtime").contains(Codebase.text(dependency, "scope", "compile"));
      if (atRunTime && !Codebase.text(dependency, "optional", "").equals("true")) {
        addWithDependencies(Codebase.text(dependency, "artifactId", ""), all);
      }
    }
  }

  private static List<Row> rows(String page, String table) {
    int from = page.indexOf("<!-- " + table + ":begin -->");
    int to = page.indexOf("<!-- " + table + ":end -->");
    assertTrue(from >= 0 && to > from, PAGE + " has no table " + table);
    List<Row> rows = new ArrayList<>();
    for (String line : page.substring(from, to).lines().skip(3).toList()) {
      String[] cells = line.split("\\|", -1);
      List<String> artifacts = new ArrayList<>();
      Matcher artifact = ARTIFACT.matcher(cells[2]);
      while (artifact.find()) {
        artifacts.add(artifact.group(1));
      }
      rows.add(new Row(cells[1].strip(), artifacts));
    }
    return rows;
  }

  private static SortedSet<String> artifacts(List<Row> rows) {
    SortedSet<String> artifacts = new TreeSet<>();
    rows.forEach(row -> artifacts.addAll(row.artifacts()));
    return artifacts;
  }

  private static boolean names(List<Row> rows, String artifact) {
    return artifacts(rows).stream().anyMatch(a -> matches(a, artifact));
  }

  /// Whether a pattern of the shell, in which only `*` is special, matches.
  private static boolean matches(String pattern, String name) {
    return name.matches("\\Q" + pattern.replace("*", "\\E.*\\Q") + "\\E");
  }

  @Test
  void theLibrariesOfTheCommandLineAreInTheRightTable() {
    SortedSet<String> named = artifacts(shipped);
    named.addAll(artifacts(leftOut));
    assertEquals(
        named,
        new TreeSet<>(jars.keySet()),
        PAGE + " must name the libraries of the command line, with their licences, and no others");
  }

  @Test
  void everyDependencyOfEveryModuleIsOnThePage() throws IOException {
    SortedSet<String> missing = new TreeSet<>();
    List<Path> folders = new ArrayList<>(List.of(ROOT));
    Codebase.read(ROOT).modules().forEach(m -> folders.add(ROOT.resolve(m.name())));
    for (Path folder : folders) {
      for (Element dependency :
          Codebase.elements(Codebase.pom(folder), "dependencies", "dependency")) {
        String artifact = Codebase.text(dependency, "artifactId", "");
        boolean known =
            names(shipped, artifact) || names(leftOut, artifact) || names(build, artifact);
        if (!artifact.startsWith("evenkeel-") && !known) {
          missing.add(artifact + " of " + folder.toRealPath().getFileName());
        }
      }
    }
    assertEquals(new TreeSet<>(), missing, PAGE + " does not name these");
  }

  @Test
  void theArchivesLeaveOutWhatThePageSaysAndNothingElse() throws IOException {
    Matcher list =
        Pattern.compile("(?m)^ *(evenkeel-[^)]*)\\) ;;")
            .matcher(Files.readString(ROOT.resolve(PACKER)));
    assertTrue(list.find(), PACKER + " has no list of jars to leave out");
    List<String> patterns = List.of(list.group(1).split(" *\\| *", -1));
    for (Map.Entry<String, List<Path>> jar : jars.entrySet()) {
      for (Path path : jar.getValue()) {
        String file = path.getFileName().toString();
        assertEquals(
            names(leftOut, jar.getKey()),
            patterns.stream().anyMatch(p -> matches(p, file)),
            "whether " + PACKER + " leaves out " + file);
      }
    }
  }

  @Test
  void theNoticeNamesWhatTheArchivesContain() throws IOException {
    String notice = Files.readString(ROOT.resolve("NOTICE"));
    String contained = notice.substring(0, notice.indexOf("Not contained"));
    for (Row row : shipped) {
      assertTrue(contained.contains(row.library()), "NOTICE does not name " + row.library());
    }
    for (Row row : leftOut) {
      assertTrue(!contained.contains("  " + row.library()), "contained: " + row.library());
    }
  }
}
