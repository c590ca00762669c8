package org.evenkeel.lab.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.train.Training;
import org.evenkeel.lab.config.RunConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunDirectoryTest {
  private static final RunConfig CONFIG =
      new RunConfig("cartpole", List.of(), 4, Training.of(Algorithm.averaged(2)));

  @TempDir private Path parent;

  @Test
  void aNewOneSaysWhatIsRunAndWhere() throws IOException {
    Path folder = parent.resolve("deep").resolve("er");
    try (RunDirectory _ = RunDirectory.create(folder, CONFIG)) {
      assertEquals(CONFIG, RunDirectory.config(folder));
      JsonNode facts =
          new ObjectMapper().readTree(Files.readString(folder.resolve("provenance.json")));
      for (String fact : List.of("version", "commit", "java", "os", "cpu", "kernels")) {
        assertFalse(facts.get(fact).asText().isBlank(), fact);
      }
      assertTrue(facts.get("commit").asText().matches("unknown|[0-9a-f]{40}(-dirty)?"));
      assertEquals(4, facts.get("seed").asLong());
      assertFalse(facts.toString().contains(System.getProperty("user.dir")));
    }
  }

  @Test
  void oneThatIsNotEmptyIsRefusedAndNotTouched() throws IOException {
    Path run = parent.resolve("run");
    RunDirectory.create(run, CONFIG).close();
    String before = Files.readString(run.resolve("config.yaml"));
    assertEquals(
        "'%s' is not empty: continue it with 'evenkeel resume %s' or choose another with --out"
            .formatted(run, run),
        refused(() -> RunDirectory.create(run, CONFIG.withSeed(5))));
    assertEquals(before, Files.readString(run.resolve("config.yaml")));

    Path other = Files.createDirectory(parent.resolve("other"));
    Path precious = Files.writeString(other.resolve("precious"), "x");
    assertEquals(
        "'" + other + "' is not empty: choose another with --out",
        refused(() -> RunDirectory.create(other, CONFIG)));
    assertEquals(
        "'" + precious + "' is a file: choose another with --out",
        refused(() -> RunDirectory.create(precious, CONFIG)));
  }

  @Test
  void whatAKilledStartLeftBehindIsNoObstacle() throws IOException {
    Files.writeString(parent.resolve("lock"), "1\n");
    Files.writeString(parent.resolve("provenance.json"), "{}");
    Files.writeString(parent.resolve("config.yaml.next"), "envir");
    RunDirectory.create(parent, CONFIG).close();
    assertEquals(CONFIG, RunDirectory.config(parent));
  }

  @Test
  void aTornPolicyIsRemovedWhenTheRunIsTakenUp() throws IOException {
    Path run = parent.resolve("run");
    RunDirectory.create(run, CONFIG).close();
    Path torn = run.resolve("policy.safetensors.1234.next");
    Files.writeString(torn, "half");
    Files.writeString(run.resolve("policy.safetensors"), "whole");
    RunDirectory.open(run).close();
    assertFalse(Files.exists(torn));
    assertTrue(Files.exists(run.resolve("policy.safetensors")));
  }

  @Test
  void oneThatCannotBeMadeIsSaid() throws IOException {
    Path file = Files.writeString(parent.resolve("file"), "");
    assertEquals(
        "cannot create folder '%s': Not a directory".formatted(file.resolve("run")),
        failed(() -> RunDirectory.create(file.resolve("run"), CONFIG)));
  }

  @Test
  void oneThatCannotBeWrittenToIsSaid() throws IOException {
    Path closed = Files.createDirectory(parent.resolve("closed"));
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("r-xr-xr-x"));
    assumeFalse(Files.isWritable(closed)); // the root user may write everywhere
    assertEquals(
        "cannot create folder '%s': permission denied".formatted(closed.resolve("run")),
        failed(() -> RunDirectory.create(closed.resolve("run"), CONFIG)));
    assertEquals(
        "cannot write to '%s': permission denied".formatted(closed),
        failed(() -> RunDirectory.create(closed, CONFIG)));
  }

  @Test
  void whereNoRunIsIsSaid() throws IOException {
    assertEquals(
        "there is no folder '" + parent.resolve("none") + "'",
        refused(() -> RunDirectory.open(parent.resolve("none"))));
    assertEquals(
        "there is no run in '" + parent + "': it has no config.yaml",
        refused(() -> RunDirectory.open(parent)));
    Path config = Files.writeString(parent.resolve("config.yaml"), "environment: [\n");
    assertTrue(
        failed(() -> RunDirectory.config(parent)).startsWith(config + ": line "),
        () -> failed(() -> RunDirectory.config(parent)));
  }

  @Test
  void twoInOneProcessCannotHoldIt() throws IOException, InterruptedException {
    long pid = ProcessHandle.current().pid();
    try (RunDirectory held = RunDirectory.create(parent, CONFIG)) {
      assertEquals(
          "'%s' is in use by another training run (process %d)".formatted(parent, pid),
          failed(() -> RunDirectory.open(held.folder())));
      // The system lets go of a lock when any channel of the process to the file is closed.
      Process other = holder();
      assertEquals('t', other.getInputStream().read(), "the refusal let go of the lock");
      other.destroyForcibly().waitFor();
    }
    RunDirectory.open(parent).close();
  }

  @Test
  void anotherProcessCannotHoldIt() throws IOException, InterruptedException {
    RunDirectory.create(parent, CONFIG).close();
    Process other = holder();
    try {
      assertEquals('h', other.getInputStream().read());
      assertEquals(
          "'%s' is in use by another training run (process 4711)".formatted(parent),
          failed(() -> RunDirectory.open(parent)));
    } finally {
      other.destroyForcibly().waitFor();
    }
    RunDirectory.open(parent).close();
  }

  /// Another process that holds the lock, as process 4711, and says `h`; or `t` if it is taken.
  private Process holder() throws IOException {
    Path program =
        Files.writeString(
            parent.resolve("Holder.java"),
            """
            import java.nio.ByteBuffer;
            import java.nio.channels.FileChannel;
            import java.nio.file.Path;
            import java.nio.file.StandardOpenOption;

            class Holder {
              public static void main(String[] args) throws Exception {
                var channel = FileChannel.open(Path.of(args[0]), StandardOpenOption.WRITE);
                if (channel.tryLock(Long.MAX_VALUE - 1, 1, false) == null) {
                  System.out.println("t");
                  return;
                }
                channel.truncate(0);
                channel.write(ByteBuffer.wrap("4711\\n".getBytes()), 0);
                System.out.println("h");
                Thread.sleep(60_000);
              }
            }
            """);
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            program.toString(),
            parent.resolve("lock").toString())
        .redirectErrorStream(true)
        .start();
  }

  @Test
  void aLockOfAnotherChannelInThisProcessIsSaid() throws IOException {
    RunDirectory.create(parent, CONFIG).close();
    try (FileChannel channel = FileChannel.open(parent.resolve("lock"), StandardOpenOption.WRITE);
        var _ = channel.lock(Long.MAX_VALUE - 1, 1, false)) {
      assertTrue(
          failed(() -> RunDirectory.open(parent)).contains("is in use by another training run"));
    }
  }

  private static String refused(org.junit.jupiter.api.function.Executable opening) {
    return assertThrows(IllegalArgumentException.class, opening).getMessage();
  }

  private static String failed(org.junit.jupiter.api.function.Executable opening) {
    return assertThrows(IOException.class, opening).getMessage();
  }
}
