package org.evenkeel.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.evenkeel.core.agent.NotFiniteException;
import org.evenkeel.core.internal.Nearest;
import org.evenkeel.core.internal.Outside;
import org.evenkeel.core.train.DivergedException;
import org.evenkeel.core.train.PartFailedException;
import org.evenkeel.lab.run.Reason;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/// What a command says when it fails: one sentence on the error stream.
///
/// Three kinds. A refusal of what the user asked for (a [ParameterException], exit code 2) comes with a hint on help. A
/// failure on the way (a file, the user's own class, a run that diverged: exit code 1) says what failed. Everything
/// else is a mistake in this program, and says so. The system property `evenkeel.debug` adds the stack trace to each.
final class Failures {
  private static final String DEBUG = "evenkeel.debug";

  /// Packages that are not the user's.
  private static final List<String> OURS =
      List.of(
          "org.evenkeel.",
          "picocli.",
          "com.fasterxml.",
          "org.yaml.",
          "org.jfree.",
          "org.hipparchus.",
          "org.bytedeco.",
          "org.openjdk.");

  /// What picocli's `help` says.
  private static final Pattern UNKNOWN_TO_HELP =
      Pattern.compile("Unknown subcommand '(.*)'\\.", Pattern.DOTALL);

  private Failures() {}

  /// Does the part of a command that reads what the user asked for, and checks it: what is refused there is the
  /// user's mistake. What a command computes afterwards does not belong in here.
  static <T> T asked(CommandLine command, Callable<T> part) throws Exception {
    try {
      return part.call();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command, String.valueOf(e.getMessage()), e);
    }
  }

  /// Explains a refusal.
  static int explainUsage(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    Matcher help = UNKNOWN_TO_HELP.matcher(sentence(e));
    String message =
        e instanceof UnmatchedArgumentException u
            ? unknown(u)
            : help.matches() ? unknownCommand(help.group(1), command) : sentence(e);
    print(command, message, e);
    PrintWriter err = command.getErr();
    err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
    err.flush();
    return ExitCode.USAGE;
  }

  /// Explains a failure.
  static int explainFailure(Exception e, CommandLine command, ParseResult parsed) {
    print(command, sentence(e), e);
    return ExitCode.SOFTWARE;
  }

  /// Explains what no command catches.
  static int explainError(Throwable e, CommandLine command) {
    String sentence =
        e instanceof OutOfMemoryError
            ? "out of memory (%s): the heap of this JVM is at most %d MB; give it more with EVENKEEL_JAVA_OPTS=-Xmx..."
                .formatted(e.getMessage(), Runtime.getRuntime().maxMemory() / 1_000_000)
            : failed(e);
    print(command, sentence, e);
    return ExitCode.SOFTWARE;
  }

  private static void print(CommandLine command, String sentence, Throwable e) {
    PrintWriter err = command.getErr();
    err.println(command.getColorScheme().errorText(Outside.sentence(sentence)));
    if (Boolean.getBoolean(DEBUG)) {
      e.printStackTrace(err);
    }
    err.flush();
  }

  private static String unknown(UnmatchedArgumentException e) {
    String given = e.getUnmatched().getFirst();
    if (e.isUnknownOption()) {
      String nearest =
          e.getSuggestions().stream()
              .map(suggestion -> "'" + suggestion + "'")
              .collect(Collectors.joining(" or "));
      return "unknown option '"
          + given
          + "'"
          + (nearest.isEmpty() ? "" : "; did you mean " + nearest + "?");
    }
    return e.getCommandLine().getSubcommands().isEmpty()
        ? "unexpected argument '" + given + "'"
        : unknownCommand(given, e.getCommandLine());
  }

  private static String unknownCommand(String given, CommandLine command) {
    return "unknown command '"
        + given
        + "'"
        + Nearest.question(given, command.getSubcommands().keySet()).replaceFirst("^: ", "; ");
  }

  private static String sentence(Exception e) {
    return switch (e) {
      // Its own message is a path and little else.
      case FileSystemException f when f.getFile() != null ->
          "cannot read or write '" + f.getFile() + "': " + Reason.of(f);
      case UncheckedIOException u -> sentence(Objects.requireNonNull(u.getCause()));
      case ParameterException _, NotFiniteException _, DivergedException _, PartFailedException _ ->
          message(e);
      case RuntimeException _ -> failed(e);
      case IOException _ -> message(e);
      default -> message(e); // checked: it was thrown for the user to read
    };
  }

  private static String message(Exception e) {
    String message = e.getMessage();
    return message == null || message.isBlank() ? e.getClass().getSimpleName() : message;
  }

  /// Something nobody foresaw: in a class of the user's, or here.
  private static String failed(Throwable e) {
    for (StackTraceElement at : e.getStackTrace()) {
      String name = at.getClassName();
      if (name.startsWith("java.") || name.startsWith("jdk.") || name.startsWith("sun.")) {
        continue;
      }
      boolean examples = name.startsWith("org.evenkeel.examples.");
      if (examples || OURS.stream().noneMatch(name::startsWith)) {
        return "your class failed: %s at %s".formatted(e, at);
      }
      break;
    }
    return "internal error: %s; please report it with the command you typed (EVENKEEL_JAVA_OPTS=-D%s=true shows where it happened)"
        .formatted(e, DEBUG);
  }
}
