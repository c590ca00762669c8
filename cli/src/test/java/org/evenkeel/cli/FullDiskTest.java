package org.evenkeel.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.evenkeel.core.train.Checkpoint;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Disks that are full at ten sizes, by a limit on the size of each file: a command ends with a sentence that names the
/// folder or the file, and with room the run goes on to the bytes of one that always had it.
@Tag("slow")
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class FullDiskTest {
  @TempDir private static Path shared;

  /// The classes of an environment that works, and a run with them that always had room.
  private static Path good;

  private static Path whole;

  /// A run that ended at step 1,000 and has a checkpoint.
  private static Path half;

  @TempDir private Path folder;
  private Path run;

  @BeforeAll
  static void train() throws IOException {
    good = UserClass.compile(shared.resolve("good"), "Pump");
    whole = shared.resolve("whole");
    assertEquals(0, Typed.run(training(good, whole).toArray()).code());
    Path bad =
        UserClass.compile(
            shared.resolve("bad"),
            "Pump",
            "step: if (steps == 1000) throw new IllegalStateException();");
    half = shared.resolve("half");
    assertEquals(1, Typed.run(training(bad, half).toArray()).code());
  }

  @BeforeEach
  void chooseFolder() {
    run = folder.resolve("run");
  }

  private static List<Object> training(Path classes, Path to) {
    List<Object> args = new ArrayList<>(CliProcess.training("Pump", classes, to));
    args.add("--set=schedule.metricsPeriodSteps=50");
    return args;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 10, 16})
  void aRunThatHasNoRoomSaysSoAndGoesOnWhenItHas(int kilobytes) throws Exception {
    CliProcess.Ended ended = limited(kilobytes, training(good, run));
    if (ended.code() != 0) {
      assertTrue(ended.lastLine().contains("'" + run), ended.text());
      List<Object> again =
          Files.exists(run.resolve("config.yaml")) ? List.of("resume", run) : training(good, run);
      Typed resumed = Typed.run(again.toArray());
      assertEquals(0, resumed.code(), resumed.err());
    }
    requireWhole();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 10, 16})
  void aCheckpointStaysWhenThereIsNoMoreRoom(int kilobytes) throws Exception {
    copy(half, run);
    long kept = Checkpoint.newest(run);
    assertTrue(kept > 0);

    CliProcess.Ended ended = limited(kilobytes, List.of("resume", run, "--classpath=" + good));
    if (ended.code() != 0) {
      assertTrue(Checkpoint.newest(run) >= kept);
      assertTrue(ended.lastLine().contains("'" + run), ended.text());
      Typed resumed = Typed.run("resume", run, "--classpath=" + good);
      assertEquals(0, resumed.code(), resumed.err());
      assertFalse(resumed.out().contains("starts again"), resumed.out());
    }
    requireWhole();
  }

  @Test
  void aReportThatHasNoRoomNamesItsFile() throws Exception {
    Typed trained =
        Typed.run(
            "train",
            "cartpole",
            "--out",
            run,
            "--algorithm=dqn",
            "--steps=400",
            "--set=network.hidden=[4]",
            "--set=evaluation.periodSteps=200",
            "--set=evaluation.episodes=1");
    assertEquals(0, trained.code(), trained.err());
    Path report = folder.resolve("report");
    CliProcess.Ended ended = limited(1, List.of("report", run, "--out", report));
    assertEquals(1, ended.code(), ended.text());
    assertTrue(
        ended.lastLine().matches("cannot (read or )?write '" + report + "/.*': File too large"),
        ended.text());
  }

  @Test
  void aReproductionThatHasNoRoomNamesItsFile() throws Exception {
    Path out = folder.resolve("reproduction");
    CliProcess.Ended ended = limited(0, List.of("reproduce", "theory", "--out", out));
    assertEquals(1, ended.code(), ended.text());
    assertTrue(
        ended.lastLine().matches("cannot (read or )?write '" + out + "/.*': File too large"),
        ended.text());
  }

  /// A command that may write no file of more than this; its output goes through a pipe.
  private static CliProcess.Ended limited(int kilobytes, List<?> args) throws Exception {
    List<String> command =
        new ArrayList<>(List.of("bash", "-c", "ulimit -f \"$0\" && exec \"$@\"", "" + kilobytes));
    // The JVM keeps statistics in a file of its own.
    command.addAll(CliProcess.command(List.of("-XX:-UsePerfData"), args));
    CliProcess.Ended ended =
        CliProcess.finish(new ProcessBuilder(command).redirectErrorStream(true).start());
    assertFalse(ended.text().contains("\tat ") || ended.text().contains("Exception"), ended.text());
    assertTrue(ended.code() == 0 || ended.code() == 1, ended.text());
    return ended;
  }

  private void requireWhole() throws IOException {
    for (String file : List.of("metrics.csv", "policy.safetensors")) {
      assertArrayEquals(
          Files.readAllBytes(whole.resolve(file)), Files.readAllBytes(run.resolve(file)), file);
    }
    try (Stream<Path> files = Files.list(run)) {
      assertEquals(List.of(), files.filter(f -> f.toString().endsWith(".next")).toList());
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectory(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }
}
