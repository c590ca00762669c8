package org.evenkeel.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Callable;
import org.evenkeel.core.internal.Outside;
import org.evenkeel.core.internal.Shell;
import org.evenkeel.lab.study.StudyFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `evenkeel study init`: writes an example study to start from.
@Command(
    name = "init",
    mixinStandardHelpOptions = true,
    description = "Writes an example study file, with comments that explain its keys.")
final class StudyInitCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      arity = "0..1",
      paramLabel = "FILE",
      defaultValue = "study.yaml",
      description = "File to write (default: ${DEFAULT-VALUE}).")
  private Path file = Path.of("study.yaml");

  StudyInitCommand() {}

  @Override
  public Integer call() throws Exception {
    if (Files.exists(file)) {
      throw new ParameterException(
          spec.commandLine(), "'" + file + "' already exists: give another name");
    }
    Path above = file.toAbsolutePath().getParent();
    if (above != null) {
      Files.createDirectories(above);
    }
    Files.write(file, StudyFile.example().getBytes(UTF_8), StandardOpenOption.CREATE_NEW);
    PrintWriter printer = spec.commandLine().getOut();
    printer.printf(
        "wrote %s; edit it as you like%npreview it with: %s%nrun it with: %s%n",
        Outside.path(file),
        Shell.command("study", file, "--dry-run"),
        Shell.command("study", file));
    printer.flush();
    return ExitCode.OK;
  }
}
