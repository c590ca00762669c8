package org.evenkeel.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.evenkeel.lab.config.Tasks;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The arguments that name an environment.
final class EnvironmentChoice {
  @Parameters(
      paramLabel = "ENV",
      completionCandidates = Candidates.OfEnvironments.class,
      description =
          "A name that '${ROOT-COMMAND-NAME} envs' lists, with its options if it has some, or a class of your own"
              + " with a constructor without arguments.")
  String name = "";

  @Option(
      names = "--classpath",
      paramLabel = "JAR[:JAR]",
      defaultValue = "",
      description =
          "Jars and folders with your own class or family of environments, and what it needs.")
  private String jars = "";

  EnvironmentChoice() {}

  List<String> classpath() {
    return classpath(jars);
  }

  /// The jars and folders of an option, as absolute paths: the run may be resumed from another folder.
  ///
  /// @throws IllegalArgumentException if one does not exist, also where nothing would be loaded from it
  static List<String> classpath(String jars) {
    List<String> entries =
        Tasks.classpath(jars).stream()
            .map(entry -> Path.of(entry).toAbsolutePath().normalize().toString())
            .toList();
    for (String entry : entries) {
      if (!Files.exists(Path.of(entry))) {
        throw new IllegalArgumentException(
            "the class path names '" + entry + "', which does not exist");
      }
    }
    return entries;
  }
}
