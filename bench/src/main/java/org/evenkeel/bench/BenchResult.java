package org.evenkeel.bench;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// The results of one run of the benchmarks.
///
/// @param machine the machine they were measured on
/// @param ceilingGflops peak speed of one core with fused multiply-adds, in billions of operations per second
/// @param rows the measured rows
public record BenchResult(Machine machine, double ceilingGflops, List<BenchRow> rows) {
  /// Copies the rows.
  public BenchResult {
    rows = List.copyOf(rows);
  }

  /// Returns the result as JSON.
  public String json() {
    return String.format(
        Locale.ROOT,
        "{%n  \"ceilingGflops\": %.3f,%n  \"cpu\": \"%s\",%n  \"cores\": %d,%n  \"java\": \"%s\",%n"
            + "  \"os\": \"%s\",%n  \"kernels\": \"%s\",%n  \"rows\": [%n%s%n  ]%n}%n",
        ceilingGflops,
        escape(machine.cpu()),
        machine.cores(),
        escape(machine.java()),
        escape(machine.os()),
        escape(machine.kernels()),
        rows.stream()
            .map(row -> "    " + row.json())
            .collect(Collectors.joining("," + System.lineSeparator())));
  }

  static String escape(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"");
  }
}
