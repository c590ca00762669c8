package org.evenkeel.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import javax.xml.parsers.DocumentBuilderFactory;
import org.evenkeel.core.agent.Policy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/// The code on the pages is compiled, or is a part of something that is compiled and run.
///
/// A Java block after `<!-- File.java region -->` is the region between `// @start region=...` and `// @end` of that
/// example, without a region the whole file; `<!-- File.java name() -->` is a method of the library; any other block is
/// compiled as statements. A block after `<!-- packaging/... -->` has the lines of that file, which a release uses. YAML and
/// commands are checked in cli, Python in [DocumentedPythonTest].
class DocumentedCodeTest {
  private static final Path ROOT = root();
  private static final Path EXAMPLES = ROOT.resolve("examples/src/main/java/org/evenkeel/examples");

  private static final String STAGED = "file:///path/to/target/release/0.2.0/repository";
  private static final Pattern BLOCK =
      Pattern.compile("(?ms)(?:^<!-- ([^>]+) -->\\n)?^```(\\w*)\\n(.*?)^```$");
  private static final Pattern JAVA = Pattern.compile("(\\S+\\.java)(?: (\\S+))?");
  private static final Pattern LINK = Pattern.compile("]\\(([^)#]+)(#[^)]*)?\\)");

  @TempDir Path folder;

  /// A block of code on a page.
  ///
  /// @param mark the comment before it, or empty
  record Block(String page, String mark, String language, String code) {
    boolean comesFrom(String place) {
      return mark.startsWith(place);
    }
  }

  static List<String> pages() throws IOException {
    try (Stream<Path> files = Files.list(ROOT.resolve("docs"))) {
      return Stream.concat(
              Stream.of("README.md", "docs/results/README.md"),
              files
                  .map(file -> "docs/" + file.getFileName())
                  .filter(name -> name.endsWith(".md"))
                  .sorted())
          .toList();
    }
  }

  static List<Block> blocks() throws IOException {
    List<Block> blocks = new ArrayList<>();
    for (String page : pages()) {
      for (Matcher m = BLOCK.matcher(Files.readString(ROOT.resolve(page))); m.find(); ) {
        blocks.add(
            new Block(page, Objects.requireNonNullElse(m.group(1), ""), m.group(2), m.group(3)));
      }
    }
    return blocks;
  }

  /// A block in another language, or without its origin, would not be checked by any test.
  @Test
  void everyBlockIsOfAKindThatIsChecked() throws IOException {
    List<String> unchecked =
        blocks().stream()
            .filter(
                block ->
                    switch (block.language()) {
                      case "", "sh", "yaml", "java" -> false;
                      case "xml", "groovy", "kotlin" ->
                          !block.comesFrom("packaging/") && !isProject(block);
                      case "python" -> !block.page().equals(DocumentedPythonTest.PAGE);
                      default -> true;
                    })
            .map(block -> block.page() + ": " + block.language() + "\n" + block.code())
            .toList();
    assertEquals(List.of(), unchecked);
  }

  @Test
  void everyJavaSnippetIsAnExampleOrCompiles() throws Exception {
    int examples = 0;
    int all = 0;
    for (Block block : blocks()) {
      if (!block.language().equals("java") || block.comesFrom("packaging/")) {
        continue;
      }
      all++;
      String code = block.code().stripTrailing();
      Matcher example = JAVA.matcher(block.mark());
      if (example.matches()) {
        examples++;
        assertEquals(region(example.group(1), example.group(2)), code, block.page());
      } else {
        assertEquals(List.of(), problems(code), block.page() + "\n" + code);
      }
    }
    assertTrue(all >= 32, "only " + all + " snippets were found");
    assertTrue(examples >= 25, "only " + examples + " snippets come from the examples");
  }

  /// `./release` builds and runs these projects with nothing but the staged artifacts.
  @Test
  void snippetsOfProjectsAreLinesOfProjectsThatTheReleaseRuns() throws IOException {
    int blocks = 0;
    for (Block block : blocks()) {
      if (!block.comesFrom("packaging/")) {
        continue;
      }
      blocks++;
      List<String> project =
          Files.readString(ROOT.resolve(block.mark()))
              .replaceAll(
                  "\\$\\{project.property\\('evenkeel'\\)}|\\$\\{evenkeel}|VERSION", version())
              .replaceAll("\\$\\{staged}|STAGED", STAGED)
              .replace("project.property('staged')", "'" + STAGED + "'")
              .lines()
              .map(String::strip)
              .toList();
      int at = 0;
      for (String line :
          block.code().lines().map(String::strip).filter(l -> !l.isEmpty()).toList()) {
        int found = project.subList(at, project.size()).indexOf(line);
        assertTrue(found >= 0, block.mark() + " has no line '" + line + "' there");
        at += found + 1;
      }
    }
    assertEquals(8, blocks);
  }

  /// `packaging/consumers/run` takes the project out of the guide, and the release runs it.
  @Test
  void theProjectOfTheGuideIsWellFormedAndTheReleaseRunsIt() throws Exception {
    List<Block> poms = blocks().stream().filter(DocumentedCodeTest::isProject).toList();
    assertEquals(1, poms.size());
    Document pom =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(poms.getFirst().code())));
    assertEquals("project", pom.getDocumentElement().getTagName());
    assertTrue(poms.getFirst().code().contains("<url>" + STAGED + "</url>"));
    String script = Files.readString(ROOT.resolve("packaging/consumers/run"));
    assertTrue(script.contains("projects=(guide "), "the guide's project is not in the list");
    for (String mark : List.of("pom.xml", "Thermostat.java", "TrainThermostat.java", "run")) {
      assertTrue(script.contains("block " + mark), mark + " is not taken from the guide");
    }
    assertTrue(Files.readString(ROOT.resolve("release")).contains("packaging/consumers/run "));
  }

  private static boolean isProject(Block block) {
    return block.page().equals("docs/guide.md") && block.mark().equals("pom.xml");
  }

  @Test
  void everyPageNamesTheVersionThatIsReleasedNext() throws IOException {
    Pattern coordinates =
        Pattern.compile(
            "(?s)evenkeel-\\w+</artifactId>\\s*<version>(.*?)</version>|org\\.evenkeel:[\\w-]+:([\\w.]+)");
    int found = 0;
    for (String page : List.of("README.md", "docs/index.md", "docs/install.md", "docs/guide.md")) {
      for (Matcher m = coordinates.matcher(Files.readString(ROOT.resolve(page))); m.find(); ) {
        found++;
        assertEquals(version(), m.group(1) == null ? m.group(2) : m.group(1), page);
      }
    }
    assertTrue(found >= 7, "only " + found + " coordinates were found");
  }

  /// The version in pom.xml, without `-SNAPSHOT`.
  private static String version() throws IOException {
    Matcher version =
        Pattern.compile("(?m)^  <version>(.*?)(?:-SNAPSHOT)?</version>")
            .matcher(Files.readString(ROOT.resolve("pom.xml")));
    assertTrue(version.find());
    return version.group(1);
  }

  @Test
  void everyLinkLeadsToAFile() throws IOException {
    int links = 0;
    for (String page : pages()) {
      Path folder = Objects.requireNonNull(ROOT.resolve(page).getParent());
      for (Matcher m = LINK.matcher(Files.readString(ROOT.resolve(page))); m.find(); ) {
        if (!m.group(1).startsWith("http")) {
          assertTrue(Files.exists(folder.resolve(m.group(1))), page + ": " + m.group(1));
          links++;
        }
      }
    }
    assertTrue(links > 200, "only " + links + " links");
  }

  @Test
  void everyExampleIsLinkedFromAPage() throws IOException {
    StringBuilder text = new StringBuilder();
    for (String page : pages()) {
      text.append(Files.readString(ROOT.resolve(page)));
    }
    try (var files = Files.list(EXAMPLES)) {
      List<String> forgotten =
          files
              .map(file -> String.valueOf(file.getFileName()))
              .filter(name -> !name.equals("package-info.java"))
              .filter(name -> text.indexOf("examples/" + name + ")") < 0)
              .toList();
      assertEquals(List.of(), forgotten);
    }
  }

  private static String region(String file, String name) throws IOException {
    if (name != null && name.endsWith("()")) {
      return method(file, name.substring(0, name.length() - 1));
    }
    String source = Files.readString(EXAMPLES.resolve(file));
    if (name == null) {
      return source.substring(source.indexOf('\n')).strip();
    }
    List<String> lines = new ArrayList<>();
    boolean inside = false;
    for (String line : source.lines().toList()) {
      if (inside && line.strip().equals("// @end")) {
        return String.join("\n", lines).stripTrailing().stripIndent().strip();
      }
      if (inside) {
        lines.add(line);
      }
      inside |= line.strip().equals("// @start region=" + name);
    }
    throw new AssertionError(file + " has no region " + name);
  }

  /// @param start its name and the opening parenthesis
  private static String method(String file, String start) throws IOException {
    Path source = ROOT.resolve("core/src/main/java/org/evenkeel/core/agent").resolve(file);
    List<String> lines = new ArrayList<>();
    for (String line : Files.readAllLines(source)) {
      if (!lines.isEmpty() || (line.startsWith("  public ") && line.contains(" " + start))) {
        lines.add(line);
      }
      if (!lines.isEmpty() && line.equals("  }")) {
        return String.join("\n", lines).stripIndent();
      }
    }
    throw new AssertionError(file + " has no method " + start);
  }

  /// The errors of the compiler for some statements, which may use the fields below.
  private List<String> problems(String statements) throws URISyntaxException {
    String source =
        """
        package org.evenkeel.examples;
        import java.nio.file.*;
        import java.util.*;
        import org.evenkeel.core.agent.*;
        import org.evenkeel.core.data.*;
        import org.evenkeel.core.env.*;
        import org.evenkeel.core.nn.*;
        import org.evenkeel.core.replay.*;
        import org.evenkeel.core.train.*;
        class Snippet {
          Policy policy;
          float[] observation;
          void run() throws Exception {
            %s
          }
        }
        """
            .formatted(statements);
    JavaFileObject file =
        new SimpleJavaFileObject(
            URI.create("string:///org/evenkeel/examples/Snippet.java"),
            JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
          }
        };
    DiagnosticCollector<JavaFileObject> heard = new DiagnosticCollector<>();
    JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());
    List<String> options =
        List.of(
            "-proc:none",
            "-d",
            folder.toString(),
            "-cp",
            place(Policy.class) + File.pathSeparator + place(Thermostat.class));
    compiler.getTask(null, null, heard, options, null, List.of(file)).call();
    return heard.getDiagnostics().stream()
        .filter(d -> d.getKind() == Diagnostic.Kind.ERROR)
        .map(d -> d.getMessage(null))
        .collect(Collectors.toList());
  }

  private static Path place(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  static Path root() {
    Path here = Path.of("").toAbsolutePath();
    while (!Files.exists(here.resolve("docs/guide.md"))) {
      here = Objects.requireNonNull(here.getParent(), "the repository was not found");
    }
    return here;
  }
}
