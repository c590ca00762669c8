package org.evenkeel.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.core.train.Checkpoint;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Environments that throw: one sentence names the class, the folder is free, and the run continues with a mended class to
/// the bytes of a run that was never disturbed.
@Tag("slow")
final class UserCodeThrowsTest {
  private static final String GOES_ON =
      "(, at step \\d+ of episode \\d+)?; the last good checkpoint is at step \\d+; .*";

  @TempDir private Path folder;

  /// The static counter of steps counts those of evaluations, too.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "step: if (steps == 1500) throw new IllegalStateException(\"the motor is off\");"
            + "| Pump.step threw java.lang.IllegalStateException: the motor is off \\(Pump.java:\\d+\\)",
        "step: if (steps == 1500) overflow();"
            + "| Pump.step threw java.lang.StackOverflowError \\(Pump.java:\\d+\\)",
        "step: if (steps == 1500) throw new NoClassDefFoundError(\"my/Wire\");"
            + "| Pump.step threw java.lang.NoClassDefFoundError: my/Wire \\(Pump.java:\\d+\\)",
        "step: if (steps == 1500) assertion();"
            + "| Pump.step threw java.lang.AssertionError: the tank is empty \\(Pump.java:\\d+\\)",
        "reset: if (steps > 1500) throw new IllegalStateException(\"the motor is off\");"
            + "| Pump.reset threw java.lang.IllegalStateException: the motor is off \\(Pump.java:\\d+\\)",
        "reset: if (steps > 1500) overflow();"
            + "| Pump.reset threw java.lang.StackOverflowError \\(Pump.java:\\d+\\)",
        "close: if (steps > 1000) throw new IllegalStateException(\"the motor is on\");"
            + "| Pump.close threw java.lang.IllegalStateException: the motor is on \\(Pump.java:\\d+\\)",
        "close: if (steps > 1000) overflow();"
            + "| Pump.close threw java.lang.StackOverflowError \\(Pump.java:\\d+\\)",
      })
  void theRunGoesOnWithAMendedClass(String code, String sentence) throws Exception {
    Path bad = UserClass.compile(folder.resolve("bad"), "Pump", code);
    Path run = folder.resolve("run");
    Typed failed = train(bad, run, "--set=evaluation.periodSteps=1000");
    assertEquals(1, failed.code(), failed.err());
    String last = failed.err().strip();
    last = last.substring(last.lastIndexOf('\n') + 1);
    assertTrue(last.matches("failed at step \\d+: " + sentence + GOES_ON), last);
    assertTrue(Checkpoint.newest(run) > 0);
    requireMends(run, "--set=evaluation.periodSteps=1000");
  }

  private void requireMends(Path run, String option) throws IOException {
    Path good = UserClass.compile(folder.resolve("good"), "Pump");
    Typed resumed = Typed.run("resume", run, "--classpath", good);
    assertEquals(0, resumed.code(), resumed.err());
    Path whole = folder.resolve("whole");
    assertEquals(0, train(good, whole, option).code());
    for (String file : List.of("metrics.csv", "policy.safetensors")) {
      assertArrayEquals(
          Files.readAllBytes(whole.resolve(file)), Files.readAllBytes(run.resolve(file)), file);
    }
  }

  /// Everything is written by then: the run counts as finished, and a sentence says what happened.
  @Test
  void aRunWhoseEnvironmentCannotBeClosedAtTheEndIsFinished() throws Exception {
    Path bad =
        UserClass.compile(
            folder.resolve("bad"),
            "Pump",
            "close: if (steps > 0) throw new IllegalStateException(\"the motor is on\");");
    Path run = folder.resolve("run");
    Typed finished = train(bad, run, "--set=evaluation.periodSteps=0");
    assertEquals(0, finished.code(), finished.err());
    assertTrue(finished.out().contains("finished " + run + " at step 2,000"), finished.out());
    assertTrue(
        finished
            .err()
            .strip()
            .matches(
                "(?s)(.*\n)?warning: Pump.close threw java.lang.IllegalStateException: the motor is on \\(Pump.java:\\d+\\);"
                    + " all files of the run had already been written"),
        finished.err());
    Typed again = Typed.run("resume", run);
    assertEquals(0, again.code(), again.err());
    assertTrue(again.out().contains("already finished, at step 2,000: nothing to do"), again.out());
  }

  /// What cannot be closed at all is refused before anything is written.
  @Test
  void anEnvironmentThatCanNeverBeClosedIsRefused() throws Exception {
    Path bad =
        UserClass.compile(
            folder.resolve("bad"), "Pump", "close: throw new IllegalStateException();");
    Path run = folder.resolve("run");
    Typed refused = train(bad, run, "--set=evaluation.periodSteps=0");
    assertEquals(1, refused.code());
    assertTrue(
        refused
            .err()
            .matches("Pump.close threw java.lang.IllegalStateException \\(Pump.java:\\d+\\)\n"),
        refused.err());
    assertTrue(Files.notExists(run));
  }

  /// The copies in which an evaluation plays.
  @Test
  void anEvaluationNamesTheClassThatThrows() throws Exception {
    Path run = folder.resolve("run");
    Path good = UserClass.compile(folder.resolve("good"), "Pump");
    assertEquals(0, train(good, run, "--set=evaluation.periodSteps=0").code());
    for (String method : List.of("step", "reset", "close")) {
      String when = method.equals("reset") ? "true" : "steps > 0";
      for (String what : List.of("throw new IllegalStateException();", "overflow();")) {
        Path bad =
            UserClass.compile(
                folder.resolve("bad"), "Pump", "%s: if (%s) %s".formatted(method, when, what));
        Typed failed = Typed.run("evaluate", run, "--classpath", bad, "--threads", "2");
        assertEquals(1, failed.code(), failed.err());
        assertTrue(
            failed
                .err()
                .strip()
                .matches(
                    "(?s)(.*\n)?Pump.%s threw java.lang.\\w+ \\(Pump.java:\\d+\\)"
                        .formatted(method)),
            failed.err());
      }
    }
  }

  /// One of several runs: the others are not harmed.
  @Test
  void severalRunsAreToldOfOneByOne() throws Exception {
    Path bad =
        UserClass.compile(folder.resolve("bad"), "Pump", "step: if (steps == 1500) overflow();");
    Path runs = folder.resolve("runs");
    Typed failed = train(bad, runs, "--set=evaluation.periodSteps=0", "--seeds=2");
    assertEquals(1, failed.code(), failed.err());
    for (int seed = 1; seed <= 2; seed++) {
      assertTrue(
          failed.err().contains("seed" + seed + ": failed at step 1499: Pump.step threw "),
          failed.err());
    }
  }

  private static Typed train(Path classes, Path run, String... options) {
    List<Object> args = new ArrayList<>(List.of("train", "Pump", "--classpath", classes));
    args.addAll(List.of("--out", run, "--algorithm=dqn", "--steps=2000"));
    args.add("--set=network.hidden=[4]");
    args.add("--set=schedule.learningStartSteps=50");
    args.add("--set=schedule.batchSize=4");
    args.add("--set=evaluation.episodes=20");
    args.add("--checkpoint-seconds=0.000000001");
    args.addAll(List.of(options));
    return Typed.run(args.toArray());
  }
}
