package org.evenkeel.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.evenkeel.cli.CliProcess.await;
import static org.evenkeel.cli.CliProcess.finish;
import static org.evenkeel.cli.CliProcess.signal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.evenkeel.core.train.Checkpoint;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Environments that block, call System.exit or leave threads behind: each process ends, and says why.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("slow")
final class UserCodeEndsTest {
  @TempDir private Path folder;

  @Test
  void aBlockedStepIsNamedAndASecondSignalLeaves() throws Exception {
    Path flag = Files.createFile(folder.resolve("flag"));
    Path classes =
        UserClass.compile(
            folder,
            "Blocking",
            "step: if (steps == 1500 && java.nio.file.Files.exists(java.nio.file.Path.of(\"%s\"))) block();"
                .formatted(flag));
    Path run = folder.resolve("run");
    Process process = train("Blocking", classes, run);
    try (BufferedReader said = process.inputReader(UTF_8)) {
      await(said, "blocked");
      signal(process, "TERM");
      String sentence = await(said, "still inside");
      assertTrue(
          sentence.matches(
              "still inside Blocking.step; send the signal again to quit now, or wait: the process ends in 27 s;"
                  + " the last good checkpoint is at step \\d+; continue with: evenkeel resume .*run"),
          sentence);
      signal(process, "TERM");
      assertTrue(await(said, "quit ").startsWith("quit in the middle of Blocking.step; "));
    }
    assertEquals(143, process.waitFor());

    long kept = Checkpoint.newest(run);
    assertTrue(kept > 0);
    Files.delete(flag);
    Typed resumed = Typed.run("resume", run);
    assertEquals(0, resumed.code(), resumed.err());
    assertTrue(resumed.out().contains("continuing from step " + kept + "\n"), resumed.out());
    assertTrue(resumed.out().contains(" at step 2,000"), resumed.out());
  }

  @Test
  void aBlockedResetEndsAtTheSecondHangUp() throws Exception {
    Path classes = UserClass.compile(folder, "Waiting", "reset: if (steps > 1000) block();");
    Process process = train("Waiting", classes, folder.resolve("run"));
    try (BufferedReader said = process.inputReader(UTF_8)) {
      await(said, "blocked");
      signal(process, "HUP");
      await(said, "still inside Waiting.reset; ");
      signal(process, "HUP");
      await(said, "quit in the middle of Waiting.reset; ");
    }
    assertEquals(129, process.waitFor());
  }

  @Test
  void anEnvironmentThatExitsIsNamedAndIsNoSuccess() throws Exception {
    Path run = folder.resolve("run");
    Path step = UserClass.compile(folder, "Quits", "step: if (steps == 1500) System.exit(0);");
    exits(
        train("Quits", step, run),
        "(?s).*\\nQuits.step called System.exit, which ends the whole program; throw an exception instead;"
            + " the last good checkpoint is at step \\d+; continue with: evenkeel resume .*run\\n");
    assertTrue(Checkpoint.newest(run) > 0);

    Path reset = UserClass.compile(folder, "Quits2", "reset: Runtime.getRuntime().exit(0);");
    exits(
        CliProcess.start(List.of(), List.of("check", "Quits2", "--classpath", reset)),
        "Quits2.reset called System.exit, which ends the whole program; throw an exception instead\\n");

    Path made = UserClass.compile(folder, "Quits3", "constructor: System.exit(0);");
    exits(
        train("Quits3", made, folder.resolve("run3")),
        "the constructor of Quits3 called System.exit, which ends .*\\n");
  }

  @Test
  void aPolicyWhoseEnvironmentExitsIsNotEvaluated() throws Exception {
    Path run = folder.resolve("run");
    Path classes =
        UserClass.compile(
            folder, "Late", "step: if (System.getProperty(\"quit\") != null) System.exit(0);");
    assertEquals(0, finish(train("Late", classes, run)).code());
    Process evaluate = CliProcess.start(List.of("-Dquit=1"), List.of("evaluate", run));
    exits(evaluate, "(?s).*Late.step called System.exit, which ends the whole program.*");
  }

  @Test
  void threadsThatAnEnvironmentLeavesDoNotKeepTheProcess() throws Exception {
    Path classes =
        UserClass.compile(folder, "Leaves", "constructor: new Thread(() -> block()).start();");
    CliProcess.Ended finished = finish(train("Leaves", classes, folder.resolve("run")));
    assertEquals(0, finished.code(), finished.text());
    assertTrue(finished.text().contains("finished "), finished.text());
  }

  private static void exits(Process process, String wanted) throws Exception {
    CliProcess.Ended finished = finish(process);
    assertTrue(finished.text().matches(wanted), finished.text());
    assertEquals(1, finished.code());
  }

  private static Process train(String name, Path classes, Path run) throws IOException {
    return CliProcess.start(List.of(), CliProcess.training(name, classes, run));
  }
}
