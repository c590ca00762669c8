package org.evenkeel.lab.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Architecture;
import org.evenkeel.core.train.Checkpoint;
import org.evenkeel.core.train.EvaluationPlan;
import org.evenkeel.core.train.EvaluationResult;
import org.evenkeel.core.train.RunEvent;
import org.evenkeel.core.train.Schedule;
import org.evenkeel.core.train.Training;
import org.evenkeel.lab.config.RunConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whole runs in their directories: the real trainer on a small task.
final class RunOnDiskTest {
  private static final Training SMALL =
      Training.of(Algorithm.averaged(3))
          .hidden(8)
          .schedule(new Schedule(1_500, 100, 1, 1, 8, 50, 100))
          .evaluation(new EvaluationPlan(500, 2, 0, 20));
  private static final RunConfig CONFIG = new RunConfig("cartpole", List.of(), 1, SMALL);
  private static final RunOnDisk.Machine MACHINE = new RunOnDisk.Machine(1, 60);

  @TempDir private Path parent;
  private final List<String> warnings = new ArrayList<>();

  @Test
  void aRunLeavesEverythingInItsDirectory() throws Exception {
    Path folder = whole("a", CONFIG);
    List<String> rows = Files.readAllLines(folder.resolve("metrics.csv"));
    assertEquals(16, rows.size());
    assertTrue(rows.getLast().startsWith("1500,"), rows.getLast());
    assertEquals(16, Files.readAllLines(folder.resolve("timing.csv")).size());
    assertTrue(Files.size(folder.resolve("policy.safetensors")) > 0);
    assertTrue(Checkpoint.exists(folder));
    assertEquals(List.of(), warnings);
  }

  @Test
  void theSameConfigurationGivesTheSameBytes() throws Exception {
    Path a = whole("a", CONFIG);
    Path b = whole("b", CONFIG);
    Path other = whole("c", CONFIG.withSeed(2));
    for (String file : List.of("metrics.csv", "policy.safetensors", "config.yaml")) {
      assertArrayEquals(
          Files.readAllBytes(a.resolve(file)), Files.readAllBytes(b.resolve(file)), file);
    }
    assertFalse(
        Files.readString(a.resolve("metrics.csv"))
            .equals(Files.readString(other.resolve("metrics.csv"))));
  }

  @Test
  void aStoppedRunGoesOnAsIfNothingHadBeen() throws Exception {
    Path wholeRun = whole("whole", CONFIG);
    Path folder = parent.resolve("stopped");
    stopAt(folder, 700);
    // as if killed after that: rows of a future that did not happen, and half a line
    Files.writeString(
        folder.resolve("metrics.csv"),
        MetricsRow.of(MetricsFileTest.at(1_100)) + "1200,3,",
        StandardOpenOption.APPEND);
    try (RunOnDisk run = RunOnDisk.resume(folder, List.of(), MACHINE, warnings::add)) {
      assertEquals(List.of(), run.notes());
      assertTrue(run.step() >= 700 && run.step() < 1_500, () -> "at step " + run.step());
      assertFalse(run.complete());
      assertEquals(RunDriver.Outcome.FINISHED, run.drive());
      assertTrue(run.complete());
    }
    for (String file : List.of("metrics.csv", "policy.safetensors")) {
      assertArrayEquals(
          Files.readAllBytes(wholeRun.resolve(file)),
          Files.readAllBytes(folder.resolve(file)),
          file);
    }
    assertEquals(List.of(), warnings);
  }

  /// Stopped in the middle of an evaluation; taken up, and killed when that was measured; and taken up again.
  @Test
  void aRunStoppedInAnEvaluationGoesOnAsIfNothingHadBeen() throws Exception {
    Training bySteps = SMALL.evaluation(new EvaluationPlan(500, 1, 0.3, 20, 700, 10));
    RunConfig config = new RunConfig("cartpole", List.of(), 1, bySteps);
    Path wholeRun = whole("whole", config);
    Path folder = parent.resolve("stopped");
    List<RunOnDisk> runs = new ArrayList<>();
    List<String> told = new ArrayList<>();
    RunObserver observer =
        new RunObserver() {
          @Override
          public void evaluating(double share) {
            told.add("evaluating");
            if (share > 0.5) {
              runs.getFirst().driver().stop();
            }
          }

          @Override
          public void progress(long step) {
            told.add("progress " + step);
          }

          @Override
          public void warning(String sentence) {
            warnings.add(sentence);
          }
        };
    try (RunOnDisk run = RunOnDisk.start(config, folder, MACHINE, observer)) {
      runs.add(run);
      assertEquals(RunDriver.Outcome.STOPPED, run.drive());
      assertEquals(500, run.step());
    }
    assertTrue(told.indexOf("evaluating") < told.lastIndexOf("progress 500"), told::toString);
    assertEquals(5, Files.readAllLines(folder.resolve("metrics.csv")).size()); // not of step 500
    // the row of step 500 was written, and then the process was killed
    List<String> rows = Files.readAllLines(wholeRun.resolve("metrics.csv"));
    Files.writeString(folder.resolve("metrics.csv"), rows.get(5) + "\n", StandardOpenOption.APPEND);
    try (RunOnDisk run = RunOnDisk.resume(folder, List.of(), MACHINE, warnings::add)) {
      assertEquals(500, run.step());
      assertEquals(RunDriver.Outcome.FINISHED, run.drive());
    }
    for (String file : List.of("metrics.csv", "policy.safetensors")) {
      assertArrayEquals(
          Files.readAllBytes(wholeRun.resolve(file)),
          Files.readAllBytes(folder.resolve(file)),
          file);
    }
    assertEquals(List.of(), warnings);
  }

  private void stopAt(Path folder, long step) throws Exception {
    List<RunOnDisk> runs = new ArrayList<>();
    RunObserver observer =
        new RunObserver() {
          @Override
          public void measured(RunEvent.Measured measured) {
            if (measured.metrics().step() == step) {
              runs.getFirst().driver().stop();
            }
          }

          @Override
          public void warning(String sentence) {
            warnings.add(sentence);
          }
        };
    try (RunOnDisk run = RunOnDisk.start(CONFIG, folder, MACHINE, observer)) {
      runs.add(run);
      assertEquals(RunDriver.Outcome.STOPPED, run.drive());
    }
    assertFalse(Files.exists(folder.resolve("policy.safetensors")));
  }

  @Test
  void aRunKilledBeforeItsFirstCheckpointStartsAgain() throws Exception {
    Path wholeRun = whole("whole", CONFIG);
    Path folder = parent.resolve("killed");
    RunOnDisk.start(CONFIG, folder, MACHINE, warnings::add).close();
    Files.writeString(
        folder.resolve("metrics.csv"),
        MetricsRow.of(MetricsFileTest.at(100)),
        StandardOpenOption.APPEND);
    try (RunOnDisk run = RunOnDisk.resume(folder, List.of(), MACHINE, warnings::add)) {
      assertEquals(
          List.of(
              "there is no checkpoint, so the run starts again; the old rows of metrics.csv are in"
                  + " 'metrics-before-1.csv'"),
          run.notes());
      run.drive();
    }
    assertEquals(
        Files.readString(wholeRun.resolve("metrics.csv")),
        Files.readString(folder.resolve("metrics.csv")));
  }

  @Test
  void metricsThatAreLostOrDamagedAreWrittenAgain() throws Exception {
    Path folder = whole("a", CONFIG);
    Path file = folder.resolve("metrics.csv");
    String good = Files.readString(file);
    Files.delete(file);
    String again = "; its rows are restored from the checkpoint";
    assertEquals(List.of("metrics.csv is missing" + again), resumed(folder));
    assertEquals(good, Files.readString(file));
    Files.writeString(file, good.replaceFirst("\n300,[^\n]*", ""));
    assertEquals(List.of("line 4 of metrics.csv is damaged or missing" + again), resumed(folder));
    assertEquals(good, Files.readString(file));
    assertEquals(List.of(), resumed(folder));
  }

  @Test
  void aFinishedRunWithoutCheckpointsNoticesDamage() throws Exception {
    Path folder = whole("a", CONFIG);
    Checkpoint.delete(folder);
    ReadRun.of(folder);
    KeptPolicy.of(folder, List.of());
    Path file = folder.resolve("metrics.csv");
    Files.writeString(file, Files.readString(file).replaceFirst("\n300,[^\n]*", ""));
    assertEquals(
        "'"
            + file
            + "' is damaged: it does not match checksums.txt in the same folder; restore it from a copy, or delete"
            + " checksums.txt to use the files as they are",
        assertThrows(IOException.class, () -> ReadRun.of(folder)).getMessage());
    Files.delete(folder.resolve("checksums.txt"));
    ReadRun.of(folder);
  }

  /// Removed, emptied, renamed, and used by a second run: noticed at the end at the latest.
  @Test
  void aFolderThatIsTakenAwayEndsTheRun() throws Exception {
    Path folder = parent.resolve("run");
    Path moved = parent.resolve("moved");
    String renamed =
        "the run ended: '"
            + folder
            + "' was removed or renamed while the run was training. If it was renamed, its checkpoints moved"
            + " with it: rename it back, or resume it under its new name";
    assertEquals(renamed, disturbed(folder, () -> Files.move(folder, moved)));
    assertFalse(Files.exists(folder));
    Files.move(moved, folder);
    try (RunOnDisk run = RunOnDisk.resume(folder, List.of(), MACHINE, warnings::add)) {
      assertEquals(RunDriver.Outcome.FINISHED, run.drive());
    }
    empty(folder);
    assertEquals(
        "the run ended: '"
            + folder
            + "' was emptied while the run was training. Restore its files from a copy, or start the run"
            + " again",
        disturbed(folder, () -> empty(folder)));
    empty(folder);
    String lock = disturbed(folder, () -> Files.delete(folder.resolve("lock")));
    assertTrue(lock.contains("Continue with: evenkeel resume " + folder), lock);
    empty(folder);
    String replaced =
        disturbed(
            folder,
            () -> {
              Files.move(folder, moved);
              Files.createDirectories(folder);
              Files.writeString(folder.resolve("lock"), "123");
            });
    assertTrue(replaced.contains("another process now uses it"), replaced);
    assertEquals(List.of("lock"), names(folder));
  }

  private interface Disturbance {
    void make() throws IOException;
  }

  /// The sentence with which a run ends whose folder is disturbed at step 700.
  private String disturbed(Path folder, Disturbance disturbance) throws IOException {
    RunObserver observer =
        new RunObserver() {
          @Override
          public void measured(RunEvent.Measured measured) {
            if (measured.metrics().step() == 700) {
              try {
                disturbance.make();
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            }
          }

          @Override
          public void warning(String sentence) {
            warnings.add(sentence);
          }
        };
    try (RunOnDisk run = RunOnDisk.start(CONFIG, folder, MACHINE, observer)) {
      // When it is noticed depends on the machine: at the first checkpoint by the clock, or at the
      // end.
      return assertThrows(RunFailure.class, run::drive)
          .getMessage()
          .replaceFirst("ended at step \\d+", "ended")
          .replaceFirst(" \\([^)]*\\)$", "");
    }
  }

  private static List<String> names(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return files.map(f -> f.getFileName().toString()).sorted().toList();
    }
  }

  private static void empty(Path folder) throws IOException {
    for (String name : names(folder)) {
      Files.delete(folder.resolve(name));
    }
  }

  /// A file that is empty, cut short, changed in one bit of a weight, another run's, or gone.
  @Test
  void theBrokenPolicyOfAFinishedRunIsReportedAndWrittenAgain() throws Exception {
    Path folder = whole("a", CONFIG);
    Path file = folder.resolve("policy.safetensors");
    byte[] good = Files.readAllBytes(file);
    byte[] other = Files.readAllBytes(whole("b", CONFIG.withSeed(2)).resolve("policy.safetensors"));
    byte[] flipped = good.clone();
    flipped[good.length - 2] ^= 1;
    for (byte[] broken : List.of(new byte[0], Arrays.copyOf(good, 200), flipped)) {
      Files.write(file, broken);
      String sentence =
          assertThrows(IOException.class, () -> KeptPolicy.of(folder, List.of())).getMessage();
      assertTrue(sentence.contains(file.toString()), sentence);
      String hint = "; 'evenkeel resume " + folder + "' writes it again";
      assertTrue(sentence.endsWith(hint), sentence);
      assertEquals(List.of(sentence.replace(hint, "; it will be rewritten")), resumed(folder));
      assertArrayEquals(good, Files.readAllBytes(file));
    }
    Files.write(file, other);
    assertEquals(
        List.of("'" + file + "' contains the policy of another run; it will be rewritten"),
        resumed(folder));
    assertArrayEquals(good, Files.readAllBytes(file));
    Files.delete(file);
    assertEquals(List.of("policy.safetensors is missing; it will be rewritten"), resumed(folder));
    assertArrayEquals(good, Files.readAllBytes(file));
    assertEquals(List.of(), resumed(folder));
  }

  /// A kill between the last checkpoint, the policy and the checksums, which are written in this order.
  @Test
  void aRunKilledWhileItWroteItsLastFilesIsCompletedWithoutANote() throws Exception {
    Path folder = whole("a", CONFIG);
    Path policy = folder.resolve("policy.safetensors");
    Path checksums = folder.resolve("checksums.txt");
    byte[] good = Files.readAllBytes(policy);
    byte[] sums = Files.readAllBytes(checksums);
    for (List<Path> missing : List.of(List.of(checksums), List.of(checksums, policy))) {
      for (Path file : missing) {
        Files.delete(file);
      }
      try (RunOnDisk run = RunOnDisk.resume(folder, List.of(), MACHINE, warnings::add)) {
        assertEquals(List.of(), run.notes());
        assertFalse(run.complete());
        assertEquals(RunDriver.Outcome.FINISHED, run.drive());
        assertTrue(run.complete());
      }
      assertArrayEquals(good, Files.readAllBytes(policy));
      assertArrayEquals(sums, Files.readAllBytes(checksums));
    }
  }

  /// The notes of a finished run that is resumed.
  private List<String> resumed(Path folder) throws Exception {
    try (RunOnDisk run = RunOnDisk.resume(folder, List.of(), MACHINE, warnings::add)) {
      assertEquals(run.notes().isEmpty(), run.complete());
      if (!run.complete()) {
        assertEquals(RunDriver.Outcome.FINISHED, run.drive());
      }
      return run.notes();
    }
  }

  @Test
  void whatIsRefusedLeavesNothingBehind() {
    Path folder = parent.resolve("refused");
    RunConfig wrongNetwork =
        new RunConfig("cartpole", List.of(), 1, SMALL.network(new Architecture.Nature(false)));
    assertThrows(
        IllegalArgumentException.class,
        () -> RunOnDisk.start(wrongNetwork, folder, MACHINE, warnings::add));
    assertFalse(Files.exists(folder));
    assertEquals(
        "threads must be 1 to 256, was 0",
        assertThrows(IllegalArgumentException.class, () -> new RunOnDisk.Machine(0, 1))
            .getMessage());
    assertEquals(
        "checkpoint seconds must be > 0 and <= 1e9, was NaN",
        assertThrows(IllegalArgumentException.class, () -> new RunOnDisk.Machine(1, Double.NaN))
            .getMessage());
  }

  @Test
  void theKeptPolicyPlays() throws Exception {
    Path folder = whole("a", CONFIG);
    KeptPolicy kept = KeptPolicy.of(folder, List.of());
    EvaluationResult result = kept.evaluate(1, 3, 0);
    assertEquals(3, result.episodes());
    assertEquals(1_500, kept.step());
    Path none = parent.resolve("none");
    RunOnDisk.start(CONFIG, none, MACHINE, warnings::add).close();
    assertEquals(
        "there is no checkpoint in '" + none + "' yet, so there is no policy to play",
        assertThrows(IOException.class, () -> KeptPolicy.of(none, List.of())).getMessage());
  }

  private Path whole(String name, RunConfig config) throws Exception {
    Path folder = parent.resolve(name);
    try (RunOnDisk run = RunOnDisk.start(config, folder, MACHINE, warnings::add)) {
      assertTrue(run.parameters() > 0);
      assertEquals(RunDriver.Outcome.FINISHED, run.drive());
    }
    return folder;
  }
}
