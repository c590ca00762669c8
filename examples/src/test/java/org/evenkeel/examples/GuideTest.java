package org.evenkeel.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
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
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.evenkeel.core.agent.Policy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The Java on the pages is the examples' own, or compiles.
///
/// A block after `<!-- File.java region -->` is the region between `// @start region=...` and `// @end` of that example,
/// without a region the whole file; `<!-- File.java name() -->` is a method of the library; any other block is compiled as
/// statements.
class GuideTest {
  private static final Path ROOT = root();
  private static final Path EXAMPLES = ROOT.resolve("examples/src/main/java/org/evenkeel/examples");

  private static final Pattern BLOCK =
      Pattern.compile(
          "(?:<!-- (\\S+\\.java)(?: (\\S+))? -->\\n)?```java\\n(.*?)```", Pattern.DOTALL);
  private static final String STAGED = "file:///path/to/target/release/0.2.0/repository";
  private static final Pattern FROM_PROJECT =
      Pattern.compile("<!-- (packaging/\\S+) -->\\n```\\w+\\n(.*?)```", Pattern.DOTALL);
  private static final Pattern LINK = Pattern.compile("]\\(([^)#]+)(#[^)]*)?\\)");

  @TempDir Path folder;

  @Test
  void everySnippetOfTheGuideIsAnExampleOrCompiles() throws Exception {
    int examples = check(ROOT.resolve("docs/guide.md"));
    assertTrue(examples > 12, "only " + examples + " snippets come from the examples");
  }

  @Test
  void theSnippetsOfThePageOnStudiesAreExamples() throws Exception {
    assertEquals(5, check(ROOT.resolve("docs/studies.md")));
  }

  @Test
  void theSnippetsOfTheFirstPagesCompile() throws Exception {
    assertEquals(0, check(ROOT.resolve("README.md")));
    assertEquals(0, check(ROOT.resolve("docs/index.md")));
  }

  /// `./release` builds and runs these projects with nothing but the staged artifacts.
  @Test
  void theSnippetsOfThePageOnInstallingAreLinesOfProjectsThatTheReleaseRuns() throws IOException {
    Matcher block = FROM_PROJECT.matcher(Files.readString(ROOT.resolve("docs/install.md")));
    int blocks = 0;
    while (block.find()) {
      blocks++;
      List<String> project =
          Files.readString(ROOT.resolve(block.group(1)))
              .replaceAll(
                  "\\$\\{project.property\\('evenkeel'\\)}|\\$\\{evenkeel}|VERSION", version())
              .replaceAll("\\$\\{staged}|STAGED", STAGED)
              .replace("project.property('staged')", "'" + STAGED + "'")
              .lines()
              .map(String::strip)
              .toList();
      int at = 0;
      for (String line :
          block.group(2).lines().map(String::strip).filter(l -> !l.isEmpty()).toList()) {
        int found = project.subList(at, project.size()).indexOf(line);
        assertTrue(found >= 0, block.group(1) + " has no line '" + line + "' there");
        at += found + 1;
      }
    }
    assertEquals(5, blocks);
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
  void everyLinkOfTheGuideLeadsToAFile() throws IOException {
    Path guide = ROOT.resolve("docs/guide.md");
    Matcher link = LINK.matcher(Files.readString(guide));
    int links = 0;
    while (link.find()) {
      if (!link.group(1).startsWith("https:")) {
        assertTrue(Files.exists(ROOT.resolve("docs").resolve(link.group(1))), link.group(1));
        links++;
      }
    }
    assertTrue(links > 15, "only " + links + " links");
  }

  @Test
  void everyExampleIsLinkedFromTheGuide() throws IOException {
    String guide = Files.readString(ROOT.resolve("docs/guide.md"));
    try (var files = Files.list(EXAMPLES)) {
      List<String> forgotten =
          files
              .map(file -> String.valueOf(file.getFileName()))
              .filter(name -> !name.equals("package-info.java") && !guide.contains(name))
              .toList();
      assertEquals(List.of(), forgotten);
    }
  }

  /// Returns how many blocks come from the examples.
  private int check(Path page) throws IOException, URISyntaxException {
    Matcher block = BLOCK.matcher(Files.readString(page));
    int examples = 0;
    int all = 0;
    while (block.find()) {
      all++;
      String code = block.group(3).stripTrailing();
      if (block.group(1) == null) {
        assertEquals(List.of(), problems(code), code);
      } else {
        examples++;
        assertEquals(region(block.group(1), block.group(2)), code, block.group(1));
      }
    }
    assertTrue(all > 0, page + " has no Java");
    return examples;
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

  private static Path root() {
    Path here = Path.of("").toAbsolutePath();
    while (!Files.exists(here.resolve("docs/guide.md"))) {
      here = Objects.requireNonNull(here.getParent(), "the repository was not found");
    }
    return here;
  }
}
