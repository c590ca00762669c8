package org.evenkeel.core.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.SnapshotWindow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The order in which the loop does things, recorded and compared.
class TapeTest {
  private static final Training TRAINING =
      Training.of(Algorithm.averaged(3))
          .schedule(new Schedule(100, 20, 4, 1, 4, 10, 30))
          .evaluation(new EvaluationPlan(50, 1, 0, 4));

  @Test
  void aHundredStepsInTheirExactOrder() {
    List<String> wanted = new ArrayList<>();
    // Naming's episodes have 8 steps: a reset before steps 1, 9, 17, ...
    for (long t = 1; t <= 100; t++) {
      if (t % 8 == 1) {
        wanted.add(t + " RESET");
      }
      wanted.add(t + " ACT");
      wanted.add(t + " STEP");
      wanted.add(t + " ADD");
      if (t > 20 && t % 4 == 0) {
        wanted.add(t + " UPDATE");
      }
      if (t > 20 && t % 10 == 0) { // also at 30, 50, 70 and 90, which have no update
        wanted.add(t + " SNAPSHOT");
      }
      if (t == 50 || t == 100) {
        wanted.add(t + " EVALUATE");
      }
      if (t % 30 == 0 || t == 50 || t == 100) {
        wanted.add(t + " MEASURE");
      }
    }
    assertEquals(wanted, tape(TRAINING));
  }

  @Test
  void theStepsAroundTheStartOfLearningWrittenOut() {
    List<String> tape = tape(TRAINING);
    int from = tape.indexOf("20 ACT");
    assertEquals(
        List.of(
            "20 ACT",
            "20 STEP",
            "20 ADD", // learning starts after step 20: no update here
            "21 ACT",
            "21 STEP",
            "21 ADD",
            "22 ACT",
            "22 STEP",
            "22 ADD",
            "23 ACT",
            "23 STEP",
            "23 ADD",
            "24 ACT",
            "24 STEP",
            "24 ADD",
            "24 UPDATE",
            "25 RESET",
            "25 ACT"),
        tape.subList(from, from + 18));
    int snapshot = tape.indexOf("40 SNAPSHOT"); // it has the update of its step
    assertEquals("40 UPDATE", tape.get(snapshot - 1));
  }

  @Test
  void severalUpdatesAPeriodAndSnapshotsCountedInUpdates() {
    Training training =
        TRAINING
            .schedule(new Schedule(16, 4, 4, 3, 4, 4, 100))
            .evaluation(new EvaluationPlan(0, 1, 0, 4))
            .window(w -> w.clock(SnapshotWindow.Clock.UPDATES));
    List<String> tape = tape(training);
    tape.removeIf(e -> !e.endsWith("UPDATE") && !e.endsWith("SNAPSHOT"));
    assertEquals(
        List.of(
            "8 UPDATE",
            "8 UPDATE",
            "8 UPDATE",
            "12 UPDATE",
            "12 SNAPSHOT",
            "12 UPDATE",
            "12 UPDATE",
            "16 UPDATE",
            "16 UPDATE",
            "16 SNAPSHOT",
            "16 UPDATE"),
        tape);
  }

  /// The step is done and its measurement is not: it comes first when the run goes on.
  @Test
  void anEvaluationThatIsStoppedIsMadeAgain(@TempDir Path folder) throws IOException {
    Training training = TRAINING.evaluation(new EvaluationPlan(50, 1, 0, 4, 500, 0));
    List<String> tape = new ArrayList<>();
    for (int part = 0; part < 3; part++) {
      boolean stops = part < 2; // twice, and nothing is lost but time
      Trainer[] stopped = new Trainer[1];
      try (Trainer trainer =
          Runs.trainer(
              Tasks.Naming::new,
              training,
              1,
              1,
              event -> {
                if (stops && event instanceof RunEvent.Evaluating e && e.share() > 0.3) {
                  stopped[0].stop();
                }
              })) {
        stopped[0] = trainer;
        if (part > 0) {
          assertEquals(50, Checkpoint.resume(folder, trainer).step());
          assertTrue(trainer.measurementPending());
        }
        trainer.record((step, act) -> write(tape, step, act));
        trainer.run(Long.MAX_VALUE);
        if (stops) {
          assertEquals(50, trainer.step());
          assertTrue(trainer.measurementPending());
          tape.add("stopped");
        }
        Checkpoint.write(folder, trainer);
      }
    }
    List<String> wanted = new ArrayList<>(tape(TRAINING));
    int at = wanted.indexOf("50 EVALUATE");
    wanted.addAll(at, List.of("50 EVALUATE", "stopped", "50 EVALUATE", "stopped"));
    assertEquals(wanted, tape);
  }

  private static void write(List<String> tape, long step, Loop.Act act) {
    if (act != Loop.Act.LEARN && act != Loop.Act.EPISODE_ENDED) { // they follow from the others
      tape.add(step + " " + act);
    }
  }

  private static List<String> tape(Training training) {
    List<String> tape = new ArrayList<>();
    try (Trainer trainer = Runs.trainer(Tasks.Naming::new, training, 1, 1, event -> {})) {
      trainer.record((step, act) -> write(tape, step, act));
      trainer.run(Long.MAX_VALUE);
    }
    return tape;
  }
}
