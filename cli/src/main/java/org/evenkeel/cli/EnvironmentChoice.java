package org.evenkeel.cli;

import java.nio.file.Path;
import java.util.List;
import org.evenkeel.lab.run.Tasks;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The arguments that name an environment.
final class EnvironmentChoice {
  @Parameters(
      paramLabel = "ENV",
      description =
          "A name that 'evenkeel envs' lists, with its options if it has some, or a class of your own"
              + " with a constructor without arguments.")
  String name = "";

  @Option(
      names = "--classpath",
      paramLabel = "JAR[:JAR]",
      defaultValue = "",
      description = "Jars and folders with your own class and what it needs.")
  private String jars = "";

  EnvironmentChoice() {}

  List<String> classpath() {
    // As absolute paths: the run may be resumed from another folder.
    return Tasks.classpath(jars).stream()
        .map(entry -> Path.of(entry).toAbsolutePath().normalize().toString())
        .toList();
  }
}
