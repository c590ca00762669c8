package org.evenkeel.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.evenkeel.core.train.Checkpoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Processes with too small a heap.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class OutOfMemoryTest {
  @TempDir private Path folder;

  /// The heap is full to the last kilobytes: there is a sentence all the same, and nothing is lost.
  @Test
  void aRunThatFillsTheHeapSaysSoAndGoesOnWithMore() throws Exception {
    Path classes =
        UserClass.compile(
            folder,
            "Pump",
            "step: if (steps == 1500 && System.getProperty(\"fill\") != null) fillMemory();");
    Path run = folder.resolve("run");
    CliProcess.Ended ended =
        CliProcess.finish(
            CliProcess.start(
                List.of("-Xmx48m", "-Dfill=1"), CliProcess.training("Pump", classes, run)));
    assertEquals(1, ended.code(), ended.text());
    assertTrue(
        ended
            .lastLine()
            .matches(
                "out of memory at step 1499 \\(.*\\); the last good checkpoint is at step \\d+; it needs about \\d+ MB of heap"
                    + " .* give it more with EVENKEEL_JAVA_OPTS=-Xmx.*"),
        ended.text());
    assertFalse(ended.text().contains("\tat ") || ended.text().contains("Exception"), ended.text());

    long kept = Checkpoint.newest(run);
    assertTrue(kept > 0);
    Typed resumed = Typed.run("resume", run);
    assertEquals(0, resumed.code(), resumed.err());
    assertTrue(resumed.out().contains("continuing from step " + kept + "\n"), resumed.out());
    Path whole = folder.resolve("whole");
    assertEquals(0, Typed.run(CliProcess.training("Pump", classes, whole).toArray()).code());
    for (String file : List.of("metrics.csv", "policy.safetensors")) {
      assertArrayEquals(
          Files.readAllBytes(whole.resolve(file)), Files.readAllBytes(run.resolve(file)), file);
    }
  }

  @Test
  void aRunThatCannotFitIsRefusedBeforeAnythingIsWritten() throws Exception {
    Path run = folder.resolve("run");
    List<Object> args =
        List.of("train", "minatar/breakout", "--k=10", "--set=replay.capacity=20000", "--out", run);
    CliProcess.Ended ended = CliProcess.finish(CliProcess.start(List.of("-Xmx20m"), args));
    assertEquals(2, ended.code(), ended.text());
    assertTrue(
        ended
            .text()
            .matches(
                "(preset .*\n)?a run needs about \\d+ MB for its networks and cached values, but this JVM has \\d+ MB of heap for it:"
                    + " give it more with EVENKEEL_JAVA_OPTS=-Xmx...\nTry 'evenkeel train --help'.\n"),
        ended.text());
    assertTrue(Files.notExists(run));
  }
}
