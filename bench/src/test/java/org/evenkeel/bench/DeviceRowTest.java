package org.evenkeel.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.evenkeel.core.agent.Algorithm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/// The work of an update, and its shares of the limits, computed by hand.
class DeviceRowTest {

  private static UpdateCost cost(int k) {
    return UpdateCost.of(TrainingSetting.minAtar(Algorithm.averaged(k)), 8);
  }

  /// 37 x 16 + 1,025 x 128 + 129 x 6 = 132,566 parameters are 530,264 bytes. They are read once, then read and written
  /// with two moments; an eighth of each target network is read too.
  @Test
  void anUpdateReadsAndWritesParametersAndMoments() {
    assertEquals((1 + 6 + 0.125) * 530_264, cost(1).bytes(), 1e-6);
    assertEquals((1 + 6 + 1.25) * 530_264, cost(10).bytes(), 1e-6);
  }

  /// A pass of one state is 2 x 64 x 36 x 16 operations in the convolution, a tenth of which have an input that is 1, and
  /// 2 x (1,024 x 128 + 128 x 6) in the other layers: 7,372.8 + 263,680. Backward, the others count twice. A state is
  /// drawn 0.32 times in a period, so that a sample needs 0.8558 passes with one target network and 2.9976 with ten.
  @Test
  void theOperationsAreThoseOfThePassesThatRemain() {
    assertEquals(32 * (1.855784 * 271_052.8 + 534_732.8), cost(1).operations(), 100);
    assertEquals(32 * (3.997618 * 271_052.8 + 534_732.8), cost(10).operations(), 100);
  }

  private static DeviceRow row() {
    DeviceRow.OnGpu own =
        new DeviceRow.OnGpu(
            12_345_678,
            new UpdateCost(4e6, 33e6),
            new DeviceRow.Limits(4e12, 66e12),
            Map.of("act", 0.25));
    return new DeviceRow("A \"GPU\"", 264, 1, List.of(1.9, 1.95, 2.0, 2.1, 2.2), own);
  }

  @Test
  void theMedianCountsAndSharesAreOfIt() {
    // 4 MB take 1 us at 4 TB/s, and 33 MFLOP 0.5 us at 66 TFLOP/s: a half and a quarter of 2 us.
    assertEquals(
        "A \"GPU\"                        264   1      2.000    0.300      500,000      12.3",
        row().format());
    DeviceRow.OnGpu own = Objects.requireNonNull(row().onGpu());
    assertEquals(
        "  264   1     4.00    1.000    50%     33.0    0.500    25%", row().formatLimits(own));
    assertEquals(DeviceRow.HEADER.length(), row().format().length());
    assertEquals(DeviceRow.LIMITS_HEADER.length(), row().formatLimits(own).length());
  }

  @Test
  void aRowIsJson() {
    assertEquals(
        "{\"device\": \"A \\\"GPU\\\"\", \"gpu\": true, \"runs\": 264, \"k\": 1, \"microsPerStep\": 2.00000,"
            + " \"microsOfRounds\": [1.90000, 1.95000, 2.00000, 2.10000, 2.20000], \"stepsPerSecond\": 500000.0,"
            + " \"gpuBytesPerRun\": 12345678, \"bytesPerUpdate\": 4000000, \"operationsPerUpdate\": 33000000,"
            + " \"shareOfCopySpeed\": 0.5000, \"shareOfTheoreticalFp32\": 0.2500,"
            + " \"kernelMicros\": {\"act\": 0.25000}}",
        row().json());
    assertEquals(
        "{\"device\": \"CPU\", \"gpu\": false, \"runs\": 2, \"k\": 10, \"microsPerStep\": 500.00000,"
            + " \"microsOfRounds\": [500.00000], \"stepsPerSecond\": 2000.0}",
        new DeviceRow("CPU", 2, 10, List.of(500.0), null).json());
  }

  @Test
  void numbersOutOfRangeAreRefused() {
    refused(List.of(0), List.of(1), "--runs must each be 1 to 2048, were [0]");
    refused(List.of(1, 2049), List.of(1), "--runs must each be 1 to 2048, were [1, 2049]");
    refused(List.of(1), List.of(65), "--k must each be 1 to 64, were [65]");
  }

  private static void refused(List<Integer> runs, List<Integer> ks, String sentence) {
    Executable wrong = () -> new DeviceReport.Settings(runs, ks, 1, null);
    assertEquals(sentence, assertThrows(IllegalArgumentException.class, wrong).getMessage());
  }
}
