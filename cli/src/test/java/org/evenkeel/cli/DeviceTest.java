package org.evenkeel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `--device`: the same files on a GPU as on the CPU, whatever happens in between. The GPU is emulated.
@Tag("slow")
@Timeout(180)
final class DeviceTest {
  private static final List<String> TINY =
      List.of(
          "--k=2",
          "--set=replay.capacity=100",
          "--set=schedule.learningStartSteps=60",
          "--set=schedule.metricsPeriodSteps=30",
          "--set=evaluation.heldOutStates=20",
          "--set=evaluation.periodSteps=60",
          "--set=evaluation.episodes=1",
          "--set=evaluation.epsilon=0.3");

  private static final String TRY = "\nTry 'evenkeel train --help'.\n";

  @TempDir private Path folder;

  private static List<Object> training(Path to, int steps, Object... more) {
    List<Object> args =
        new ArrayList<>(List.of("train", "minatar/breakout", "--out", to, "--steps=" + steps));
    args.addAll(TINY);
    args.addAll(List.of(more));
    return args;
  }

  private static String onGpu(List<?> args) throws Exception {
    CliProcess.Ended ended = Emulator.run(Map.of(), args);
    assertEquals(0, ended.code(), ended.text());
    return ended.text();
  }

  private static void onCpu(List<?> args) {
    Typed typed = Typed.run(args.toArray());
    assertEquals(0, typed.code(), typed.err());
  }

  /// Checksums of the files of finished runs that do not depend on when, where and how often they were saved.
  private static Map<String, Integer> results(Path folder, int steps) throws IOException {
    Map<String, Integer> sums = new TreeMap<>();
    Typed.files(folder)
        .forEach(
            (name, content) -> {
              if (name.endsWith("metrics.csv")
                  || name.endsWith(".safetensors")
                  || name.endsWith("checkpoint-" + steps + ".bin")) {
                sums.put(name, content.hashCode());
              }
            });
    assertTrue(sums.size() >= 3, sums.toString());
    return sums;
  }

  @Test
  void seedsOnTheGpuHaveTheFilesOfTheCpu() throws Exception {
    Path gpu = folder.resolve("gpu");
    String said = onGpu(training(gpu, 120, "--seeds=2", "--device=cuda"));
    assertTrue(said.contains("\ndevice       Evenkeel emulator, 2 of 2 runs at once\n"), said);
    Path cpu = folder.resolve("cpu");
    onCpu(training(cpu, 120, "--seeds=2", "--device=cpu"));
    assertEquals(results(cpu, 120), results(gpu, 120));
    assertTrue(provenance(gpu.resolve("seed2")).contains("\"device\" : \"Evenkeel emulator\""));
    assertTrue(provenance(cpu.resolve("seed2")).contains("\"device\" : \"cpu\""));
  }

  private static String provenance(Path run) throws IOException {
    return Files.readString(run.resolve("provenance.json"));
  }

  @Test
  void aRunContinuesOnTheOtherDevice() throws Exception {
    Path toCpu = folder.resolve("to-cpu");
    String said = onGpu(training(toCpu, 120, "--device=auto"));
    assertTrue(said.contains("\ndevice       Evenkeel emulator\n"), said);
    onCpu(List.of("resume", toCpu, "--steps=180"));
    Path toGpu = folder.resolve("to-gpu");
    onCpu(training(toGpu, 120));
    onGpu(List.of("resume", toGpu, "--steps=180", "--device=cuda"));
    Path whole = folder.resolve("whole");
    onCpu(training(whole, 180));
    Map<String, Integer> wanted = results(whole, 180);
    for (Path run : List.of(toCpu, toGpu)) {
      Map<String, Integer> found = results(run, 180);
      found.keySet().retainAll(wanted.keySet()); // the policy of the shorter run is kept too
      assertEquals(wanted, found);
    }
  }

  @Test
  void aStudyOnTheGpuHasTheResultsOfTheCpu() throws Exception {
    Path file = folder.resolve("study.yaml");
    Files.writeString(
        file,
        """
        environments: [minatar/breakout]
        algorithms: [dqn, {name: averaged, k: 2}]
        seeds: 2
        settings:
          schedule.steps: 90
          replay.capacity: 100
          schedule.learningStartSteps: 60
          schedule.metricsPeriodSteps: 30
          evaluation.heldOutStates: 20
          evaluation.periodSteps: 45
          evaluation.episodes: 1
          evaluation.epsilon: 0.3
        """);
    Path gpu = folder.resolve("gpu");
    String said = onGpu(List.of("study", file, "--out", gpu, "--device=cuda"));
    assertTrue(said.contains("device       Evenkeel emulator, 4 of 4 runs at once\n"), said);
    Path cpu = folder.resolve("cpu");
    onCpu(List.of("study", file, "--out", cpu));
    Map<String, Integer> wanted = results(cpu, 90);
    assertEquals(8, wanted.size(), wanted.toString());
    assertEquals(wanted, results(gpu, 90));
  }

  @Test
  void underAutoOnlyRunsThatTheGpuSupportsAreOnIt() throws Exception {
    Path file = folder.resolve("study.yaml");
    Files.writeString(
        file,
        """
        environments: [minatar/breakout, cartpole]
        algorithms: [dqn]
        seeds: 1
        settings:
          schedule.steps: 70
          schedule.learningStartSteps: 60
          evaluation.periodSteps: 70
          evaluation.episodes: 1
          evaluation.epsilon: 0.3
          evaluation.heldOutStates: 20
        """);
    Path out = folder.resolve("out");
    String planned = onGpu(List.of("study", file, "--out", out, "--device=auto", "--dry-run"));
    assertTrue(
        planned.contains(
            "time         not estimated for 1 run on the GPU; the study itself shows the time left\n"),
        planned);
    assertTrue(
        planned.matches(
            "(?s).*\ntime         about \\S+.* for the runs on the CPU without evaluations .*"),
        planned);
    assertFalse(Files.exists(out));
    String said = onGpu(List.of("study", file, "--out", out, "--device=auto"));
    assertTrue(said.contains("device       Evenkeel emulator\n"), said);
    assertTrue(
        said.contains(
            "note: training 1 of 2 runs on the CPU: the environment is cartpole(integrator=EULER), but only the"
                + " MinAtar games are supported so far\n"),
        said);
    CliProcess.Ended refused =
        Emulator.run(
            Map.of(), List.of("study", file, "--out", folder.resolve("none"), "--device=cuda"));
    assertEquals(2, refused.code(), refused.text());
    assertFalse(Files.exists(folder.resolve("none")));
  }

  @Test
  void runsThatTheGpuDoesNotSupportAreRefusedBeforeAnythingIsWritten() throws Exception {
    Path to = folder.resolve("none");
    assertRefused(
        Emulator.run(
            Map.of(), training(to, 90, "--device=cuda", "--set=replay.sampling=prioritized")),
        "the GPU cannot train this run: the replay buffer is prioritized, but only uniform ones are supported so far;"
            + " use --device cpu, or --device auto to train only such runs on the CPU");
    for (String averaged : List.of("moving-average --tau=0.2", "weight-mean --k=9")) {
      List<Object> command = new ArrayList<>(List.of("train", "minatar/breakout", "--out", to));
      command.addAll(List.of(("--device=cuda --algorithm=" + averaged).split(" ")));
      assertRefused(
          Emulator.run(Map.of(), command),
          "the GPU cannot train this run: algorithm.estimates is "
              + averaged.replaceFirst(" .*", "")
              + ", but only snapshots and learners are supported so far; use --device cpu, or --device auto to train"
              + " only such runs on the CPU");
    }
    assertRefused(
        Emulator.run(
            Map.of(), List.of("train", "cartpole", "--seeds=2", "--out", to, "--device=cuda")),
        "the GPU cannot train this run: the environment is cartpole(integrator=EULER), but only the MinAtar games are"
            + " supported so far; use --device cpu, or --device auto to train only such runs on the CPU");
    assertRefused(
        Emulator.run(Map.of("MEMORY", "200000000"), training(to, 90, "--device=cuda")),
        "the GPU cannot train this run: Evenkeel emulator has too little free memory for it; use --device cpu, or"
            + " --device auto to train only such runs on the CPU");
    assertFalse(Files.exists(to));
  }

  @Test
  void withoutAUsableGpuCudaIsRefusedAndAutoTrainsOnTheCpu() throws Exception {
    Path to = folder.resolve("none");
    assertRefused(
        Emulator.withoutDriver(training(to, 90, "--device=cuda")),
        "the library /nothing/libcuda.so, named by the system property evenkeel.cuda.library, could not be loaded;"
            + " --device cpu works without a GPU");
    assertRefused(
        Emulator.run(Map.of("DRIVER", "11040"), training(to, 90, "--device=cuda")),
        "the NVIDIA driver supports CUDA 11.4, but 12.1 or newer is needed: update the driver; --device cpu works"
            + " without a GPU");
    assertRefused(
        Emulator.run(Map.of("DEVICES", "0"), training(to, 90, "--device=cuda")),
        "the NVIDIA driver found no usable GPU: no CUDA-capable device is detected (CUDA_ERROR_NO_DEVICE, error 100);"
            + " --device cpu works without a GPU");
    assertFalse(Files.exists(to));
    CliProcess.Ended auto =
        Emulator.run(Map.of("DRIVER", "11040"), training(to, 65, "--device=auto"));
    assertEquals(0, auto.code(), auto.text());
    assertTrue(
        auto.text()
            .contains(
                "note: training on the CPU: the NVIDIA driver supports CUDA 11.4, but 12.1 or newer is needed: update"
                    + " the driver\n"),
        auto.text());
    assertFalse(auto.text().contains("device "), auto.text());
  }

  private static void assertRefused(CliProcess.Ended ended, String sentence) {
    assertEquals(2, ended.code(), ended.text());
    assertTrue(("\n" + ended.text()).endsWith("\n" + sentence + TRY), ended.text());
  }

  @Test
  void ifTheGpuFailsTheRunContinuesFromItsLastCheckpoint() throws Exception {
    Path to = folder.resolve("failed");
    CliProcess.Ended ended =
        Emulator.run(
            Map.of("FAIL_AFTER", "500"),
            training(to, 240, "--device=cuda", "--checkpoint-seconds=0.000000001"));
    assertEquals(1, ended.code(), ended.text());
    assertTrue(
        ended
            .lastLine()
            .matches(
                "failed at step \\d+: .*\\(CUDA_ERROR_LAUNCH_FAILED, error 719\\); the GPU may have been reset or removed:"
                    + " continue, with --device cpu if it fails again; the last good checkpoint is at step \\d+;"
                    + " the full stack trace is in '.*'"),
        ended.text());
    onCpu(List.of("resume", to));
    Path whole = folder.resolve("whole");
    onCpu(training(whole, 240));
    assertEquals(results(whole, 240), results(to, 240));
  }

  @Test
  void aKilledRunContinuesOnTheGpu() throws Exception {
    Path to = folder.resolve("killed");
    Process process =
        Emulator.start(
            Map.of(),
            training(to, 240, "--seeds=2", "--device=cuda", "--checkpoint-seconds=0.000000001"));
    try (BufferedReader said = process.inputReader(StandardCharsets.UTF_8)) {
      CliProcess.await(said, "results in ");
      awaitCheckpoint(to.resolve("seed1"), process);
      process.destroyForcibly().waitFor();
    }
    String said = onGpu(List.of("resume", to, "--device=cuda"));
    assertTrue(said.contains("continuing from step "), said);
    Path whole = folder.resolve("whole");
    onCpu(training(whole, 240, "--seeds=2"));
    assertEquals(results(whole, 240), results(to, 240));
  }

  /// Waits for a checkpoint after the first update, which is the first on the GPU.
  private static void awaitCheckpoint(Path run, Process process) throws Exception {
    while (process.isAlive()) {
      try (var files = Files.newDirectoryStream(run, "checkpoint-*.bin")) {
        for (Path file : files) {
          if (Integer.parseInt(file.getFileName().toString().replaceAll("\\D", "")) > 70) {
            return;
          }
        }
      }
      Thread.sleep(5);
    }
  }

  @Test
  void devicesAreListed() throws Exception {
    String usable = onGpu(List.of("devices"));
    assertTrue(usable.contains("cpu          "), usable);
    assertTrue(
        usable.contains(
            "\ncuda         Evenkeel emulator, compute capability 9.0, 8,589 MB, usable\ndriver       supports CUDA "),
        usable);
    CliProcess.Ended old = Emulator.run(Map.of("DRIVER", "11040"), List.of("devices"));
    assertEquals(0, old.code());
    assertEquals(
        "cuda         not usable: the NVIDIA driver supports CUDA 11.4, but 12.1 or newer is needed: update the driver",
        old.lastLine());
  }

  @Test
  void aDeviceThatDoesNotExistIsRefusedAndSoIsADeviceOnACluster() {
    Typed.run("train", "cartpole", "--device=gpu", "--out", folder.resolve("none"))
        .refused(2, "train", "--device must be cpu, cuda or auto, was 'gpu'");
    String sentence =
        "--device does not apply with --on: the workers of the cluster train on their CPUs";
    Typed.run(
            "train", "cartpole", "--device=cpu", "--on=pretended", "--out", folder.resolve("none"))
        .refused(2, "train", sentence);
    Typed.run("study", "study.yaml", "--device=cuda", "--on=pretended")
        .refused(2, "study", sentence);
    Typed.run("reproduce", "theory", "--device=cuda", "--on=pretended")
        .refused(2, "reproduce theory", sentence);
  }
}
