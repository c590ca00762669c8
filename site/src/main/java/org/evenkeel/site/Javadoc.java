package org.evenkeel.site;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/// The pages of the Java API, made by the JDK's own tool.
final class Javadoc {
  /// The modules with an API for users, by the names of their folders.
  static final List<String> MODULES = List.of("core", "envs", "atari", "lab");

  private Javadoc() {}

  /// Writes the pages.
  ///
  /// @param libraries a folder with the jars that the modules need
  static void write(Path checkout, Path libraries, String version, Path out) throws IOException {
    ToolProvider tool =
        ToolProvider.findFirst("javadoc")
            .orElseThrow(
                () ->
                    new SiteException(
                        List.of(
                            "the pages of the Java API need a JDK, and this is a Java runtime only")));
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("-quiet", "-notimestamp", "-encoding", "UTF-8", "-charset", "UTF-8"));
    arguments.addAll(List.of("-Xdoclint:none", "--release", "25", "-d", out.toString()));
    arguments.addAll(List.of("-windowtitle", "Evenkeel " + version));
    arguments.addAll(List.of("-doctitle", "Evenkeel " + version + ": Java API"));
    String back = "<a href=\"{@docRoot}/../index.html\" style=\"color:#fff\">Documentation</a>";
    arguments.addAll(List.of("-header", back));
    arguments.addAll(List.of("--module-path", jars(libraries)));
    for (String module : MODULES) {
      arguments.add("--module-source-path");
      arguments.add("org.evenkeel." + module + "=" + checkout.resolve(module + "/src/main/java"));
    }
    arguments.add("--module");
    arguments.add(String.join(",", MODULES.stream().map(name -> "org.evenkeel." + name).toList()));
    StringWriter said = new StringWriter();
    PrintWriter printer = new PrintWriter(said);
    if (tool.run(printer, printer, arguments.toArray(String[]::new)) != 0) {
      throw new SiteException(List.of("javadoc failed:", said.toString().strip()));
    }
  }

  /// Returns all jars except those of this project, whose sources are used instead.
  private static String jars(Path libraries) throws IOException {
    try (Stream<Path> files = Files.list(libraries)) {
      return String.join(
          System.getProperty("path.separator"),
          files
              .map(Path::toString)
              .filter(name -> name.endsWith(".jar") && !name.contains("evenkeel-"))
              .sorted()
              .toList());
    }
  }

  /// Returns the page of a source file's type, relative to the folder of these pages; empty if it has none.
  ///
  /// @param source the source file, relative to the checkout
  static Optional<String> page(Path api, String source) {
    for (String module : MODULES) {
      String folder = module + "/src/main/java/";
      if (source.startsWith(folder) && source.endsWith(".java")) {
        String type = source.substring(folder.length(), source.length() - ".java".length());
        String page = "org.evenkeel." + module + "/" + type + ".html";
        return Files.exists(api.resolve(page)) ? Optional.of(page) : Optional.empty();
      }
    }
    return Optional.empty();
  }
}
