package org.evenkeel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `evaluate`: one run or several, on threads, into a file.
final class EvaluateCommandTest {
  @TempDir private static Path folder;

  @BeforeAll
  static void train() {
    Typed typed =
        Typed.run(
            "train",
            "cartpole",
            "--seeds=2",
            "--out",
            folder.resolve("two"),
            "--steps=300",
            "--set=network.hidden=[8]",
            "--set=schedule.learningStartSteps=50",
            "--set=evaluation.episodes=1");
    assertEquals(0, typed.code(), typed::err);
  }

  private static Typed evaluate(Object... more) {
    Object[] args = new Object[more.length + 2];
    args[0] = "evaluate";
    args[1] = "--episodes=3";
    System.arraycopy(more, 0, args, 2, more.length);
    return Typed.run(args);
  }

  @Test
  void severalRunsAreARowEachAndTheirMean() {
    Typed typed = evaluate(folder.resolve("two"));
    assertEquals(0, typed.code(), typed::err);
    List<String> lines = typed.out().lines().toList();
    assertEquals(4, lines.size(), typed::out);
    assertTrue(lines.get(1).endsWith(folder.resolve("two/seed1") + " (step 300)"), typed::out);
    assertTrue(lines.get(2).endsWith(folder.resolve("two/seed2") + " (step 300)"), typed::out);
    assertTrue(lines.get(3).matches("mean return over 2 runs: \\d+\\.\\d{3}"), typed::out);
  }

  @Test
  void thereIsNoMeanOverRunsOfDifferentSettings() {
    Path other = folder.resolve("other");
    Typed typed =
        Typed.run(
            "train",
            "cartpole",
            "--out",
            other,
            "--steps=200",
            "--set=schedule.learningStartSteps=50",
            "--set=evaluation.episodes=1");
    assertEquals(0, typed.code(), typed::err);
    Typed both = evaluate(other, folder.resolve("two/seed1"));
    assertEquals(0, both.code(), both::err);
    assertEquals(3, both.out().lines().count(), both::out);
  }

  @Test
  void threadsChangeNothing() {
    Path run = folder.resolve("two/seed1");
    String alone = evaluate(run).out();
    assertTrue(alone.startsWith("Policy at step 300, 3 "), alone);
    assertEquals(alone, evaluate(run, "--threads=2").out());
  }

  @Test
  void theNumbersGoIntoAFile() throws IOException {
    Path file = folder.resolve("numbers.json");
    Typed typed = evaluate(folder.resolve("two"), "--json", file, "--seed=5");
    assertTrue(typed.out().endsWith("\nwrote " + file + "\n"), typed::out);
    JsonNode runs = new ObjectMapper().readTree(Files.readString(file));
    assertEquals(2, runs.size());
    assertEquals("cartpole", runs.get(1).get("environment").asText());
    assertEquals("averaged(5)", runs.get(1).get("algorithm").asText());
    assertEquals(2, runs.get(1).get("runSeed").asInt());
    assertEquals(5, runs.get(1).get("seed").asInt());
    assertEquals(3, runs.get(1).get("episodes").asInt());
    assertTrue(runs.get(0).get("meanReturn").asDouble() > 0);
  }

  @Test
  void oneEpisodeIsNotSeveral() {
    Typed typed = Typed.run("evaluate", folder.resolve("two/seed1"), "--episodes=1");
    assertTrue(typed.out().startsWith("Policy at step 300, 1 greedy episode\n"), typed::out);
  }

  @Test
  void aRunThatCannotPlayIsLeftOutOfSeveral() throws IOException {
    Path broken = folder.resolve("broken");
    Files.createDirectories(broken.resolve("a"));
    Files.writeString(broken.resolve("a/config.yaml"), "{");
    Files.createDirectories(broken.resolve("b"));
    for (String name : new String[] {"config.yaml", "policy.safetensors"}) {
      Files.copy(folder.resolve("two/seed1").resolve(name), broken.resolve("b").resolve(name));
    }
    Typed typed = evaluate(broken);
    assertEquals(1, typed.code());
    assertTrue(
        typed.err().startsWith("warning: '" + broken.resolve("a") + "' was skipped: "), typed::err);
    assertEquals(1, typed.err().lines().count(), typed::err);
    assertTrue(typed.out().contains("mean return over 1 run: "), typed::out);
  }

  @Test
  void whatIsWrongIsRefused() {
    evaluate(folder.resolve("two"), "--threads=0")
        .refused(2, "evaluate", "--threads must be 1 to 256, was 0");
    evaluate(folder.resolve("two/seed1"), "--classpath", folder.resolve("none.jar"))
        .refused(
            2,
            "evaluate",
            "the class path names '" + folder.resolve("none.jar") + "', which does not exist");
  }

  @Test
  void progressSaysHowMuchIsLeft() {
    assertEquals("evaluating runs/a, 25 %, 30 s left", EvaluationProgress.line("runs/a", 0.25, 10));
    assertEquals("evaluating runs/a, 0 %", EvaluationProgress.line("runs/a", 0, 10));
  }
}
