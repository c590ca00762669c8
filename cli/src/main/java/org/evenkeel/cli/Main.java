package org.evenkeel.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.function.Predicate;
import org.evenkeel.core.internal.Shell;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// The command `evenkeel`. Exit codes: 0 success, 1 failure, 2 usage.
///
/// Failures are reported as one sentence on standard error; see [Failures].
@Command(
    name = "evenkeel",
    description = "Deep Q-learning that stays on an even keel.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    footer = {"", "'${ROOT-COMMAND-NAME} COMMAND --help' explains a command."},
    // New commands go here, in the order in which help shows them. bench, completion and help are
    // added below.
    subcommands = {
      ReproduceCommand.class,
      ExperimentsCommand.class,
      ReportCommand.class,
      StudyCommand.class,
      TrainCommand.class,
      ResumeCommand.class,
      EvaluateCommand.class,
      WatchCommand.class,
      DevicesCommand.class,
      EnvsCommand.class,
      RomsCommand.class,
      PresetsCommand.class,
      KeysCommand.class,
      CheckCommand.class,
      DocsCommand.class
    })
public final class Main implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  Main() {}

  /// Runs one command and exits with its code.
  public static void main(String[] args) {
    // Numbers in files and messages look the same in every locale.
    Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
    // Figures need no display and must not fail because of a wrong one.
    if (System.getProperty("java.awt.headless") == null) {
      System.setProperty("java.awt.headless", "true");
    }
    ProcessEnd.guard();
    CommandLine evenkeel = commandLine(List.of(), List.of(args)::contains);
    if ("dumb".equals(System.getenv("TERM"))) {
      evenkeel.setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
    }
    int exitCode;
    try {
      exitCode = evenkeel.execute(args);
    } catch (Throwable e) {
      exitCode = Failures.explainError(e, evenkeel);
    }
    if (outputLost()) {
      System.err.println("cannot write the output: standard output is full or closed");
      exitCode = exitCode == ExitCode.OK ? ExitCode.SOFTWARE : exitCode;
    }
    ProcessEnd.exit(exitCode);
  }

  /// Prints the same help as `--help`, because no command was given.
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  static CommandLine commandLine() {
    return commandLine(List.of());
  }

  /// @param classpath the class path on which completion finds families of environments and experiments
  static CommandLine commandLine(List<String> classpath) {
    return commandLine(classpath, name -> true);
  }

  /// @param isUsed whether a command may be used; looking for experiments takes a tenth of a second, which other commands
  ///     should not have to wait for
  private static CommandLine commandLine(List<String> classpath, Predicate<String> isUsed) {
    CommandLine evenkeel = new CommandLine(new Main(), Candidates.factory(classpath));
    evenkeel.addSubcommand(Benchmarks.areInstalled() ? BenchCommand.class : Benchmarks.class);
    evenkeel.addSubcommand(CompletionCommand.class);
    evenkeel.addSubcommand(CommandLine.HelpCommand.class);
    evenkeel
        .getSubcommands()
        .forEach(
            (name, command) -> {
              if (isUsed.test(name)) {
                switch (command.getCommand()) {
                  case TrainCommand _ -> Candidates.listInHelp(command);
                  case ReproduceCommand _ -> ReproduceCommand.complete(command);
                  case ExperimentsCommand _ -> ExperimentsCommand.complete(command, classpath);
                  default -> {}
                }
              }
            });
    settle(evenkeel.setCommandName(Shell.program()));
    return evenkeel;
  }

  /// Sets the number formats, help width, error handlers and version of a command and its subcommands.
  static void settle(CommandLine command) {
    WholeNumbers.register(command)
        .setUsageHelpAutoWidth(true)
        .setParameterExceptionHandler(Failures::explainUsage)
        .setExecutionExceptionHandler(Failures::explainFailure);
    giveVersion(command);
  }

  /// Gives every command `--version`.
  private static void giveVersion(CommandLine command) {
    command.getCommandSpec().versionProvider(new Version());
    command.getSubcommands().values().forEach(Main::giveVersion);
  }

  /// Whether output was lost. A pipe closed by its reader (`evenkeel keys | head`) does not count.
  private static boolean outputLost() {
    if (!System.out.checkError()) {
      return false;
    }
    try {
      return !Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString().startsWith("pipe:");
    } catch (IOException | UnsupportedOperationException e) {
      return true; // no /proc: better one warning too many
    }
  }

  /// The version of this build, read from `version.properties`, which Maven fills in.
  static final class Version implements IVersionProvider {
    Version() {}

    @Override
    public String[] getVersion() {
      return new String[] {"evenkeel " + number() + " (Java " + Runtime.version() + ")"};
    }

    static String number() {
      Properties properties = new Properties();
      try (InputStream in = Main.class.getResourceAsStream("version.properties")) {
        if (in == null) {
          throw new IllegalStateException("version.properties is missing from the program");
        }
        properties.load(in);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return properties.getProperty("version", "unknown");
    }
  }
}
