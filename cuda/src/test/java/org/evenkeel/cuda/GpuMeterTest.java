package org.evenkeel.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.env.EnvironmentCalls;
import org.evenkeel.core.train.EvaluationPlan;
import org.evenkeel.core.train.Execution;
import org.evenkeel.core.train.RunEvent;
import org.evenkeel.core.train.RunOutline;
import org.evenkeel.core.train.Schedule;
import org.evenkeel.core.train.Trainer;
import org.evenkeel.core.train.Training;
import org.evenkeel.envs.minatar.Game;
import org.evenkeel.envs.minatar.MinAtar;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Measuring a GPU does not change what it computes.
@Tag("slow")
class GpuMeterTest {
  /// A run without an end: the number of its last step is the largest there is.
  private static final Training TRAINING =
      Cases.base(Algorithm.averaged(2), Cases.SHORT)
          .schedule(new Schedule(Long.MAX_VALUE, 50, 1, 1, 32, 10, 10))
          .evaluation(new EvaluationPlan(0, 1, 0, 20));

  private static List<String> measured(Execution execution, Consumer<Trainer> how) {
    List<String> lines = new ArrayList<>();
    try (Trainer trainer = new Trainer(() -> new MinAtar(Game.BREAKOUT), TRAINING, 3, execution)) {
      trainer.on(RunEvent.Measured.class, e -> lines.add(e.toString()));
      how.accept(trainer);
    }
    return lines;
  }

  @Test
  void aRunWhoseKernelsAreTimedIsThatOfTheProcessor() {
    List<String> wanted = measured(Execution.alone(), trainer -> trainer.run(90));
    try (Gpu gpu = EmulatedGpu.open()) {
      List<String> found =
          measured(
              Execution.alone().accelerator(gpu),
              trainer -> {
                trainer.run(61);
                Map<String, Double> times = new GpuMeter(gpu).kernelMicros(() -> trainer.run(69));
                assertEquals(
                    List.of(
                        "act",
                        "list_unknown",
                        "look_ahead",
                        "passes",
                        "learn",
                        "hidden_backward",
                        "conv_backward",
                        "gradient_norm",
                        "finish",
                        "take_snapshots"),
                    List.copyOf(times.keySet()));
                assertTrue(times.get("passes") > 0, times.toString());
                assertEquals(Map.of(), new GpuMeter(gpu).kernelMicros(() -> {}));
                trainer.run(90);
              });
      assertEquals(wanted, found);
      assertEquals(9, found.size());
    }
  }

  @Test
  void theLimitsAreThoseOfTheDevice() {
    try (Gpu gpu = EmulatedGpu.open()) {
      GpuMeter meter = new GpuMeter(gpu);
      assertEquals(new GpuMeter.Peak(4, 128, 1e9), meter.peak());
      assertEquals(1.024e12, meter.peak().operationsPerSecond());
      double speed = meter.copyBytesPerSecond();
      assertTrue(speed > 1e7 && speed < 1e13, "" + speed);
    }
    // An H200: 132 x 128 x 2 x 1.98 GHz.
    assertEquals(66.9e12, new GpuMeter.Peak(132, 128, 1.98e9).operationsPerSecond(), 0.05e12);
  }

  @Test
  void theLanesOfAMultiprocessorFollowFromItsCapability() {
    int[][] table = {{7, 0, 64}, {7, 5, 64}, {8, 0, 64}, {8, 6, 128}, {8, 9, 128}, {9, 0, 128}};
    for (int[] row : table) {
      assertEquals(row[2], new CudaDevice(0, "GPU", row[0], row[1], 1, 1).lanes());
    }
  }

  @Test
  void aRunNeedsTheMemoryThatItGets() {
    try (Gpu gpu = EmulatedGpu.open();
        Trainer trainer =
            new Trainer(
                () -> new MinAtar(Game.BREAKOUT),
                TRAINING,
                3,
                Execution.alone().accelerator(gpu))) {
      RunOutline outline =
          EnvironmentCalls.ask(
              () -> new MinAtar(Game.BREAKOUT),
              e ->
                  new RunOutline(EnvironmentCalls.identity(e), EnvironmentCalls.spec(e), TRAINING));
      long before = gpu.fleet().context().freeMemory();
      trainer.run(60);
      assertEquals(before - gpu.fleet().context().freeMemory(), GpuMeter.bytes(outline));
    }
    assertEquals(8, GpuMeter.updatesAhead(32));
    assertEquals(16, GpuMeter.updatesAhead(16));
  }
}
