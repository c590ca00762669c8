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
          "A name listed by '${ROOT-COMMAND-NAME} envs', with any options, or your own class with a no-argument"
              + " constructor.")
  String name = "";

  @Option(
      names = "--classpath",
      paramLabel = "JAR[:JAR]",
      defaultValue = "",
      description =
          "Jars and folders with your own environment class or family, and its dependencies.")
  private String jars = "";

  EnvironmentChoice() {}

  List<String> classpath() {
    return classpath(jars);
  }

  /// Returns the jars and folders given to an option, as absolute paths, since the run may be resumed from another
  /// directory.
  ///
  /// @throws IllegalArgumentException if one does not exist, even if nothing would be loaded from it
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
