package org.evenkeel.bench;

import java.util.Locale;

/// One measured row.
///
/// @param name the name of the measurement
/// @param threads number of threads
/// @param k number of target networks
/// @param millis median time of one call
/// @param spreadMillis slowest minus fastest iteration
/// @param gflops billions of floating-point operations per second; 0 for a game, which has none
/// @param shareOfCeiling share of the peak speed of that many cores
/// @param bytesAllocated bytes allocated by one call, on all its threads
/// @param targetPasses target passes per sample, 0 for a product or a game
public record BenchRow(
    String name,
    int threads,
    int k,
    double millis,
    double spreadMillis,
    double gflops,
    double shareOfCeiling,
    double bytesAllocated,
    double targetPasses) {

  static final String HEADER =
      String.format(
          "%-27s %7s %3s %10s %9s %8s %8s %10s %7s",
          "name", "threads", "K", "ms", "spread", "GFLOP/s", "ceiling", "bytes", "passes");

  /// Whether the iterations agree. If they differ by more than their median, something else was measured (another
  /// process, the compiler), and the row is meaningless.
  boolean settled() {
    return spreadMillis <= millis;
  }

  String format() {
    String row =
        String.format(
            Locale.ROOT,
            "%-27s %7d %3d %10.4f %9.4f %8s %8s %10.0f %7s",
            name,
            threads,
            k,
            millis,
            spreadMillis,
            orNothing("%.1f", gflops),
            orNothing("%.0f%%", 100 * shareOfCeiling),
            bytesAllocated,
            orNothing("%.1f", targetPasses));
    return settled() ? row : row + "   not settled";
  }

  private static String orNothing(String form, double number) {
    return number == 0 ? "" : String.format(Locale.ROOT, form, number);
  }

  String json() {
    return String.format(
        Locale.ROOT,
        "{\"name\": \"%s\", \"threads\": %d, \"k\": %d, \"millis\": %.6f, \"spreadMillis\": %.6f,"
            + " \"gflops\": %.3f, \"shareOfCeiling\": %.4f, \"bytesAllocated\": %.1f,"
            + " \"targetPasses\": %.3f, \"settled\": %b}",
        name,
        threads,
        k,
        millis,
        spreadMillis,
        gflops,
        shareOfCeiling,
        bytesAllocated,
        targetPasses,
        settled());
  }
}
