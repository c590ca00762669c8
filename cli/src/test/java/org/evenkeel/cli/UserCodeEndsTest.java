package org.evenkeel.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.core.train.Checkpoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Environments that block, call System.exit or leave threads behind: each process ends, and says why.
@Timeout(120)
final class UserCodeEndsTest {
  private static final List<String> SMALL =
      List.of(
          "--algorithm=dqn",
          "--steps=2000",
          "--set=network.hidden=[4]",
          "--set=schedule.learningStartSteps=50",
          "--set=schedule.batchSize=4",
          "--set=evaluation.periodSteps=0",
          "--checkpoint-seconds=0.001");

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
              "still inside Blocking.step; send the signal again to leave now, or wait: the process ends in 27 s;"
                  + " the last good checkpoint is at step \\d+; go on with: evenkeel resume .*run"),
          sentence);
      signal(process, "TERM");
      assertTrue(await(said, "left ").startsWith("left in the middle of Blocking.step; "));
    }
    assertEquals(143, process.waitFor());

    long kept = Checkpoint.newest(run);
    assertTrue(kept > 0);
    Files.delete(flag);
    Typed resumed = Typed.run("resume", run);
    assertEquals(0, resumed.code(), resumed.err());
    assertTrue(resumed.out().contains("goes on from step " + kept + "\n"), resumed.out());
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
      await(said, "left in the middle of Waiting.reset; ");
    }
    assertEquals(129, process.waitFor());
  }

  @Test
  void anEnvironmentThatExitsIsNamedAndIsNoSuccess() throws Exception {
    Path run = folder.resolve("run");
    Path step = UserClass.compile(folder, "Quits", "step: if (steps == 1500) System.exit(0);");
    exits(
        train("Quits", step, run),
        "(?s).*\\nQuits.step called System.exit, which ends the whole program: let it throw an exception instead;"
            + " the last good checkpoint is at step \\d+; go on with: evenkeel resume .*run\\n");
    assertTrue(Checkpoint.newest(run) > 0);

    Path reset = UserClass.compile(folder, "Quits2", "reset: Runtime.getRuntime().exit(0);");
    exits(
        java("check", "Quits2", "--classpath", reset.toString()),
        "Quits2.reset called System.exit, which ends the whole program: let it throw an exception instead\\n");

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
    Process evaluate =
        new ProcessBuilder(command("-Dquit=1", "evaluate", run.toString()))
            .redirectErrorStream(true)
            .start();
    exits(evaluate, "(?s).*Late.step called System.exit, which ends the whole program.*");
  }

  @Test
  void threadsThatAnEnvironmentLeavesDoNotKeepTheProcess() throws Exception {
    Path classes =
        UserClass.compile(folder, "Leaves", "constructor: new Thread(() -> block()).start();");
    Finished finished = finish(train("Leaves", classes, folder.resolve("run")));
    assertEquals(0, finished.code(), finished.text());
    assertTrue(finished.text().contains("finished "), finished.text());
  }

  private static void exits(Process process, String wanted) throws Exception {
    Finished finished = finish(process);
    assertTrue(finished.text().matches(wanted), finished.text());
    assertEquals(1, finished.code());
  }

  private record Finished(int code, String text) {}

  private static Finished finish(Process process) throws Exception {
    String text = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Finished(process.waitFor(), text);
  }

  private static String await(BufferedReader said, String wanted) throws IOException {
    StringBuilder all = new StringBuilder();
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      all.append(line).append('\n');
      if (line.contains(wanted)) {
        return line;
      }
    }
    throw new AssertionError("'" + wanted + "' did not come:\n" + all);
  }

  private static void signal(Process process, String name) throws Exception {
    assertEquals(0, new ProcessBuilder("kill", "-" + name, "" + process.pid()).start().waitFor());
  }

  private static Process train(String name, Path classes, Path run) throws IOException {
    List<String> args = new ArrayList<>(List.of("train", name, "--classpath", classes.toString()));
    args.addAll(List.of("--out", run.toString()));
    args.addAll(SMALL);
    return java(args.toArray(String[]::new));
  }

  private static Process java(String... args) throws IOException {
    return new ProcessBuilder(command("-Dquiet=1", args)).redirectErrorStream(true).start();
  }

  private static List<String> command(String option, String... args) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Devenkeel.kernels=scalar",
                "-XX:TieredStopAtLevel=1",
                option,
                "-cp",
                System.getProperty("java.class.path"),
                "org.evenkeel.cli.Main"));
    command.addAll(List.of(args));
    return command;
  }
}
