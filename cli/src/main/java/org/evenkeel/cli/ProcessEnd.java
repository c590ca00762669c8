package org.evenkeel.cli;

import java.time.Duration;

/// The end of the process, which the code of a user can neither cause unnoticed nor prevent.
final class ProcessEnd {
  /// For shutdown hooks and threads that the user's code has left; then the process ends without them.
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static volatile boolean planned;

  private ProcessEnd() {}

  /// From here on, code that calls System.exit in the middle of a command is named in a sentence, and the exit code
  /// is that of a failure.
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
                  "left without waiting longer for a shutdown hook that the environment or its libraries have added");
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
            + " called System.exit, which ends the whole program: let it throw an exception instead"
            + (kept.isEmpty() ? "" : "; " + kept));
    System.err.flush();
    // Whoever called exit waits for this thread, and others may wait for the caller.
    Runtime.getRuntime().halt(picocli.CommandLine.ExitCode.SOFTWARE);
  }
}
