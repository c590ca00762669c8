package org.evenkeel.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.evenkeel.cli.CliProcess.await;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A signal and a second process, with processes of their own. The environment waits for the signal in the middle of the
/// run, so that no speed of the machine matters.
final class InterruptTest {
  @TempDir private Path folder;

  /// Ctrl-C itself is typed by `.ci/ctrl-c-test`: a process in the background may have it switched off.
  @ParameterizedTest
  @CsvSource({"TERM, 143", "HUP, 129"})
  @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void anInterruptedRunKeepsItsWorkAndGoesOnAsIfNothingHadBeen(String signal, int code)
      throws Exception {
    Path classes =
        UserClass.compile(
            folder,
            "Pump",
            "step: if (steps == 1500 && System.getProperty(\"wait\") != null) awaitSignal();");
    Path stopped = folder.resolve("stopped");
    Process training =
        CliProcess.start(List.of("-Dwait=1"), CliProcess.training("Pump", classes, stopped));
    try (BufferedReader said = training.inputReader(UTF_8)) {
      await(said, "waiting");
      CliProcess.Ended second =
          CliProcess.finish(CliProcess.start(List.of(), List.of("resume", stopped)));
      assertEquals(
          "'%s' is in use by another training run (process %d)\n"
              .formatted(stopped, training.pid()),
          second.text());
      assertEquals(1, second.code());

      CliProcess.signal(training, signal);
      assertEquals(
          "stopped at step 1,500; continue with: evenkeel resume " + stopped,
          await(said, "stopped"));
    }
    assertEquals(code, training.waitFor());

    Typed resumed = Typed.run("resume", stopped);
    assertEquals(0, resumed.code(), resumed.err());
    assertTrue(resumed.out().contains("continuing from step 1500\n"), resumed.out());
    Path whole = folder.resolve("whole");
    assertEquals(0, Typed.run(CliProcess.training("Pump", classes, whole).toArray()).code());
    for (String file : List.of("metrics.csv", "policy.safetensors")) {
      assertArrayEquals(
          Files.readAllBytes(whole.resolve(file)), Files.readAllBytes(stopped.resolve(file)), file);
    }
  }
}
