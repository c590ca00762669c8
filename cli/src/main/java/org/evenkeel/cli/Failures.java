package org.evenkeel.cli;

import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.evenkeel.core.agent.NotFiniteException;
import org.evenkeel.core.internal.Nearest;
import org.evenkeel.core.internal.Outside;
import org.evenkeel.core.internal.RefusedException;
import org.evenkeel.core.train.DivergedException;
import org.evenkeel.core.train.PartFailedException;
import org.evenkeel.lab.config.OurCode;
import org.evenkeel.lab.config.Reason;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/// Reports the failure of a command as one sentence on standard error.
///
/// There are three kinds. Invalid input (a [ParameterException], exit code 2) is reported with a pointer to the help. A
/// failure during the work (a file, the user's own class, a run that diverged; exit code 1) is reported with its cause.
/// Anything else is reported as an error in this program. The system property `evenkeel.debug` adds the stack trace to
/// each.
final class Failures {
  private static final String DEBUG = "evenkeel.debug";

  /// The message of picocli's `help` for an unknown command.
  private static final Pattern UNKNOWN_TO_HELP =
      Pattern.compile("Unknown subcommand '(.*)'\\.", Pattern.DOTALL);

  private Failures() {}

  /// Runs the part of a command that reads and checks the user's input: an [IllegalArgumentException] there is reported
  /// as invalid input. The command's actual work does not belong in here.
  static <T, E extends Exception> T asked(CommandLine command, Part<T, E> part) throws E {
    try {
      return part.get();
    } catch (IllegalArgumentException e) {
      if (place(e).isPresent()) {
        throw e;
      }
      throw refusal(command, e);
    }
  }

  /// A part of a command.
  @FunctionalInterface
  interface Part<T, E extends Exception> {
    T get() throws E;
  }

  private static ParameterException refusal(CommandLine command, IllegalArgumentException e) {
    return new ParameterException(command, String.valueOf(e.getMessage()), e);
  }

  /// Reports invalid input.
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

  /// Reports a failure.
  static int explainFailure(Exception e, CommandLine command, ParseResult parsed) {
    if (e instanceof RefusedException refused) {
      return explainUsage(refusal(command, refused), new String[0]);
    }
    print(command, sentence(e), e);
    return ExitCode.SOFTWARE;
  }

  /// Reports an error that no command catches.
  static int explainError(Throwable e, CommandLine command) {
    print(command, sentence(e), e);
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
    if (e.getCommandLine().getCommand() instanceof OptionsElsewhere command) {
      Optional<String> elsewhere = command.explain(given);
      if (elsewhere.isPresent()) {
        return elsewhere.get();
      }
    }
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

  /// Returns the sentence that describes a failure.
  static String sentence(Throwable e) {
    return switch (e) {
      // The exception's own message is little more than a path.
      case FileSystemException f when f.getFile() != null ->
          "cannot read or write '" + f.getFile() + "': " + Reason.of(f);
      case UncheckedIOException u -> sentence(Objects.requireNonNull(u.getCause()));
      case ParameterException _,
          NotFiniteException _,
          DivergedException _,
          PartFailedException _,
          RefusedException _ ->
          message(e);
      case OutOfMemoryError _ ->
          "out of memory (%s): the heap of this JVM is limited to %d MB; raise the limit with EVENKEEL_JAVA_OPTS=-Xmx..."
              .formatted(e.getMessage(), Runtime.getRuntime().maxMemory() / 1_000_000);
      case RuntimeException _, Error _ -> failed(e);
      default -> message(e); // checked exceptions are thrown for the user to read
    };
  }

  private static String message(Throwable e) {
    String message = e.getMessage();
    return message == null || message.isBlank() ? e.getClass().getSimpleName() : message;
  }

  /// Returns a sentence on an unexpected exception, in the user's class or in this program.
  private static String failed(Throwable e) {
    Throwable wrapped = e.getCause();
    boolean told =
        wrapped instanceof OutOfMemoryError || (wrapped != null && place(wrapped).isPresent());
    if (e instanceof IllegalStateException && told) {
      return String.valueOf(e.getMessage()); // already a sentence that names the class
    }
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      Optional<StackTraceElement> at = place(cause);
      if (at.isPresent()) {
        return "your class failed: %s at %s".formatted(cause, at.get());
      }
    }
    return "internal error: %s; please report it with the command you typed (EVENKEEL_JAVA_OPTS=-D%s=true shows where it happened)"
        .formatted(e, DEBUG);
  }

  /// Returns the place where the user's code threw, or called a library that threw; empty if this program did.
  private static Optional<StackTraceElement> place(Throwable e) {
    for (StackTraceElement at : e.getStackTrace()) {
      if (OurCode.isOwn(at.getClassName())) {
        break;
      }
      if (!OurCode.isLibrary(at.getClassName())) {
        return Optional.of(at);
      }
    }
    return Optional.empty();
  }
}
