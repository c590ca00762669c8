package org.evenkeel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `bench --device`, on an emulated GPU.
@Tag("slow")
@Timeout(180)
final class BenchDeviceTest {
  @TempDir private Path folder;

  private static List<Object> bench(Object... more) {
    List<Object> args = new ArrayList<>(List.of("bench", "--seconds=0.05", "--settling-steps=0"));
    args.addAll(List.of(more));
    return args;
  }

  private static void has(String pattern, String text) {
    assertTrue(
        Pattern.compile(pattern, Pattern.MULTILINE).matcher(text).find(), pattern + "\n" + text);
  }

  @Test
  void theGpuAndTheCoresAreMeasuredAndTheKernelsListed() throws Exception {
    Path json = folder.resolve("rows.json");
    CliProcess.Ended ended =
        Emulator.run(Map.of(), bench("--device=cuda", "--runs=2", "--k=2", "--json", json));
    assertEquals(0, ended.code(), ended.text());
    String said = ended.text();
    has(
        "^Evenkeel emulator: copies read and write [\\d,]+ GB/s \\(measured\\); FP32 1\\.02 TFLOP/s \\(theoretical: 4"
            + " multiprocessors x 128 lanes x 2 x 1\\.000 GHz\\)$",
        said);
    has("^Evenkeel emulator +2 +2 +[\\d.]+ +[\\d.]+ +[\\d,]+ +15\\.0$", said);
    int cores = Runtime.getRuntime().availableProcessors();
    has("^CPU, %d cores? +%1$d +2 +[\\d.]+ +[\\d.]+ +[\\d,]+ *$".formatted(cores), said);
    has("^ +2 +2 +3\\.84 +[\\d.]+ +\\d+% +\\d+\\.\\d +[\\d.]+ +\\d+%$", said);
    has("^hidden_backward +[\\d.]+$", said);
    has("^wrote .*rows.json$", said);
    String rows = Files.readString(json);
    has("\"gpu\": true, \"runs\": 2, \"k\": 2, \"microsPerStep\": [\\d.]+,", rows);
    has("\"gpu\": false, \"runs\": " + cores + ", \"k\": 2,", rows);
    has("\"kernelMicros\": \\{\"act\": [\\d.]+, ", rows);
  }

  private static void refused(String sentence, CliProcess.Ended ended) {
    assertEquals(2, ended.code(), ended.text());
    assertEquals(sentence + "\nTry 'evenkeel bench --help'.\n", ended.text());
  }

  @Test
  void runsThatDoNotFitAreRefusedBeforeAnythingIsMeasured() throws Exception {
    Path json = Files.writeString(folder.resolve("old.json"), "precious");
    refused(
        "--runs must be at most 4 with K = 10: no more fit into the free memory of Evenkeel emulator, was 9",
        Emulator.run(
            Map.of("MEMORY", "450000000"), bench("--device=cuda", "--runs=3,9", "--json", json)));
    assertEquals("precious", Files.readString(json));
  }

  @Test
  void aGpuThatFailsIsReportedInOneSentence() throws Exception {
    CliProcess.Ended ended =
        Emulator.run(Map.of("FAIL_AFTER", "30"), bench("--device=cuda", "--runs=1", "--k=1"));
    assertEquals(1, ended.code(), ended.text());
    assertTrue(ended.lastLine().contains("(CUDA_ERROR_LAUNCH_FAILED, error 719)"), ended.text());
    assertFalse(ended.text().contains("internal error"), ended.text());
  }

  @Test
  void withoutAGpuCudaIsRefusedAndAutoMeasuresTheCpu() throws Exception {
    refused(
        "the library /nothing/libcuda.so, named by the system property evenkeel.cuda.library, could not be loaded;"
            + " --device cpu works without a GPU",
        Emulator.withoutDriver(List.of("bench", "--device=cuda")));
    CliProcess.Ended auto =
        Emulator.withoutDriver(List.of("bench", "--device=auto", "--only=pong", "--runs=2"));
    assertEquals(2, auto.code(), auto.text());
    has(
        "^note: measuring on the CPU: the library /nothing/libcuda.so, .* could not be loaded$",
        auto.text());
    has("^no row's name contains a match for 'pong'; ", auto.text());
  }
}
