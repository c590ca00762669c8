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
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/// The modules and packages of Evenkeel, read from the POMs, the `module-info` files and the sources in `src/main`.
///
/// A package is named without `org.evenkeel.`: `core.nn`. Sources that a module keeps in a package of another module, as the
/// benchmarks do to reach what is not public, count as the module's own package.
///
/// @param modules in the order of the parent POM; those without sources are left out
/// @param packages for each package, the packages that it uses
record Codebase(List<Module> modules, SortedMap<String, SortedSet<String>> packages) {
  private static final String OURS = "org.evenkeel";
  private static final Pattern REQUIRES =
      Pattern.compile("requires (?:static |transitive )*org\\.evenkeel\\.(\\w+);");
  private static final Pattern PACKAGE =
      Pattern.compile("(?m)^package org\\.evenkeel\\.([\\w.]+);");
  private static final Pattern USE =
      Pattern.compile("org\\.evenkeel\\.([a-z]\\w*(?:\\.[a-z]\\w*)*)\\.[A-Z]");

  /// One Maven module that has sources.
  ///
  /// @param named whether it has a `module-info`
  /// @param requires the modules of ours that it cannot do without
  /// @param optional the modules of ours that it finds only at run time, or does without
  /// @param libraries the artifacts of others that it is compiled against
  /// @param provides the services of which it has implementations
  record Module(
      String name,
      boolean named,
      SortedSet<String> requires,
      SortedSet<String> optional,
      SortedSet<String> libraries,
      SortedSet<String> provides) {}

  /// Reads the checkout at `root`.
  static Codebase read(Path root) throws IOException {
    List<Module> modules = new ArrayList<>();
    SortedMap<String, SortedSet<String>> packages = new TreeMap<>();
    for (String name : children(pom(root), "modules", "module")) {
      if (Files.isDirectory(root.resolve(name, "src/main/java"))) {
        modules.add(module(root, name));
        readPackages(root, name, packages);
      }
    }
    return new Codebase(List.copyOf(modules), packages);
  }

  /// The module that a package belongs to.
  static String moduleOf(String packageName) {
    return packageName.replaceFirst("\\..*", "");
  }

  /// For each module, the modules that `of` names.
  SortedMap<String, SortedSet<String>> graph(Function<Module, SortedSet<String>> of) {
    SortedMap<String, SortedSet<String>> graph = new TreeMap<>();
    modules.forEach(m -> graph.put(m.name(), of.apply(m)));
    return graph;
  }

  private static Module module(Path root, String name) throws IOException {
    SortedSet<String> requires = new TreeSet<>();
    SortedSet<String> optional = new TreeSet<>();
    SortedSet<String> libraries = new TreeSet<>();
    for (Element dependency : elements(pom(root.resolve(name)), "dependencies", "dependency")) {
      String group = text(dependency, "groupId", "");
      String artifact = text(dependency, "artifactId", "");
      String scope = text(dependency, "scope", "compile");
      boolean loose = scope.equals("runtime") || text(dependency, "optional", "").equals("true");
      if (scope.equals("test")) {
        continue;
      }
      if (group.equals(OURS)) {
        (loose ? optional : requires).add(artifact.replaceFirst("evenkeel-", ""));
      } else if (!group.contains("$")) {
        libraries.add(artifact);
      }
    }
    Path info = root.resolve(name, "src/main/java/module-info.java");
    boolean named = Files.exists(info);
    if (named) {
      requires.clear();
      Matcher required = REQUIRES.matcher(Files.readString(info));
      while (required.find()) {
        requires.add(required.group(1));
      }
    }
    return new Module(name, named, requires, optional, libraries, services(root.resolve(name)));
  }

  private static SortedSet<String> services(Path module) throws IOException {
    SortedSet<String> services = new TreeSet<>();
    Path folder = module.resolve("src/main/resources/META-INF/services");
    if (Files.isDirectory(folder)) {
      try (Stream<Path> files = Files.list(folder)) {
        files.forEach(f -> services.add(f.getFileName().toString().replaceFirst(".*\\.", "")));
      }
    }
    return services;
  }

  private static void readPackages(
      Path root, String module, Map<String, SortedSet<String>> packages) throws IOException {
    try (Stream<Path> files = Files.walk(root.resolve(module, "src/main/java"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".java")).sorted().toList()) {
        String source = Files.readString(file);
        Matcher declared = PACKAGE.matcher(source);
        if (declared.find()) {
          String name = declared.group(1);
          String own = moduleOf(name).equals(module) ? name : module;
          SortedSet<String> uses = packages.computeIfAbsent(own, p -> new TreeSet<>());
          if (!own.equals(name)) {
            uses.add(name);
          }
          source.lines().filter(l -> !l.strip().startsWith("//")).forEach(l -> uses(l, own, uses));
        }
      }
    }
  }

  private static void uses(String line, String own, SortedSet<String> uses) {
    Matcher use = USE.matcher(line);
    while (use.find()) {
      if (!use.group(1).equals(own)) {
        uses.add(use.group(1));
      }
    }
  }

  // --- POMs -----------------------------------------------------------------------------------

  static Element pom(Path folder) throws IOException {
    return xml(folder.resolve("pom.xml"));
  }

  static Element xml(Path file) throws IOException {
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(file.toFile())
          .getDocumentElement();
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException("cannot read '" + file + "'", e);
    }
  }

  private static List<String> children(Element project, String list, String each) {
    return elements(project, list, each).stream().map(e -> e.getTextContent().strip()).toList();
  }

  /// The elements `each` in the child `list` of `parent`, and in no list further below.
  static List<Element> elements(Element parent, String list, String each) {
    List<Element> found = new ArrayList<>();
    for (Element child : named(parent, list)) {
      found.addAll(named(child, each));
    }
    return found;
  }

  /// The text of a child, or `absent`.
  static String text(Element parent, String child, String absent) {
    List<Element> found = named(parent, child);
    return found.isEmpty() ? absent : found.getFirst().getTextContent().strip();
  }

  private static List<Element> named(Element parent, String name) {
    List<Element> found = new ArrayList<>();
    NodeList children = parent.getChildNodes();
    for (int i = 0; i < children.getLength(); i++) {
      if (children.item(i) instanceof Element e && e.getTagName().equals(name)) {
        found.add(e);
      }
    }
    return found;
  }
}
