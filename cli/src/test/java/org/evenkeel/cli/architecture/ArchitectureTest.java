package org.evenkeel.cli.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.evenkeel.cli.architecture.Layers.Place;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The pictures and tables of the architecture are those of the code, and a change of the structure is a change of the page.
final class ArchitectureTest {
  private static final Path ROOT = Path.of("..");
  private static final Path TOOL =
      Path.of("src/test/java/org/evenkeel/cli/architecture/Architecture.java");

  @Test
  void thePageAndItsPicturesAreThoseOfTheCode() throws IOException {
    List<String> different = new ArrayList<>();
    for (Map.Entry<String, String> file : Architecture.files(ROOT).entrySet()) {
      Path path = ROOT.resolve(file.getKey());
      if (!Files.exists(path) || !Files.readString(path).equals(file.getValue())) {
        different.add(file.getKey());
      }
    }
    assertEquals(
        List.of(),
        different,
        "modules or packages use others than "
            + Architecture.PAGE
            + " shows. If that is intended, write the page again, in the root of the checkout: "
            + Path.of(System.getProperty("java.home"), "bin", "java")
            + " cli/"
            + TOOL);
    assertTrue(Files.exists(TOOL), "the command above names a file that does not exist");
  }

  @Test
  void everyPackageBelongsToAModuleThatMayUseWhatItUses() throws IOException {
    Codebase code = Codebase.read(ROOT);
    SortedMap<String, SortedSet<String>> modules = code.graph(Codebase.Module::requires);
    code.modules().forEach(m -> modules.get(m.name()).addAll(m.optional()));
    List<String> wrong = new ArrayList<>();
    code.packages()
        .forEach(
            (name, used) -> {
              String own = Codebase.moduleOf(name);
              for (String other : used) {
                String module = Codebase.moduleOf(other);
                if (!module.equals(own) && !reaches(own, module, modules)) {
                  wrong.add(name + " uses " + other);
                }
              }
            });
    assertEquals(List.of(), wrong);
    assertTrue(code.packages().size() > 20, "too few packages: " + code.packages().keySet());
  }

  private static boolean reaches(
      String from, String to, SortedMap<String, SortedSet<String>> modules) {
    return modules.get(from).stream().anyMatch(m -> m.equals(to) || reaches(m, to, modules));
  }

  @Test
  void theSecondDrawingOfACodebaseHasTheSameBytes() throws IOException {
    assertEquals(Architecture.files(ROOT), Architecture.files(ROOT));
  }

  // --- what the pages refer to ----------------------------------------------------------------

  /// A link to a file, with or without a heading in it.
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#]+)(?:#[^)]*)?\\)");

  private static final Pattern TEST = Pattern.compile("`(\\w+Test)`");

  private static List<String> found(Pattern pattern, Path page) throws IOException {
    return pattern.matcher(Files.readString(page)).results().map(r -> r.group(1)).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"architecture.md", "decisions.md", "licences.md"})
  void everyFileAndEveryTestThatAPageNamesExists(String page) throws IOException {
    Path docs = ROOT.resolve("docs");
    List<String> missing = new ArrayList<>();
    for (String link : found(LINK, docs.resolve(page))) {
      if (!link.contains("://") && !Files.exists(docs.resolve(link))) {
        missing.add(link);
      }
    }
    Set<String> tests = new TreeSet<>(found(TEST, docs.resolve(page)));
    for (Codebase.Module module : Codebase.read(ROOT).modules()) {
      Path folder = ROOT.resolve(module.name(), "src/test/java");
      if (Files.isDirectory(folder)) {
        try (Stream<Path> files = Files.walk(folder)) {
          files.forEach(f -> tests.remove(f.getFileName().toString().replace(".java", "")));
        }
      }
    }
    missing.addAll(tests);
    assertEquals(List.of(), missing);
  }

  // --- the drawing ----------------------------------------------------------------------------

  private static SortedMap<String, SortedSet<String>> graph(String... lines) {
    SortedMap<String, SortedSet<String>> graph = new TreeMap<>();
    for (String line : lines) {
      String[] parts = line.split(" ", -1);
      graph.put(parts[0], new TreeSet<>(Stream.of(parts).skip(1).toList()));
    }
    return graph;
  }

  private static Layers drawing(SortedMap<String, SortedSet<String>> graph) {
    return new Layers(graph, new TreeMap<>(), name -> 50);
  }

  @Test
  void anArrowThatFollowsFromOthersIsLeftOut() {
    assertEquals(
        graph("a b", "b c", "c d", "d"), Layers.reduced(graph("a b c d", "b c d", "c d", "d")));
  }

  @Test
  void anOptionalArrowReplacesNoOther() {
    Layers drawing = new Layers(graph("a c", "b c", "c"), graph("a b"), name -> 50);
    assertEquals(
        Set.of("a-b", "a-c", "b-c"),
        new TreeSet<>(drawing.arrows.stream().map(x -> x.from() + "-" + x.to()).toList()));
    assertEquals(1, drawing.arrows.stream().filter(Layers.Arrow::optional).count());
  }

  @Test
  void usersAreAboveWhatTheyUseAndNothingOverlaps() {
    Layers drawing =
        drawing(graph("a b c", "b d e", "c e f", "d g", "e g", "f g", "g", "h b f", "i"));
    for (Layers.Arrow arrow : drawing.arrows) {
      Place above = arrow.through().getFirst();
      for (Place below : arrow.through().subList(1, arrow.through().size())) {
        assertEquals(above.layer - 1, below.layer, arrow.from() + " to " + arrow.to());
        above = below;
      }
    }
    for (List<Place> layer : drawing.layers) {
      for (int i = 1; i < layer.size(); i++) {
        double between = layer.get(i).x - layer.get(i - 1).x;
        assertTrue(between >= (layer.get(i).width + layer.get(i - 1).width) / 2, "overlap");
      }
    }
  }

  @Test
  void aCycleIsNamed() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> drawing(graph("a b", "b c", "c a", "d")));
    assertEquals("a cycle: [a, b, c] uses a", e.getMessage());
  }

  @Test
  void thePicturesHaveTextForThoseWhoDoNotSeeThemAndFollowTheDarkSetting() throws IOException {
    for (Map.Entry<String, String> file : Architecture.files(ROOT).entrySet()) {
      if (file.getKey().endsWith(".svg")) {
        String svg = file.getValue();
        assertTrue(svg.contains("<title id=\"title\">The "), file.getKey());
        assertTrue(svg.contains("<desc id=\"description\">Each arrow "), file.getKey());
        assertTrue(svg.contains("prefers-color-scheme: dark"), file.getKey());
        assertFalse(svg.contains("NaN"), file.getKey());
      }
    }
  }
}
