package org.evenkeel.lab.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleConsumer;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.train.AcceleratedRun;
import org.evenkeel.core.train.Accelerator;
import org.evenkeel.core.train.RunOutline;
import org.evenkeel.core.train.Training;
import org.evenkeel.lab.config.RunConfig;
import org.evenkeel.lab.run.AcceleratedRuns;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Trials of the processor are computed while an accelerator trains the others, and all end together.
@Timeout(60)
final class AcceleratedStudyTest {
  @TempDir private Path folder;
  private final CountDownLatch onAccelerator = new CountDownLatch(1);
  private final CountDownLatch onProcessor = new CountDownLatch(1);

  /// A run that never learns: the accelerator is asked for a seat, and takes no step.
  private static SmallStudy.Run run() {
    Training training = SmallStudy.training(Algorithm.dqn(), 500);
    return new SmallStudy.Run(
        "there", training.schedule(training.schedule().learningStartSteps(500)), 1);
  }

  /// Does something when a run begins to work.
  private record Fake(Runnable begins) implements Accelerator {
    @Override
    public String name() {
      return "fake";
    }

    @Override
    public String refusal(RunOutline run) {
      return "";
    }

    @Override
    public int fits(RunOutline run) {
      return 10;
    }

    @Override
    public Seat join(AcceleratedRun run) {
      return new Seat() {
        @Override
        public void working(boolean working) {
          if (working) {
            begins.run();
          }
        }

        @Override
        public void load() {
          throw new IllegalStateException("not in this run");
        }

        @Override
        public Reached advance(long untilStep, long measuredStep) {
          throw new IllegalStateException("not in this run");
        }

        @Override
        public Measurement measure(boolean successors) {
          throw new IllegalStateException("not in this run");
        }

        @Override
        public boolean startEvaluation(byte[] streamState, int longest) {
          throw new IllegalStateException("not in this run");
        }

        @Override
        public float[] play() {
          throw new IllegalStateException("not in this run");
        }

        @Override
        public void store() {}

        @Override
        public void close() {}
      };
    }
  }

  /// A trial that is no training run.
  private record Here(Runnable job, long memoryBytes) implements Trial {
    @Override
    public String name() {
      return "here";
    }

    @Override
    public String describe() {
      return "computed on the processor";
    }

    @Override
    public double work() {
      return 1;
    }

    @Override
    public Map<String, double[]> run(DoubleConsumer progress) {
      job.run();
      progress.accept(0.5); // ends here if the study was stopped
      return Map.of("done", new double[] {1});
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      if (!latch.await(20, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the other batch did not begin");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private StudyResults study(Runnable there, Here here) throws Exception {
    return new TrialRunner(folder, 2, StudyObserver.silent())
        .accelerator(new Fake(there), 10)
        .run(List.of(run(), here));
  }

  @Test
  void theProcessorWorksWhileTheAcceleratorDoes() throws Exception {
    StudyResults results =
        study(
            () -> {
              onAccelerator.countDown();
              await(onProcessor);
            },
            new Here(
                () -> {
                  onProcessor.countDown();
                  await(onAccelerator);
                },
                0));
    assertEquals(Set.of("there/seed1", "here"), results.finished().keySet());
  }

  @Test
  void aTrialThatFailsOnTheProcessorStopsTheAccelerator() {
    CountDownLatch failing = new CountDownLatch(1);
    IllegalStateException e =
        assertThrows(
            IllegalStateException.class,
            () ->
                study(
                    () -> {
                      onAccelerator.countDown();
                      await(failing);
                      pause();
                    },
                    new Here(
                        () -> {
                          await(onAccelerator);
                          failing.countDown();
                          throw new ArithmeticException("broken");
                        },
                        0)));
    assertEquals(
        "an error in trial here ended the study: java.lang.ArithmeticException: broken",
        e.getMessage());
    assertEquals(0, kept().size());
  }

  @Test
  void aRunThatFailsOnTheAcceleratorStopsTheProcessor() {
    CountDownLatch failing = new CountDownLatch(1);
    Exception e =
        assertThrows(
            Exception.class,
            () ->
                study(
                    () -> {
                      await(onProcessor);
                      failing.countDown();
                      throw new IllegalStateException("the GPU failed");
                    },
                    new Here(
                        () -> {
                          onProcessor.countDown();
                          await(failing);
                          pause();
                        },
                        0)));
    assertTrue(String.valueOf(e.getMessage()).contains("the GPU failed"), e.getMessage());
    assertEquals(0, kept().size());
  }

  /// The failure is reported a moment after the latch.
  private static void pause() {
    try {
      Thread.sleep(500);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private StudyResults kept() {
    return new TrialRunner(folder, 1, StudyObserver.silent())
        .kept(List.of(run(), new Here(() -> {}, 0)));
  }

  @Test
  void withoutMemoryForBothTheyComeOneAfterTheOther() throws Exception {
    long[] began = new long[2];
    long most = 1L << 50;
    List<RunConfig> runs = List.of(run().asRun().config());
    assertTrue(AcceleratedRuns.leaveRoom(runs, 1, 0, 0));
    assertFalse(AcceleratedRuns.leaveRoom(runs, 1, most, 0));
    assertFalse(AcceleratedRuns.leaveRoom(runs, 1, 0, most));
    assertFalse(AcceleratedRuns.leaveRoom(runs, 1_000_000_000, 0, 0));
    long tooMuch = largestThatFitsAlone(runs);
    study(
        () -> {
          if (began[0] == 0) { // a run works, pauses and works again
            pause();
            began[0] = System.nanoTime();
          }
        },
        new Here(() -> began[1] = System.nanoTime(), tooMuch));
    assertTrue(began[0] < began[1], "the processor's trial began first");
  }

  /// Returns memory that fits this machine, but not beside a run.
  private static long largestThatFitsAlone(List<RunConfig> runs) {
    long fits = 0;
    for (long step = 1L << 49; step > 0; step /= 2) {
      fits += AcceleratedRuns.leaveRoom(runs, 1, fits + step, 0) ? step : 0;
    }
    return fits + 1;
  }
}
