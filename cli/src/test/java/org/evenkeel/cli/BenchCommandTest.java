package org.evenkeel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/// Bad input is refused before anything is measured or touched.
final class BenchCommandTest {

  @Test
  void badOptionsAreRefusedInOneSentence(@TempDir Path folder) {
    String inside = folder.resolve("no").resolve("such.json").toString();
    for (List<String> row :
        List.of(
            List.of("--threads must each be 1 to 256, were [0]", "--threads", "0"),
            List.of("--seconds must be 0.05 to 60, was 0.0", "--seconds", "0"),
            List.of("--seconds must be 0.05 to 60, was NaN", "--seconds", "NaN"),
            List.of("--only must be a regular expression: Unclosed group", "--only", "("),
            List.of("--runs needs --device cuda or --device auto", "--runs", "2"),
            List.of("--k needs --device cuda or --device auto", "--k", "2"),
            List.of("--device must be cpu, cuda or auto, was 'gpu'", "--device", "gpu"),
            List.of("--only needs --device cpu", "--device=cuda", "--only=nature"),
            List.of(
                "no row's name contains a match for 'pong'; names are product ..., nature, minatar,"
                    + " gridworld, cartpole, each also with 'remembered', gridworld trial, and 1000 or 100"
                    + " steps of ...",
                "--only",
                "pong"),
            List.of(
                "--json must be a file, but '" + folder + "' is a folder",
                "--json",
                folder.toString()),
            List.of(
                "--json must be in a folder that can be written to, was '" + inside + "'",
                "--json",
                inside))) {
      StringWriter err = new StringWriter();
      int code =
          Main.commandLine()
              .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
              .setErr(new PrintWriter(err, true))
              .execute("bench", row.get(1), row.get(2));
      assertEquals(2, code, row.toString());
      assertEquals(row.get(0), err.toString().lines().findFirst().orElse(""));
    }
  }

  @Test
  void aTrainingIsMeasuredAsALineOfJson() {
    StringWriter out = new StringWriter();
    int code =
        Main.commandLine()
            .setOut(new PrintWriter(out, true))
            .execute(
                "bench",
                "training",
                "--setting",
                "sb3-defaults",
                "--warmup-seconds",
                "0",
                "--seconds",
                "0");
    assertEquals(0, code);
    assertTrue(
        out.toString()
            .matches(
                "\\{\"setting\": \"sb3-defaults\", \"threads\": 1, .*\"stepsPerSecond\": [\\d.]+, .*}\\R"),
        out.toString());
  }

  @Test
  void badOptionsOfATrainingAreRefusedInOneSentence() {
    for (List<String> row :
        List.of(
            List.of(
                "--setting must be one of sb3-defaults, every-step, every-step-remembered,"
                    + " minatar-1, minatar-10, minatar-10-together, atari-1, atari-10,"
                    + " atari-10-together, was 'slow'",
                "--setting",
                "slow"),
            List.of("--threads must be 1 to 256, was 0", "--threads", "0"),
            List.of("--trials must be 1 to 256, was 257", "--trials", "257"),
            List.of("--seconds must be 0 to 3600, was -1.0", "--seconds", "-1"),
            List.of("--warmup-seconds must be 0 to 3600, was NaN", "--warmup-seconds", "NaN"))) {
      StringWriter err = new StringWriter();
      int code =
          Main.commandLine()
              .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
              .setErr(new PrintWriter(err, true))
              .execute("bench", "training", row.get(1), row.get(2));
      assertEquals(2, code, row.toString());
      assertEquals(row.get(0), err.toString().lines().findFirst().orElse(""));
    }
  }

  @Test
  void anEarlierResultSurvivesARefusedRun(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("old.json"), "precious");
    int code =
        Main.commandLine()
            .setErr(new PrintWriter(new StringWriter()))
            .execute("bench", "--only", "pong", "--json", file.toString());
    assertEquals(2, code);
    assertEquals("precious", Files.readString(file));
  }
}
