package org.evenkeel.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Ctrl-C and a second process, with processes of their own.
final class InterruptTest {
  private static final List<String> SMALL =
      List.of(
          "--set=network.hidden=[8]",
          "--set=schedule.batchSize=8",
          "--set=schedule.metricsPeriodSteps=100");

  @TempDir private Path folder;

  @Test
  @Timeout(60)
  void anInterruptedRunKeepsItsWorkAndGoesOnAsIfNothingHadBeen() throws Exception {
    Path whole = folder.resolve("whole");
    Path stopped = folder.resolve("stopped");
    Process training = start("train", stopped, "80000");
    awaitRows(stopped, 3);

    Process second = java("resume", stopped.toString());
    assertEquals(
        "'%s' is in use by another training (process %d)".formatted(stopped, training.pid()),
        text(second).strip());
    assertEquals(1, second.waitFor());

    training.toHandle().destroy(); // SIGTERM, which Java treats as it does Ctrl-C
    String said = text(training);
    assertTrue(training.waitFor(30, TimeUnit.SECONDS));
    assertTrue(
        said.matches("(?s).*stopped at step [\\d,]+; go on with: evenkeel resume \\S+\\R"), said);

    Process resumed = java("resume", stopped.toString());
    String resumedText = text(resumed);
    assertEquals(0, resumed.waitFor(), resumedText);
    assertTrue(resumedText.contains("goes on from step "), resumedText);

    Process uninterrupted = start("train", whole, "80000");
    text(uninterrupted);
    assertEquals(0, uninterrupted.waitFor());
    for (String file : List.of("metrics.csv", "policy.safetensors")) {
      assertArrayEquals(
          Files.readAllBytes(whole.resolve(file)), Files.readAllBytes(stopped.resolve(file)), file);
    }
  }

  private Process start(String command, Path to, String steps) throws IOException {
    List<String> args = new ArrayList<>(List.of(command, "cartpole", "--out", to.toString()));
    args.addAll(List.of("--steps", steps));
    args.addAll(SMALL);
    return java(args.toArray(String[]::new));
  }

  private static Process java(String... args) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Devenkeel.kernels=scalar",
                "-cp",
                System.getProperty("java.class.path"),
                "org.evenkeel.cli.Main"));
    command.addAll(List.of(args));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private static String text(Process process) throws IOException {
    return new String(process.getInputStream().readAllBytes(), UTF_8);
  }

  private static void awaitRows(Path run, int rows) throws IOException, InterruptedException {
    Path metrics = run.resolve("metrics.csv");
    while (!Files.exists(metrics) || Files.readAllLines(metrics).size() <= rows) {
      Thread.sleep(20);
    }
  }
}
