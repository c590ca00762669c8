package org.evenkeel.core.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.core.agent.Algorithm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a trainer asks of an accelerator, and when. Whether the numbers are the same is tested where there is a real one:
/// in the module cuda.
class AcceleratorTest {
  @TempDir Path folder;

  /// Takes steps without computing anything, and writes down each call.
  private static final class Recorder implements Accelerator {
    final List<String> calls = new ArrayList<>();
    String refusal = "";
    long failsAt = Long.MAX_VALUE;

    @Override
    public String name() {
      return "recorder";
    }

    @Override
    public String refusal(RunOutline run) {
      return refusal;
    }

    @Override
    public int fits(RunOutline run) {
      return 1;
    }

    @Override
    public Seat join(AcceleratedRun run) {
      return new Seat() {
        @Override
        public void working(boolean working) {
          calls.add(working ? "works" : "pauses");
        }

        @Override
        public void load() {
          calls.add("load at " + run.step());
        }

        @Override
        public Reached advance(long untilStep, long measuredStep) {
          calls.add("advance to " + untilStep + ", measured at " + measuredStep);
          return untilStep >= failsAt
              ? new Reached(failsAt, "the loss is NaN")
              : new Reached(untilStep, null);
        }

        @Override
        public Measurement measure(boolean successors) {
          calls.add("measure");
          int states = 0;
          for (var batch : run.heldOut()) {
            states += batch.size();
          }
          return new Measurement(run.section("meter"), 7, new float[states], new float[0]);
        }

        @Override
        public boolean startEvaluation(byte[] streamState, int longest) {
          throw new IllegalStateException("not in these runs");
        }

        @Override
        public float[] play() {
          throw new IllegalStateException("not in these runs");
        }

        @Override
        public void store() {
          calls.add("store");
        }

        @Override
        public void close() {
          calls.add("close");
        }
      };
    }
  }

  private static Training training() {
    Training training = Training.of(Algorithm.averaged(2));
    return training
        .schedule(training.schedule().steps(300).learningStartSteps(50).metricsPeriodSteps(100))
        .evaluation(training.evaluation().periodSteps(0).heldOutStates(20));
  }

  @Test
  void aRunBeginsOnTheProcessorAndIsStoredOnlyForCheckpointsAndPolicies() throws Exception {
    Recorder recorder = new Recorder();
    List<Long> updates = new ArrayList<>();
    try (Trainer trainer =
        new Trainer(Tasks.Walk::new, training(), 1, Execution.alone().accelerator(recorder))) {
      trainer.on(RunEvent.Measured.class, e -> updates.add(e.metrics().updates()));
      trainer.run(150);
      Checkpoint.write(folder, trainer);
      Checkpoint.write(folder, trainer);
      trainer.run();
      trainer.policy();
    }
    assertEquals(
        List.of(
            "works",
            "load at 51",
            "advance to 100, measured at 100",
            "measure",
            "advance to 150, measured at 200",
            "pauses",
            "store",
            "works",
            "advance to 200, measured at 200",
            "measure",
            "advance to 300, measured at 300",
            "measure",
            "pauses",
            "store",
            "close"),
        recorder.calls);
    assertEquals(List.of(7L, 7L, 7L), updates);
  }

  @Test
  void aNumberThatIsNotFiniteEndsTheRunAtItsStep() {
    Recorder recorder = new Recorder();
    recorder.failsAt = 120;
    try (Trainer trainer =
        new Trainer(Tasks.Walk::new, training(), 1, Execution.alone().accelerator(recorder))) {
      DivergedException e = assertThrows(DivergedException.class, trainer::run);
      assertEquals(120, e.step());
      assertEquals("the loss is NaN", e.what());
      assertEquals(119, trainer.step());
      assertTrue(recorder.calls.contains("pauses"));
    }
  }

  @Test
  void aRunThatIsRefusedDoesNotBegin() {
    Recorder recorder = new Recorder();
    recorder.refusal = "batchSize must be at most 32, was 64";
    Execution execution = Execution.alone().accelerator(recorder);
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> new Trainer(Tasks.Walk::new, training(), 1, execution));
    assertTrue(
        String.valueOf(e.getMessage()).contains("batchSize must be at most 32, was 64"),
        e.getMessage());
    assertEquals(List.of(), recorder.calls);
  }
}
