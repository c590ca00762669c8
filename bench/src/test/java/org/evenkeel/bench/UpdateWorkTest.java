package org.evenkeel.bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The benchmarks compute the right thing.
@Tag("slow")
class UpdateWorkTest {

  @ParameterizedTest
  @EnumSource(UpdateWork.Task.class)
  void updatesLearnAndDoNotDependOnThreads(UpdateWork.Task task) {
    int updates = task == UpdateWork.Task.NATURE ? 3 : 30;
    try (UpdateWork one = new UpdateWork(task, 2, 1, false);
        UpdateWork two = new UpdateWork(task, 2, 2, false)) {
      double first = one.update();
      two.update();
      double last = first;
      for (int i = 1; i < updates; i++) {
        last = one.update();
        two.update();
      }
      assertTrue(last < first, last + " must be below " + first);
      assertArrayEquals(one.parameters(), two.parameters());
      assertEquals(2L * task.batch(), one.targetPasses());
    }
  }

  @Test
  void rememberingSavesThePassesThatTheFormulaPromises() {
    // MinAtar draws 1,000 minibatches of 32 out of 100,000 in a period: 0.32 draws for each slot.
    double p = 0.32;
    double promised = (1 - Math.exp(-p * 10)) / p;
    try (UpdateWork work = new UpdateWork(UpdateWork.Task.MINATAR, 10, 1, true)) {
      long passes = 0;
      int updates = 1_000;
      for (int i = 0; i < updates; i++) {
        work.update();
        passes += work.targetPasses();
      }
      // About 96,000 of 320,000 passes: the share has a deviation below 0.1 %, its value below
      // 0.01.
      assertEquals(promised, passes / (32.0 * updates), 0.05);
    }
  }

  @Test
  void aNatureUpdateIsTheWorkOfThePapersNetwork() {
    assertEquals(2.19e9, UpdateWork.Task.NATURE.operations(1), 0.01e9);
    assertEquals(1.59e9 + 6.0e9, UpdateWork.Task.NATURE.operations(10), 0.03e9);
  }

  @Test
  void resultsAreJson() {
    BenchRow row = new BenchRow("nature", 2, 10, 1.5, 0.1, 100, 0.5, 0, 7.1);
    Machine machine = new Machine("A \"quoted\" CPU", 2, "25", "Linux", "scalar");
    String json = new BenchResult(machine, 116.5, List.of(row, row)).json();
    assertTrue(json.contains("\"ceilingGflops\": 116.500"), json);
    assertTrue(json.contains("A \\\"quoted\\\" CPU"), json);
    assertTrue(
        json.contains("{\"name\": \"nature\", \"threads\": 2, \"k\": 10, \"millis\": 1.500000"),
        json);
  }
}
