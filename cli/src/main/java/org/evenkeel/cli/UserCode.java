package org.evenkeel.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.evenkeel.lab.config.OurCode;

/// Finds the code outside the library that is being executed, for messages about a process that does not end.
final class UserCode {
  private UserCode() {}

  /// Returns the user method that a thread of the library is executing, such as `Pump.step`; empty if there is none.
  static Optional<String> running() {
    return Thread.getAllStackTraces().values().stream()
        .map(UserCode::calledByLibrary)
        .flatMap(Optional::stream)
        .sorted()
        .findFirst();
  }

  /// Returns the method that called System.exit or Runtime.exit, such as `Pump.step`; empty if none did.
  static Optional<String> exiting() {
    for (StackTraceElement[] trace : Thread.getAllStackTraces().values()) {
      for (int i = 0; i < trace.length; i++) {
        if (trace[i].getClassName().equals("java.lang.Runtime")
            && trace[i].getMethodName().equals("exit")) {
          StackTraceElement[] outer = Arrays.copyOfRange(trace, i, trace.length);
          return Optional.of(calledByLibrary(outer).orElseGet(() -> firstOutsideLibraries(outer)));
        }
      }
    }
    return Optional.empty();
  }

  /// Returns the first frame, from the outermost inwards, of code that a frame of the library called.
  static Optional<String> calledByLibrary(StackTraceElement[] trace) {
    List<StackTraceElement> inwards = new ArrayList<>(List.of(trace)).reversed();
    boolean library = false;
    for (StackTraceElement frame : inwards) {
      if (OurCode.isOwn(frame.getClassName())) {
        library = true;
      } else if (library && !OurCode.isLibrary(frame.getClassName())) {
        return Optional.of(name(frame));
      }
    }
    return Optional.empty();
  }

  private static String firstOutsideLibraries(StackTraceElement[] trace) {
    for (StackTraceElement frame : trace) {
      if (!OurCode.isLibrary(frame.getClassName())) {
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
}
