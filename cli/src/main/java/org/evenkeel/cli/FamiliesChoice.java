package org.evenkeel.cli;

import java.util.List;
import org.evenkeel.core.internal.Outside;
import org.evenkeel.lab.config.Presets;
import org.evenkeel.lab.config.Tasks;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/// The `--classpath` option of commands that list environments or presets.
final class FamiliesChoice {
  @Option(
      names = "--classpath",
      paramLabel = "JAR[:JAR]",
      defaultValue = "",
      description = "Jars and folders with your own environment families.")
  private String jars = "";

  FamiliesChoice() {}

  /// Returns the jars and folders of the class path.
  ///
  /// @throws IllegalArgumentException if one does not exist
  List<String> classpath() {
    return EnvironmentChoice.classpath(jars);
  }

  /// Warns on standard error about families and presets on a class path that cannot be used.
  static void warn(CommandLine command, List<String> classpath) {
    for (String problem : Presets.of(Tasks.catalog(classpath)).problems()) {
      command.getErr().println("warning: " + Outside.sentence(problem));
    }
  }
}
