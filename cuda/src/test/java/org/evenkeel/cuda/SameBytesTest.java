package org.evenkeel.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.core.train.Execution;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Trains on the processor and on the emulated GPU, and compares every measurement and every byte of the files. On a
/// real GPU `cuda/verify` does the same with longer runs.
@Tag("slow")
class SameBytesTest {
  @TempDir Path folder;

  /// All cases at once: they are computed together, with different games, algorithms and settings side by side.
  @Test
  void everyAlgorithmAndSettingLeavesTheSameBytesAsOnTheProcessor() throws Exception {
    List<Cases> cases = new ArrayList<>();
    List<Cases> algorithms = Cases.algorithms(Cases.SHORT);
    for (int i = 0; i < 8; i++) { // each of eight algorithms, on one of five games
      cases.add(algorithms.get(i % 5 * 8 + i));
    }
    cases.addAll(Cases.settings(Cases.SHORT));
    List<Remains> processor =
        Remains.ofAll(cases, Execution.alone(), folder.resolve("processor"), 2);
    try (Gpu gpu = EmulatedGpu.open()) {
      List<Remains> onGpu =
          Remains.ofAll(
              cases, Execution.alone().accelerator(gpu), folder.resolve("gpu"), cases.size());
      for (int i = 0; i < cases.size(); i++) {
        assertEquals("", processor.get(i).difference(onGpu.get(i)), cases.get(i).toString());
        assertTrue(processor.get(i).measured().size() >= 6);
        assertTrue(processor.get(i).bytes() > 3_000_000);
      }
    }
  }

  /// The threads of a block run in the opposite order between two barriers. A kernel that lacks a barrier would compute
  /// something else.
  @Test
  void theOrderOfThreadsDoesNotMatter() throws Exception {
    List<Cases> cases = new ArrayList<>();
    List<Cases> all = Cases.algorithms(Cases.SHORT);
    for (int i : new int[] {1, 2 + 8, 3 + 3 * 8, 7 + 4 * 8}) {
      cases.add(all.get(i)); // Double-DQN, Averaged-DQN(10), Ensemble-DQN(3), dueling
    }
    List<Remains> processor =
        Remains.ofAll(cases, Execution.alone(), folder.resolve("processor"), 2);
    EmulatedGpu.set("EVENKEEL_EMULATOR_ORDER", "reversed");
    try (Gpu gpu = EmulatedGpu.open()) {
      List<Remains> onGpu =
          Remains.ofAll(
              cases, Execution.alone().accelerator(gpu), folder.resolve("gpu"), cases.size());
      for (int i = 0; i < cases.size(); i++) {
        assertEquals("", processor.get(i).difference(onGpu.get(i)), cases.get(i).toString());
      }
    } finally {
      EmulatedGpu.set("EVENKEEL_EMULATOR_ORDER", "");
    }
  }
}
