package org.evenkeel.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.util.Locale;
import java.util.Properties;
import java.util.stream.Collectors;
import org.evenkeel.lab.run.Reason;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/// The command `evenkeel`. Exit codes: 0 success, 1 failure, 2 usage.
///
/// A failure is one sentence on the error stream. Its stack trace is printed when the system property
/// `evenkeel.debug` is set, for us and for bug reports.
@Command(
    name = "evenkeel",
    description = "Deep Q-learning that stays on an even keel.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    footer = {"", "evenkeel COMMAND --help explains a command."},
    // New commands are listed here, in the order in which help shows them.
    subcommands = {
      ReproduceCommand.class,
      ReportCommand.class,
      TrainCommand.class,
      ResumeCommand.class,
      EvaluateCommand.class,
      WatchCommand.class,
      EnvsCommand.class,
      RomsCommand.class,
      CheckCommand.class,
      BenchCommand.class,
      CommandLine.HelpCommand.class
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
    int exitCode = commandLine().execute(args);
    // Not on success: a main that returns lets threads finish that a command has left.
    if (exitCode != ExitCode.OK) {
      System.exit(exitCode);
    }
  }

  /// Without a command: help, as `--help` prints it.
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  static CommandLine commandLine() {
    return new CommandLine(new Main())
        .setParameterExceptionHandler(Main::explainUsage)
        .setExecutionExceptionHandler(Main::explainFailure);
  }

  private static int explainUsage(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    String message = e instanceof UnmatchedArgumentException u ? unknown(u) : sentence(e);
    PrintWriter err = command.getErr();
    err.println(command.getColorScheme().errorText(message));
    err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
    err.flush();
    return ExitCode.USAGE;
  }

  private static String unknown(UnmatchedArgumentException e) {
    String kind =
        e.isUnknownOption()
            ? "unknown option"
            : e.getCommandLine().getSubcommands().isEmpty()
                ? "unexpected argument"
                : "unknown command";
    String nearest =
        e.getSuggestions().stream()
            .map(suggestion -> "'" + suggestion + "'")
            .collect(Collectors.joining(" or "));
    return kind
        + " '"
        + e.getUnmatched().getFirst()
        + "'"
        + (nearest.isEmpty() ? "" : "; did you mean " + nearest + "?");
  }

  private static int explainFailure(Exception e, CommandLine command, ParseResult parsed) {
    PrintWriter err = command.getErr();
    err.println(command.getColorScheme().errorText(sentence(e)));
    if (Boolean.getBoolean("evenkeel.debug")) {
      e.printStackTrace(err);
    }
    err.flush();
    return ExitCode.SOFTWARE;
  }

  private static String sentence(Exception e) {
    if (e instanceof FileSystemException f && f.getFile() != null) {
      // Its own message is a path and little else.
      return "cannot read or write '" + f.getFile() + "': " + Reason.of(f);
    }
    String message = e.getMessage();
    return message == null || message.isBlank() ? e.getClass().getSimpleName() : message;
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
