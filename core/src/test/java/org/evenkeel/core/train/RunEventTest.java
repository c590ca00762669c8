package org.evenkeel.core.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.nn.Loss;
import org.evenkeel.core.nn.Optimizer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What listeners hear, when, and what they may do.
final class RunEventTest {
  private static final Training TRAINING = Runs.small(Algorithm.averaged(2));

  private static List<RunEvent> events(Training training) {
    List<RunEvent> events = new ArrayList<>();
    Trainer.train(Tasks.Naming::new, training, 1, Execution.alone(), events::add);
    return events;
  }

  private static <E extends RunEvent> List<E> only(Class<E> type, List<RunEvent> events) {
    return events.stream().filter(type::isInstance).map(type::cast).toList();
  }

  @Test
  void everyEpisodeSnapshotAndEvaluationIsTold() {
    List<RunEvent> events = events(TRAINING);
    // Naming's episodes have 8 steps, the run has 400.
    List<RunEvent.EpisodeEnded> episodes = only(RunEvent.EpisodeEnded.class, events);
    assertEquals(50, episodes.size());
    for (int i = 0; i < 50; i++) {
      assertEquals(8L * (i + 1), episodes.get(i).step());
      assertEquals(i + 1, episodes.get(i).episode());
      assertEquals(8, episodes.get(i).length());
    }
    // Learning starts after 40 steps, an update every 2, a snapshot every 20.
    assertEquals(
        List.of(new RunEvent.LearningStarted(42)), only(RunEvent.LearningStarted.class, events));
    List<RunEvent.SnapshotTaken> snapshots = only(RunEvent.SnapshotTaken.class, events);
    assertEquals(18, snapshots.size());
    assertEquals(new RunEvent.SnapshotTaken(60, 10), snapshots.getFirst());
    List<Long> evaluated =
        only(RunEvent.Evaluated.class, events).stream().map(RunEvent.Evaluated::step).toList();
    assertEquals(List.of(100L, 200L, 300L, 400L), evaluated);
    assertEquals(new RunEvent.Finished(400), events.getLast());
    double returns =
        episodes.stream().filter(e -> e.step() <= 25).mapToDouble(e -> e.totalReward()).sum();
    Metrics first = only(RunEvent.Measured.class, events).getFirst().metrics();
    assertEquals(returns / 3, first.meanReturn(), 1e-12);
  }

  /// Whatever the event, the step is complete: the checkpoint continues with the same bits.
  @Test
  void aListenerMayWriteACheckpointAtAnyEvent(@TempDir Path folder) throws IOException {
    Runs.Trace whole = Runs.trace(Tasks.Walk::new, TRAINING, 1, 1);
    List<Class<? extends RunEvent>> types =
        List.of(
            RunEvent.EpisodeEnded.class,
            RunEvent.LearningStarted.class,
            RunEvent.SnapshotTaken.class,
            RunEvent.Evaluated.class,
            RunEvent.Measured.class);
    for (Class<? extends RunEvent> type : types) {
      Path own = folder.resolve(type.getSimpleName());
      List<Long> written = new ArrayList<>();
      try (Trainer trainer = new Trainer(Tasks.Walk::new, TRAINING, 1)) {
        trainer.on(
            type,
            event -> {
              assertEquals(event.step(), trainer.step());
              if (event.step() <= 210) {
                write(own, trainer);
              }
            });
        trainer.on(RunEvent.CheckpointWritten.class, e -> written.add(e.step()));
        trainer.run(300);
      }
      assertFalse(written.isEmpty(), type.toString());
      try (Trainer trainer = new Trainer(Tasks.Walk::new, TRAINING, 1)) {
        assertEquals(written.getLast(), Checkpoint.resume(own, trainer).step());
        assertEquals(Outcome.FINISHED, trainer.run());
        org.junit.jupiter.api.Assertions.assertArrayEquals(
            whole.state(), Runs.state(trainer), type.toString());
      }
    }
  }

  /// A row that was told before the checkpoint, or is told after it: none is lost.
  @Test
  void aCheckpointAtAnEvaluationLosesNoLine(@TempDir Path folder) throws IOException {
    List<Long> lines = new ArrayList<>();
    try (Trainer trainer = new Trainer(Tasks.Walk::new, TRAINING, 1)) {
      trainer.on(
          RunEvent.Evaluated.class,
          event -> {
            write(folder, trainer);
            if (event.step() == 200) {
              throw new IllegalStateException("killed");
            }
          });
      trainer.on(RunEvent.Measured.class, event -> lines.add(event.step()));
      assertThrows(IllegalStateException.class, trainer::run);
    }
    try (Trainer trainer = new Trainer(Tasks.Walk::new, TRAINING, 1)) {
      Checkpoint.resume(folder, trainer);
      trainer.on(RunEvent.Measured.class, event -> lines.add(event.step()));
      trainer.run();
    }
    assertEquals(LongStream.rangeClosed(1, 16).map(i -> 25 * i).boxed().toList(), lines);
  }

  private static void write(Path folder, Trainer trainer) {
    try {
      Checkpoint.write(folder, trainer);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aListenerMayStopTheRunAndTheLoopOfTheGuideEnds() {
    try (Trainer trainer = new Trainer(Tasks.Walk::new, TRAINING, 1)) {
      List<RunEvent> heard = new ArrayList<>();
      trainer.on(
          RunEvent.SnapshotTaken.class,
          event -> {
            if (event.step() == 80) {
              trainer.stop();
            }
          });
      trainer.on(RunEvent.Stopped.class, heard::add);
      int slices = 0;
      Outcome outcome = Outcome.REACHED;
      while (outcome == Outcome.REACHED) {
        outcome = trainer.run(trainer.step() + 7);
        slices++;
      }
      assertEquals(Outcome.STOPPED, outcome);
      assertEquals(80, trainer.step());
      assertEquals(12, slices);
      assertTrue(trainer.stopped());
      assertEquals(List.of(new RunEvent.Stopped(80)), heard);
    }
  }

  @Test
  void aListenerThatThrowsEndsRunAndTheTrainerStaysUsable() {
    try (Trainer trainer = new Trainer(Tasks.Walk::new, TRAINING, 1)) {
      boolean[] throwing = {true};
      trainer.on(
          RunEvent.Measured.class,
          event -> {
            if (throwing[0]) {
              throw new IllegalStateException("no disk");
            }
          });
      assertThrows(IllegalStateException.class, trainer::run);
      assertEquals(25, trainer.step());
      throwing[0] = false;
      assertEquals(Outcome.FINISHED, trainer.run());
      assertTrue(
          java.util.Arrays.equals(
              Runs.trace(Tasks.Walk::new, TRAINING, 1, 1).state(), Runs.state(trainer)));
    }
  }

  @Test
  void divergenceIsTold() {
    Training wild =
        TRAINING
            .optimizer(new Optimizer.Sgd(1e30))
            .loss(new Loss(Loss.Kind.SQUARED, Loss.Reduction.SUM));
    List<RunEvent> events = new ArrayList<>();
    DivergedException e =
        assertThrows(
            DivergedException.class,
            () -> Trainer.train(Tasks.Walk::new, wild, 1, Execution.alone(), events::add));
    RunEvent.Diverged told = only(RunEvent.Diverged.class, events).getLast();
    assertEquals(e.step(), told.step());
    assertTrue(e.getMessage().contains(told.what()), e.getMessage());
  }

  @Test
  void whatNobodyListensToIsNotMade() {
    Listeners listeners = new Listeners();
    assertFalse(listeners.want(RunEvent.EpisodeEnded.class));
    listeners.add(RunEvent.Measured.class, m -> {});
    assertFalse(listeners.want(RunEvent.EpisodeEnded.class));
    listeners.add(RunEvent.class, m -> {});
    assertTrue(listeners.want(RunEvent.EpisodeEnded.class));
  }

  @Test
  void aListenerThatThrowsAtDivergenceEndsRunWithItsOwnException() {
    Training wild =
        TRAINING
            .optimizer(new Optimizer.Sgd(1e30))
            .loss(new Loss(Loss.Kind.SQUARED, Loss.Reduction.SUM));
    RuntimeException mine = new IllegalStateException("no disk");
    try (Trainer trainer = new Trainer(Tasks.Walk::new, wild, 1)) {
      trainer.on(
          RunEvent.Diverged.class,
          event -> {
            throw mine;
          });
      assertSame(mine, assertThrows(RuntimeException.class, trainer::run));
      assertTrue(mine.getSuppressed()[0] instanceof DivergedException);
    }
  }

  /// Only the event at which a listener throws is lost to those after it.
  @Test
  void theEventsAfterAListenerHasThrownAreToldByTheNextRun() {
    List<RunEvent> wanted = events(TRAINING);
    for (RunEvent at : wanted) {
      if (at instanceof RunEvent.Evaluating) {
        continue; // in the middle of an evaluation, which is then repeated
      }
      List<RunEvent> heard = new ArrayList<>();
      try (Trainer trainer = new Trainer(Tasks.Naming::new, TRAINING, 1)) {
        boolean[] thrown = new boolean[1];
        trainer.on(
            RunEvent.class,
            event -> {
              assertEquals(event.step(), trainer.step());
              heard.add(event);
              if (event.equals(at) && !thrown[0]) {
                thrown[0] = true;
                throw new IllegalStateException("no disk");
              }
            });
        assertThrows(IllegalStateException.class, trainer::run);
        assertEquals(Outcome.FINISHED, trainer.run());
      }
      assertEquals(wanted, heard, "after " + at);
    }
  }
}
