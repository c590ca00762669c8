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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Commands with `--on`, on a cluster that is this process ([PretendedClusters]). Real ones are in `bench/cluster`.
final class ClusterTest {
  private static final List<Object> SMALL =
      List.of(
          "--steps", 600, "--set", "network.hidden=[4]", "--set", "schedule.learningStartSteps=50");

  @TempDir private Path parent;

  private static Typed train(Object... more) {
    List<Object> words = new ArrayList<>(List.of("train", "cartpole"));
    words.addAll(SMALL);
    words.addAll(List.of(more));
    return Typed.run(words.toArray());
  }

  private void assertSame(String a, String b, String... files) throws IOException {
    for (String file : files) {
      assertArrayEquals(
          Files.readAllBytes(parent.resolve(a).resolve(file)),
          Files.readAllBytes(parent.resolve(b).resolve(file)),
          file);
    }
  }

  @Test
  void seedsComeBackAsTheFoldersThatTheyHaveHere() throws IOException {
    assertEquals(0, train("--seeds", 2, "--out", parent.resolve("here")).code());
    Typed there =
        train("--seeds", 2, "--out", parent.resolve("there"), "--on", "pretended", "--threads", 2);
    assertEquals(0, there.code(), there::err);
    assertTrue(there.err().contains("a trial whose worker dies starts again"), there::err);
    assertTrue(there.out().contains("final return"), there::out);
    assertSame(
        "here",
        "there",
        "seed1/metrics.csv",
        "seed2/policy.safetensors",
        "seed1/checkpoint-600.bin",
        "seed2/config.yaml");
    assertTrue(
        Files.readString(parent.resolve("there/spark.log")).startsWith("pretended 2 null null {}"));
    Typed again = train("--seeds", 3, "--out", parent.resolve("there"), "--on", "pretended");
    assertTrue(again.err().contains("2 of 3 trials already done"), again::err);
  }

  @Test
  void aRunThatDivergesIsAFailureAndTheOthersAreThere() {
    Typed typed =
        train(
            "--seeds",
            2,
            "--set",
            "optimizer.learningRate=1e30",
            "--out",
            parent.resolve("there"),
            "--on",
            "pretended");
    assertEquals(1, typed.code(), typed::out);
    assertTrue(typed.out().contains("failed: diverged at step"), typed::out);
  }

  @Test
  void anExperimentIsTheSame() throws IOException {
    for (String where : List.of("here", "there")) {
      List<Object> words =
          new ArrayList<>(List.of("reproduce", "theory", "--out", parent.resolve(where)));
      if (where.equals("there")) {
        words.addAll(List.of("--on", "pretended", "--spark", "spark.x=1"));
      }
      Typed typed = Typed.run(words.toArray());
      assertEquals(0, typed.code(), typed::err);
    }
    assertSame("here", "there", "trials.csv");
    assertTrue(Files.readString(parent.resolve("there/spark.log")).contains("{spark.x=1}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--checkpoints file:/x | --checkpoints, --driver-host and --spark need a cluster: name it with --on",
        "--spark spark.x=1 | --checkpoints, --driver-host and --spark need a cluster: name it with --on",
        "--on pretended --spark memory=4g | --spark must be KEY=VALUE with a key that begins with 'spark.', was 'memory=...'",
        "--on pretended --spark spark.x | --spark must be KEY=VALUE with a key that begins with 'spark.', was 'spark.x'",
        "--on pretended --jobs 2 | --jobs does not apply with --on: the cluster runs as many at once as it has cores for"
      })
  void whatMakesNoSenseIsRefused(String options, String sentence) {
    List<Object> more = new ArrayList<>(List.of(options.split(" ")));
    more.addAll(List.of("--out", parent.resolve("x")));
    train(more.toArray()).refused(2, "train", sentence);
    assertFalse(Files.exists(parent.resolve("x")));
  }
}
