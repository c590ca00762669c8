package org.evenkeel.cuda;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.evenkeel.core.train.Execution;

/// Compares every byte of runs on the processor with those on the GPU, and prints a table: `cuda/verify [STEPS]`.
final class Verify {
  private Verify() {}

  /// Trains on both, and compares.
  ///
  /// @param args the steps of each run, or `short` for runs that are as short as in the tests; 20,000 if empty
  public static void main(String[] args) throws Exception {
    Locale.setDefault(Locale.ROOT);
    boolean isShort = args.length > 0 && args[0].equals("short");
    int steps =
        isShort ? Cases.SHORT.steps() : args.length == 0 ? 20_000 : Integer.parseInt(args[0]);
    Cases.Length length = isShort ? Cases.SHORT : Cases.full(steps);
    List<Cases> cases = new ArrayList<>(Cases.algorithms(length));
    cases.addAll(Cases.settings(length));
    Path folder = Files.createTempDirectory("evenkeel-verify");
    try (Gpu gpu = Gpu.open()) {
      System.out.printf(
          "%d runs of %,d steps on %s and on %d cores%n",
          cases.size(), steps, gpu.name(), Runtime.getRuntime().availableProcessors());
      long start = System.nanoTime();
      List<Remains> onGpu =
          Remains.ofAll(
              cases, Execution.alone().accelerator(gpu), folder.resolve("gpu"), cases.size());
      double gpuSeconds = (System.nanoTime() - start) / 1e9;
      start = System.nanoTime();
      int cores = Runtime.getRuntime().availableProcessors();
      List<Remains> processor =
          Remains.ofAll(cases, Execution.alone(), folder.resolve("cpu"), cores);
      double seconds = (System.nanoTime() - start) / 1e9;
      int different = 0;
      System.out.println("| game | run | measurements | bytes compared | result |");
      System.out.println("|---|---|---|---|---|");
      for (int i = 0; i < cases.size(); i++) {
        String difference = processor.get(i).difference(onGpu.get(i));
        different += difference.isEmpty() ? 0 : 1;
        System.out.printf(
            "| %s | %s | %d | %,d | %s |%n",
            cases.get(i).game().id(),
            cases.get(i).name(),
            processor.get(i).measured().size(),
            processor.get(i).bytes(),
            difference.isEmpty() ? "equal" : "DIFFERENT: " + difference);
      }
      System.out.printf("GPU %.1f s, processor %.1f s%n", gpuSeconds, seconds);
      System.out.printf("%d equal, %d different%n", cases.size() - different, different);
      if (different > 0) {
        System.exit(1);
      }
    } finally {
      delete(folder);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
