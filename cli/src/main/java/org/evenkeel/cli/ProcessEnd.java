package org.evenkeel.cli;

import java.time.Duration;

/// Ends the process. User code can neither end it unnoticed nor prevent its end.
final class ProcessEnd {
  /// The wait for shutdown hooks and threads left by user code; after that the process ends without them.
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static volatile boolean planned;

  private ProcessEnd() {}

  /// Guards against code that calls System.exit in the middle of a command: a message names the code, and the exit code
  /// reports a failure.
  static void guard() {
    Runtime.getRuntime().addShutdownHook(new Thread(ProcessEnd::explain, "end"));
  }

  /// Ends the process.
  static void exit(int code) {
    planned = true;
    Thread impatient =
        new Thread(
            () -> {
              try {
                Thread.sleep(PATIENCE);
              } catch (InterruptedException e) {
                return;
              }
              System.err.println(
                  "quit without waiting any longer for a shutdown hook added by the environment or its libraries");
              Runtime.getRuntime().halt(code);
            },
            "impatient");
    impatient.setDaemon(true);
    impatient.start();
    System.exit(code);
  }

  private static void explain() {
    if (planned) {
      return;
    }
    UserCode.exiting().ifPresent(ProcessEnd::refuse); // empty after a signal
  }

  private static void refuse(String who) {
    String kept =
        CtrlC.underWay()
            .map(
                work -> {
                  work.leave();
                  return work.kept();
                })
            .orElse("");
    System.err.println(
        who
            + " called System.exit, which ends the whole program; throw an exception instead"
            + (kept.isEmpty() ? "" : "; " + kept));
    System.err.flush();
    // The caller of exit waits for this thread, and others may wait for the caller.
    Runtime.getRuntime().halt(picocli.CommandLine.ExitCode.SOFTWARE);
  }
}
