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
/// A failure is one sentence on the error stream: [Failures].
@Command(
    name = "evenkeel",
    description = "Deep Q-learning that stays on an even keel.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    footer = {"", "${ROOT-COMMAND-NAME} COMMAND --help explains a command."},
    // New commands are listed here, in the order in which help shows them; below, bench, completion
    // and help follow.
    subcommands = {
      ReproduceCommand.class,
      ExperimentsCommand.class,
      ReportCommand.class,
      StudyCommand.class,
      TrainCommand.class,
      ResumeCommand.class,
      EvaluateCommand.class,
      WatchCommand.class,
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
    // Numbers in files and messages are written one way everywhere.
    Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
    // Figures need no display, and must not fail on a wrong one.
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
      System.err.println("the output could not be written: standard output is full or closed");
      exitCode = exitCode == ExitCode.OK ? ExitCode.SOFTWARE : exitCode;
    }
    ProcessEnd.exit(exitCode);
  }

  /// Without a command: help, as `--help` prints it.
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  static CommandLine commandLine() {
    return commandLine(List.of());
  }

  /// @param classpath where completion finds families of environments and experiments
  static CommandLine commandLine(List<String> classpath) {
    return commandLine(classpath, name -> true);
  }

  /// @param isUsed whether a command may be used: to look for experiments takes a tenth of a second, which the others need
  ///     not wait for
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

  /// Gives a command and its subcommands what all commands have in common.
  static void settle(CommandLine command) {
    WholeNumbers.register(command)
        .setUsageHelpAutoWidth(true)
        .setParameterExceptionHandler(Failures::explainUsage)
        .setExecutionExceptionHandler(Failures::explainFailure);
    giveVersion(command);
  }

  /// Every command has `--version`.
  private static void giveVersion(CommandLine command) {
    command.getCommandSpec().versionProvider(new Version());
    command.getSubcommands().values().forEach(Main::giveVersion);
  }

  /// Whether what was printed did not arrive. A reader that has read enough (`evenkeel keys | head`) is none of our
  /// business.
  private static boolean outputLost() {
    if (!System.out.checkError()) {
      return false;
    }
    try {
      return !Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString().startsWith("pipe:");
    } catch (IOException | UnsupportedOperationException e) {
      return true; // no such file system: told once too often
    }
  }

  /// The version of this build, which Maven writes into `version.properties`.
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
