package org.evenkeel.bench;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The measured speed of some runs at once.
///
/// @param device the name of the GPU or of the processor
/// @param runs the number of runs at once
/// @param k the number of target networks
/// @param micros the time of one step with its update of one run, in microseconds, in each round; the fastest first
/// @param onGpu the rest; null for the processor
record DeviceRow(String device, int runs, int k, List<Double> micros, @Nullable OnGpu onGpu) {
  static final String HEADER =
      String.format(
          "%-28s %5s %3s %10s %8s %12s %9s",
          "device", "runs", "K", "us a step", "spread", "steps/s", "MB a run");

  static final String LIMITS_HEADER =
      String.format(
          "%5s %3s %8s %8s %6s %8s %8s %6s",
          "runs", "K", "MB", "us", "share", "MFLOP", "us", "share");

  /// The part of a row that only a GPU has.
  ///
  /// @param bytes the memory of one run on the GPU
  /// @param cost the work of one update
  /// @param limits the speed of the hardware
  /// @param kernelMicros the time of each kernel, for one run
  record OnGpu(long bytes, UpdateCost cost, Limits limits, Map<String, Double> kernelMicros) {
    /// Returns the time that the bytes of an update need at the speed of a copy.
    double memoryMicros() {
      return 1e6 * cost.bytes() / limits.copyBytesPerSecond;
    }

    /// Returns the time that the arithmetic of an update needs at the theoretical speed.
    double arithmeticMicros() {
      return 1e6 * cost.operations() / limits.operationsPerSecond;
    }
  }

  /// The speed of a GPU.
  ///
  /// @param copyBytesPerSecond the bytes that a copy reads and writes, measured
  /// @param operationsPerSecond single-precision operations, in theory
  record Limits(double copyBytesPerSecond, double operationsPerSecond) {}

  double medianMicros() {
    return micros.get(micros.size() / 2);
  }

  double stepsPerSecond() {
    return 1e6 / medianMicros();
  }

  String format() {
    return String.format(
        Locale.ROOT,
        "%-28s %5d %3d %10.3f %8.3f %,12.0f %9s",
        device,
        runs,
        k,
        medianMicros(),
        micros.getLast() - micros.getFirst(),
        stepsPerSecond(),
        onGpu == null ? "" : String.format(Locale.ROOT, "%.1f", onGpu.bytes / 1e6));
  }

  /// Returns the work of an update, its time at each limit of the GPU, and the share of the measured time.
  String formatLimits(OnGpu own) {
    return String.format(
        Locale.ROOT,
        "%5d %3d %8.2f %8.3f %5.0f%% %8.1f %8.3f %5.0f%%",
        runs,
        k,
        own.cost.bytes() / 1e6,
        own.memoryMicros(),
        100 * own.memoryMicros() / medianMicros(),
        own.cost.operations() / 1e6,
        own.arithmeticMicros(),
        100 * own.arithmeticMicros() / medianMicros());
  }

  String json() {
    String rounds =
        micros.stream()
            .map(us -> String.format(Locale.ROOT, "%.5f", us))
            .collect(Collectors.joining(", "));
    return String.format(
        Locale.ROOT,
        "{\"device\": \"%s\", \"gpu\": %b, \"runs\": %d, \"k\": %d, \"microsPerStep\": %.5f,"
            + " \"microsOfRounds\": [%s], \"stepsPerSecond\": %.1f%s}",
        BenchResult.escape(device),
        onGpu != null,
        runs,
        k,
        medianMicros(),
        rounds,
        stepsPerSecond(),
        onGpu == null ? "" : json(onGpu));
  }

  private String json(OnGpu own) {
    String kernels =
        own.kernelMicros.entrySet().stream()
            .map(e -> String.format(Locale.ROOT, "\"%s\": %.5f", e.getKey(), e.getValue()))
            .collect(Collectors.joining(", "));
    return String.format(
        Locale.ROOT,
        ", \"gpuBytesPerRun\": %d, \"bytesPerUpdate\": %.0f, \"operationsPerUpdate\": %.0f,"
            + " \"shareOfCopySpeed\": %.4f, \"shareOfTheoreticalFp32\": %.4f, \"kernelMicros\": {%s}",
        own.bytes,
        own.cost.bytes(),
        own.cost.operations(),
        own.memoryMicros() / medianMicros(),
        own.arithmeticMicros() / medianMicros(),
        kernels);
  }
}
