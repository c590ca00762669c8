package org.evenkeel.core.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.replay.Sampling;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A run that is continued beyond its end is the run that was longer from the beginning.
class LongerRunTest {
  private static final Training LONG = Runs.small(Algorithm.averaged(3));

  @TempDir Path folder;

  static List<Algorithm> algorithms() {
    return Runs.everyNamedAlgorithm();
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void everyAlgorithmGoesOnBeyondItsEndBitForBit(Algorithm algorithm) throws IOException {
    Training training = Runs.small(algorithm);
    for (int from : new int[] {100, 300}) {
      Path own = Files.createTempDirectory(folder, "run");
      finished(training.steps(from), own);
      assertContinued(training, own, from);
    }
  }

  @Test
  void anEndThatWasStoppedBeforeItWasMeasuredIsNotMeasured() throws IOException {
    try (Trainer trainer = new Trainer(Tasks.Walk::new, LONG.steps(190), 1)) {
      trainer.on(
          RunEvent.Evaluating.class,
          e -> {
            if (e.step() == 190) {
              trainer.stop();
            }
          });
      trainer.run();
      assertEquals(190, trainer.step());
      assertTrue(trainer.measurementPending());
      Checkpoint.write(folder, trainer);
    }
    assertContinued(LONG, folder, 190);
  }

  private static void assertContinued(Training training, Path own, long from) throws IOException {
    Runs.Trace whole = Runs.trace(Tasks.Walk::new, training, 1, 1);
    List<String> lines = new ArrayList<>();
    try (Trainer trainer = trainer(training, lines)) {
      Checkpoint.resume(own, trainer, Set.of(from));
      trainer.run(350);
      Checkpoint.write(own, trainer);
    }
    // From a checkpoint of the new length and stored steps of both.
    try (Trainer trainer = trainer(training, lines)) {
      assertEquals(350, Checkpoint.resume(own, trainer).step());
      trainer.run();
      assertTrue(trainer.finished());
      assertArrayEquals(whole.state(), Runs.state(trainer));
    }
    int all = whole.lines().size();
    assertEquals(whole.lines().subList(all - lines.size(), all), lines);
  }

  private static Trainer trainer(Training training, List<String> lines) {
    return Runs.trainer(Tasks.Walk::new, training, 1, 1, event -> lines.add(event.toString()));
  }

  private static void finished(Training training, Path own) throws IOException {
    try (Trainer trainer = new Trainer(Tasks.Walk::new, training, 1)) {
      trainer.run();
      Checkpoint.write(own, trainer);
    }
  }

  @Test
  void anotherLengthThatNobodyNamedIsRefused() throws IOException {
    finished(LONG.steps(300), folder);
    refused(LONG, Set.of(), "schedule.steps is 300 there and 400 here");
    refused(LONG, Set.of(200L), "schedule.steps is 300 there and 400 here");
    refused(
        LONG.discount(0.5), Set.of(300L), "discount is 0.99 there and 0.5 here; schedule.steps is");
    refused(
        LONG.steps(200),
        Set.of(300L),
        "'checkpoint-300.bin' is beyond the end: the run should have 200 steps");
  }

  @Test
  void stepsThatDependOnTheLengthAreNotContinued() throws IOException {
    Training prioritized = LONG.sampling(Sampling.Prioritized.published());
    assertTrue(Checkpoint.dependsOnLength(prioritized));
    assertFalse(Checkpoint.dependsOnLength(LONG));
    finished(prioritized.steps(300), folder);
    refused(prioritized, Set.of(300L), "schedule.steps is 300 there and 400 here");
  }

  private void refused(Training training, Set<Long> lengths, String part) {
    try (Trainer trainer = new Trainer(Tasks.Walk::new, training, 1)) {
      String sentence =
          assertThrows(IOException.class, () -> Checkpoint.resume(folder, trainer, lengths))
              .getMessage();
      assertTrue(sentence.contains(part), sentence);
    }
  }
}
