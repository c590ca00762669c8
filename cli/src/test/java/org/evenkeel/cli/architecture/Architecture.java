package org.evenkeel.cli.architecture;

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
import java.util.stream.Collectors;
import org.evenkeel.cli.architecture.Codebase.Module;

/// The pictures and tables in `docs/architecture.md` that are made from the code.
///
/// Run in the root of a checkout, it writes them. It needs nothing but a JDK:
///
/// `java cli/src/test/java/org/evenkeel/cli/architecture/Architecture.java`
final class Architecture {
  static final String PAGE = "docs/architecture.md";
  private static final String MODULES = "docs/architecture/modules.svg";
  private static final String PACKAGES = "docs/architecture/packages.svg";

  private Architecture() {}

  static void main(String[] arguments) throws IOException {
    Path root = Path.of(arguments.length == 0 ? "." : arguments[0]);
    for (Map.Entry<String, String> file : files(root).entrySet()) {
      Path path = root.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      if (!Files.exists(path) || !Files.readString(path).equals(file.getValue())) {
        Files.writeString(path, file.getValue());
        IO.println("written: " + file.getKey());
      }
    }
  }

  /// The files as they must be for the code as it is now: their paths below `root`, and their contents.
  static SortedMap<String, String> files(Path root) throws IOException {
    Codebase code = Codebase.read(root);
    String page = Files.readString(root.resolve(PAGE));
    page = replaced(page, "modules", moduleTable(code));
    page = replaced(page, "packages", packageTable(code));
    return new TreeMap<>(
        Map.of(PAGE, page, MODULES, modulePicture(code), PACKAGES, packagePicture(code)));
  }

  private static String replaced(String page, String name, String text) {
    String begin = "<!-- " + name + ":begin -->\n";
    String end = "<!-- " + name + ":end -->\n";
    int from = page.indexOf(begin);
    int to = page.indexOf(end);
    if (from < 0 || to < from) {
      throw new IllegalArgumentException(
          PAGE + " must have the lines '" + begin.strip() + "' and '" + end.strip() + "'");
    }
    return page.substring(0, from + begin.length()) + text + page.substring(to);
  }

  // --- pictures -------------------------------------------------------------------------------

  private static String modulePicture(Codebase code) {
    Map<String, Module> modules = new TreeMap<>();
    code.modules().forEach(m -> modules.put(m.name(), m));
    GraphSvg picture =
        new GraphSvg(
            "The modules of Evenkeel",
            "Each arrow goes from a module to one that it requires; a dashed one is optional. Arrows that follow from others"
                + " are left out. The second line names libraries. The table below the picture has the same content.",
            name -> libraries(modules.get(name)),
            name -> colour(code, name));
    return picture.draw(
        new Layers(code.graph(Module::requires), code.graph(Module::optional), picture::width));
  }

  private static String packagePicture(Codebase code) {
    GraphSvg picture =
        new GraphSvg(
            "The packages of Evenkeel",
            "Each arrow goes from a package to one that it uses; a dashed one is optional. Arrows that follow from others are"
                + " left out. Packages of one module have one colour. The table below the picture has all uses.",
            name -> "",
            name -> colour(code, Codebase.moduleOf(name)));
    SortedMap<String, SortedSet<String>> modulesDoneWithout = code.graph(Module::optional);
    SortedMap<String, SortedSet<String>> uses = new TreeMap<>();
    SortedMap<String, SortedSet<String>> optional = new TreeMap<>();
    code.packages()
        .forEach(
            (name, used) -> {
              SortedSet<String> loose = modulesDoneWithout.get(Codebase.moduleOf(name));
              uses.put(name, new TreeSet<>(used));
              optional.put(name, new TreeSet<>(used));
              uses.get(name).removeIf(u -> loose.contains(Codebase.moduleOf(u)));
              optional.get(name).removeIf(u -> !loose.contains(Codebase.moduleOf(u)));
            });
    return picture.draw(new Layers(uses, optional, picture::width));
  }

  private static int colour(Codebase code, String module) {
    return code.modules().stream().map(Module::name).toList().indexOf(module);
  }

  /// The families of a module's libraries: `jackson` for `jackson-core` and `jackson-databind`.
  private static String libraries(Module module) {
    return module.libraries().isEmpty()
        ? "no library"
        : module.libraries().stream()
            .map(l -> l.replaceFirst("[-_].*", ""))
            .distinct()
            .collect(Collectors.joining(", "));
  }

  // --- tables ---------------------------------------------------------------------------------

  private static String moduleTable(Codebase code) {
    StringBuilder table = new StringBuilder();
    table.append("| module | requires | optional | compiled against | implements the services |\n");
    table.append("|---|---|---|---|---|\n");
    for (Module m : code.modules()) {
      String name = m.named() ? m.name() : m.name() + " (class path)";
      row(
          table,
          List.of(
              "[%s](../%s)".formatted(name, m.name()),
              list(m.requires()),
              list(m.optional()),
              list(m.libraries()),
              list(m.provides())));
    }
    return table.toString();
  }

  private static String packageTable(Codebase code) {
    StringBuilder table = new StringBuilder("| package | uses |\n|---|---|\n");
    code.packages()
        .forEach(
            (name, used) ->
                row(table, List.of("`" + name + "`", String.join("; ", byModule(used)))));
    return table.toString();
  }

  /// The packages in groups: `core: data, env`. The package that is a whole module is the module's name alone.
  private static List<String> byModule(SortedSet<String> packages) {
    SortedMap<String, SortedSet<String>> groups = new TreeMap<>();
    for (String name : packages) {
      String module = Codebase.moduleOf(name);
      groups
          .computeIfAbsent(module, m -> new TreeSet<>())
          .add(name.equals(module) ? module : name.substring(module.length() + 1));
    }
    List<String> texts = new ArrayList<>();
    groups.forEach(
        (module, names) ->
            texts.add(
                names.equals(new TreeSet<>(List.of(module)))
                    ? module
                    : module + ": " + list(names)));
    return texts;
  }

  private static String list(SortedSet<String> names) {
    return String.join(", ", names);
  }

  private static void row(StringBuilder table, List<String> cells) {
    table.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }
}
