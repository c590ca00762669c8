package org.evenkeel.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.evenkeel.cli.CliProcess.await;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The folder of a run is removed, emptied, moved, or used by a second run, while a process trains in it. The environment
/// waits in the middle of the run until that is done.
@Tag("slow")
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class FolderWhileTrainingTest {
  @TempDir private Path folder;
  private Path run;
  private Path classes;
  private Path go;

  @BeforeEach
  void compile() throws IOException {
    run = folder.resolve("run");
    go = folder.resolve("go");
    classes =
        UserClass.compile(
            folder,
            "Pump",
            "step: if (steps == 1500 && System.getProperty(\"wait\") != null) awaitFile(\"%s\");"
                .formatted(go));
  }

  private interface Disturbance {
    void make() throws Exception;
  }

  /// What a run says at its end whose folder is disturbed in the middle.
  private String disturbed(Disturbance disturbance) throws Exception {
    Process training =
        CliProcess.start(List.of("-Dwait=1"), CliProcess.training("Pump", classes, run));
    String sentence;
    try (BufferedReader said = training.inputReader(UTF_8)) {
      await(said, "waiting");
      disturbance.make();
      Files.createFile(go);
      sentence = await(said, "the run ended at step ");
    }
    assertEquals(1, training.waitFor());
    assertTrue(
        sentence.matches(
            "the run ended at step \\d+: .* \\(the last checkpoint was written at step \\d+\\)"),
        sentence);
    return sentence;
  }

  @Test
  void aFolderThatIsRemovedIsNotMadeAgain() throws Exception {
    String sentence = disturbed(() -> remove(run));
    assertTrue(
        sentence.contains("'" + run + "' was removed or renamed while the run was training."),
        sentence);
    assertFalse(Files.exists(run));
  }

  @Test
  void aFolderThatIsEmptiedStaysEmpty() throws Exception {
    String sentence =
        disturbed(
            () -> {
              remove(run);
              Files.createDirectory(run);
            });
    assertTrue(
        sentence.contains("'" + run + "' was emptied while the run was training."), sentence);
    assertEquals(List.of(), names(run));
  }

  @Test
  void aFolderThatIsMovedGoesOnUnderItsNewName() throws Exception {
    Path moved = folder.resolve("moved");
    String sentence = disturbed(() -> Files.move(run, moved));
    assertTrue(sentence.contains("or resume it under its new name"), sentence);
    assertFalse(Files.exists(run));
    Typed resumed = Typed.run("resume", moved);
    assertEquals(0, resumed.code(), resumed.err());
    requireSameAsUndisturbed(moved);
  }

  @Test
  void aSecondRunInTheFolderIsNotHarmed() throws Exception {
    String sentence =
        disturbed(
            () -> {
              remove(run);
              requireDone();
            });
    assertTrue(
        sentence.contains("'" + run + "' was replaced while the run was training, and another"),
        sentence);
    requireSameAsUndisturbed(run);
  }

  /// A second process trains from beginning to end in the folder.
  private void requireDone() throws Exception {
    CliProcess.Ended second =
        CliProcess.finish(CliProcess.start(List.of(), CliProcess.training("Pump", classes, run)));
    assertEquals(0, second.code(), second.text());
  }

  private void requireSameAsUndisturbed(Path disturbed) throws IOException {
    Path whole = folder.resolve("whole");
    assertEquals(0, Typed.run(CliProcess.training("Pump", classes, whole).toArray()).code());
    for (String file : List.of("metrics.csv", "policy.safetensors")) {
      assertArrayEquals(
          Files.readAllBytes(whole.resolve(file)),
          Files.readAllBytes(disturbed.resolve(file)),
          file);
    }
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(f -> f.getFileName().toString()).sorted().toList();
    }
  }

  private static void remove(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
