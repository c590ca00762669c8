package org.evenkeel.spark;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.evenkeel.lab.study.TrialClusters.Choice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SparkSettingsTest {
  private static Choice choice(String master, String... settings) {
    Map<String, String> own = settings.length == 0 ? Map.of() : Map.of(settings[0], settings[1]);
    return new Choice(master, 2, null, null, own, List.of(), Path.of("spark.log"));
  }

  private static Map<String, String> settings(Choice choice) {
    return SparkSettings.of(choice, Map.of(), 0, 0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "local",
        "local[*]",
        "local[4]",
        "yarn",
        "k8s://https://host:6443",
        "spark://host:7077",
        "spark://a:7077,b:7077",
        "spark://127.0.0.1:7077"
      })
  void mastersOfSparkAreTaken(String master) {
    assertDoesNotThrow(() -> SparkSettings.requireMaster(master));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "host:7077",
        "spark://",
        "spark://host",
        "spark:host:7077",
        "locl[*]",
        "mesos://x:5050"
      })
  void othersAreRefusedInOneSentence(String master) {
    assertEquals(
        "--on must be a master that Spark knows: spark://HOST:PORT, local[*], yarn, k8s://... or spark-submit, was '"
            + master
            + "'",
        assertThrows(IllegalArgumentException.class, () -> SparkSettings.requireMaster(master))
            .getMessage());
  }

  @Test
  void nothingListensBeyondThisMachineUnlessItIsSaid() {
    for (String here : List.of("local[*]", "spark://127.0.0.1:7077", "spark://localhost:7077")) {
      Map<String, String> all = settings(choice(here));
      assertEquals("127.0.0.1", all.get("spark.driver.host"));
      assertEquals("127.0.0.1", all.get("spark.driver.bindAddress"));
      assertEquals("false", all.get("spark.ui.enabled"));
    }
    for (String elsewhere : List.of("spark://192.0.2.7:7077", "yarn", "k8s://https://192.0.2.7")) {
      Choice remote = choice(elsewhere);
      String sentence =
          assertThrows(
                  IllegalArgumentException.class,
                  () -> SparkSettings.requireAddress(remote, Map.of()))
              .getMessage();
      assertTrue(sentence.contains("--driver-host"), sentence);
      assertDoesNotThrow(
          () -> SparkSettings.requireAddress(remote, Map.of("spark.driver.host", "192.0.2.1")));
      Choice said =
          new Choice(elsewhere, 1, null, "192.0.2.1", Map.of(), List.of(), Path.of("spark.log"));
      assertDoesNotThrow(() -> SparkSettings.requireAddress(said, Map.of()));
      assertEquals("192.0.2.1", settings(said).get("spark.driver.bindAddress"));
    }
  }

  @Test
  void theUserWinsAndTheOptionsOfJavaAreAddedUp() {
    Map<String, String> defaults =
        Map.of("spark.task.maxFailures", "7", "spark.executor.extraJavaOptions", "-Xss2m");
    Map<String, String> all =
        SparkSettings.of(choice("local[2]", "spark.executor.memory", "9g"), defaults, 1L << 30, 0);
    assertEquals("9g", all.get("spark.executor.memory"));
    assertEquals("7", all.get("spark.task.maxFailures"));
    assertEquals("2", all.get("spark.task.cpus"), "--threads");
    String options = all.get("spark.executor.extraJavaOptions");
    assertTrue(options.contains("--add-modules jdk.incubator.vector"), options);
    assertTrue(options.endsWith("-Xss2m"), options);
  }

  @Test
  void patienceIsANumber() throws IOException {
    assertEquals(120, SparkSettings.patience(settings(choice("local[2]"))));
    Choice wrong = choice("local[2]", SparkSettings.PATIENCE, "2 minutes");
    assertEquals(
        "spark.evenkeel.patienceSeconds must be a whole number of seconds, was '2 minutes'",
        assertThrows(IOException.class, () -> SparkSettings.patience(settings(wrong)))
            .getMessage());
  }

  /// Four cores for trials of two threads: room for two.
  @Test
  void executorsGetMemoryForAsManyTrialsAsTheyRunAtOnce() {
    Choice containers = choice("yarn", "spark.executor.cores", "4");
    Map<String, String> all = SparkSettings.of(containers, Map.of(), 1_000_000_000, 3_000_000_000L);
    assertEquals(
        SparkSettings.heapMegabytes(2_000_000_000) + "m", all.get("spark.executor.memory"));
    assertEquals(
        SparkSettings.overheadMegabytes(6_000_000_000L) + "m",
        all.get("spark.executor.memoryOverhead"));
    assertFalse(settings(choice("local[2]")).containsKey("spark.executor.memoryOverhead"));
  }

  @Test
  void theUsersFileIsRead(@TempDir Path folder) throws IOException {
    Files.writeString(
        folder.resolve("spark-defaults.conf"),
        "# ours\nspark.executor.memory   6g\nspark.authenticate true\nother.key 1\n");
    Map<String, String> read = SparkSettings.defaults(Map.of("SPARK_CONF_DIR", folder.toString()));
    assertEquals(
        Map.of("spark.executor.memory", "6g", "spark.authenticate", "true"), Map.copyOf(read));
    assertEquals(
        Map.of(), SparkSettings.defaults(Map.of("SPARK_HOME", folder.resolve("no").toString())));
  }

  @Test
  void passwordsInAddressesAreNotShown() {
    assertEquals("s3a://***@bucket/x", WorkerCheck.withoutSecrets("s3a://key:secret@bucket/x"));
    assertEquals("file:/tmp/x", WorkerCheck.withoutSecrets("file:/tmp/x"));
  }
}
