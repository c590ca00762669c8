package org.evenkeel.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Finds out which class that the library did not write is being executed, for messages about a process that does not
/// end.
final class UserCode {
  private UserCode() {}

  /// What a thread of the library is inside, such as `Pump.step`; empty if no thread is in such code.
  static Optional<String> running() {
    return Thread.getAllStackTraces().values().stream()
        .map(UserCode::calledByLibrary)
        .flatMap(Optional::stream)
        .sorted()
        .findFirst();
  }

  /// Who called System.exit or Runtime.exit, such as `Pump.step`; empty if nobody did.
  static Optional<String> exiting() {
    for (StackTraceElement[] trace : Thread.getAllStackTraces().values()) {
      for (int i = 0; i < trace.length; i++) {
        if (trace[i].getClassName().equals("java.lang.Runtime")
            && trace[i].getMethodName().equals("exit")) {
          StackTraceElement[] outer = Arrays.copyOfRange(trace, i, trace.length);
          return Optional.of(calledByLibrary(outer).orElseGet(() -> firstOutsideJava(outer)));
        }
      }
    }
    return Optional.empty();
  }

  /// The first frame, from the outermost inwards, of code that a frame of the library called.
  static Optional<String> calledByLibrary(StackTraceElement[] trace) {
    List<StackTraceElement> inwards = new ArrayList<>(List.of(trace)).reversed();
    boolean library = false;
    for (StackTraceElement frame : inwards) {
      if (isJava(frame) || frame.getClassName().startsWith("picocli.")) {
        continue;
      }
      if (isOurs(frame)) {
        library = true;
      } else if (library) {
        return Optional.of(name(frame));
      }
    }
    return Optional.empty();
  }

  private static String firstOutsideJava(StackTraceElement[] trace) {
    for (StackTraceElement frame : trace) {
      if (!isJava(frame)) {
        return name(frame);
      }
    }
    return "a thread";
  }

  private static String name(StackTraceElement frame) {
    String type = frame.getClassName();
    return frame.getMethodName().equals("<init>")
        ? "the constructor of " + type
        : type + "." + frame.getMethodName();
  }

  private static boolean isJava(StackTraceElement frame) {
    String type = frame.getClassName();
    return type.startsWith("java.") || type.startsWith("jdk.") || type.startsWith("sun.");
  }

  /// The examples stand for the user's code.
  private static boolean isOurs(StackTraceElement frame) {
    String type = frame.getClassName();
    return type.startsWith("org.evenkeel.") && !type.startsWith("org.evenkeel.examples.");
  }
}
