package org.evenkeel.paper.minatar;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Exploration;
import org.evenkeel.core.train.Checkpoint;
import org.evenkeel.core.train.Training;
import org.evenkeel.lab.run.RunDirectory;
import org.evenkeel.lab.study.TrainingRun;
import org.evenkeel.lab.study.TrialResult;
import org.evenkeel.lab.study.TrialRunner;
import org.evenkeel.paper.StrictObserver;
import org.evenkeel.paper.games.GameTrial;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class MinAtarTrialTest {
  private static final long STEPS = 400;

  @TempDir private Path folder;

  private static void none(String warning) {
    fail(warning);
  }

  private static GameTrial trial(Algorithm algorithm, long seed) {
    return trial(training(algorithm, STEPS), seed);
  }

  private static GameTrial trial(Training training, long seed) {
    return new GameTrial(new MinAtarProtocol(), "breakout", "minatar/breakout", training, seed);
  }

  private static Training training(Algorithm algorithm, long steps) {
    return new MinAtarProtocol().training("breakout", algorithm, steps);
  }

  private static void assertSame(Map<String, double[]> wanted, Map<String, double[]> given) {
    assertEquals(List.copyOf(wanted.keySet()), List.copyOf(given.keySet()));
    wanted.forEach((name, column) -> assertArrayEquals(column, given.get(name), name));
  }

  @Test
  void oneThatIsGivenUpGoesOnToTheSameNumbersAndKeepsItsPolicyAlone() throws IOException {
    GameTrial trial = trial(Algorithm.averaged(2), 3);
    Path whole = folder.resolve("whole");
    Map<String, double[]> wanted = trial.run(whole, 1, share -> {}, MinAtarTrialTest::none);
    Path stopped = folder.resolve("stopped");
    assertEquals(0, trial.begun(stopped));
    assertThrows(
        CancellationException.class,
        () ->
            trial.run(
                stopped,
                1,
                share -> {
                  if (share > 0.3) {
                    throw new CancellationException();
                  }
                },
                MinAtarTrialTest::none));
    assertTrue(trial.begun(stopped) > 0.3, "begun " + trial.begun(stopped));
    assertTrue(trial.begun(stopped) < 1, "begun " + trial.begun(stopped));
    double[] first = {-1};
    Map<String, double[]> given =
        trial.run(
            stopped,
            1,
            share -> {
              if (first[0] < 0) {
                first[0] = share;
              }
            },
            MinAtarTrialTest::none);
    assertSame(wanted, given);
    assertTrue(first[0] > 0.3, "it began again at " + first[0]);
    assertTrue(Checkpoint.exists(stopped), "until the result is kept");
    trial.kept(stopped, new TrialResult.Finished(given));
    assertFalse(Checkpoint.exists(stopped));
    assertTrue(Files.exists(stopped.resolve("policy.safetensors")));
    // Its result was lost: it is read from the rows of the run.
    assertSame(wanted, trial.rebuilt(stopped).orElseThrow());
  }

  /// A process that is killed after it has written the result leaves the checkpoints: the next one removes them.
  @Test
  void whatIsNoLongerNeededIsRemovedByTheNextStart() throws Exception {
    GameTrial trial = trial(Algorithm.dqn(), 1);
    Path run = folder.resolve(trial.name());
    Map<String, double[]> wanted = trial.run(run, 1, share -> {}, MinAtarTrialTest::none);
    TrialRunner study = new TrialRunner(folder, 1, new StrictObserver());
    assertSame(
        wanted, study.run(List.of(trial)).finished().get(trial.name())); // from its checkpoint
    assertFalse(Checkpoint.exists(run));
    Files.writeString(run.resolve("checkpoint-400.bin"), "");
    Files.writeString(run.resolve("replay-0-400.bin"), "");
    assertSame(wanted, study.run(List.of(trial)).finished().get(trial.name()));
    assertFalse(Checkpoint.exists(run));
    assertFalse(Files.exists(run.resolve("replay-0-400.bin")));
  }

  @Test
  void aRunThatLostItsRowsHasThemAgainFromItsCheckpoint() throws IOException {
    GameTrial trial = trial(Algorithm.dqn(), 1);
    Path run = folder.resolve("run");
    Map<String, double[]> wanted = trial.run(run, 1, share -> {}, MinAtarTrialTest::none);
    Files.delete(run.resolve("metrics.csv"));
    List<String> warnings = new ArrayList<>();
    Map<String, double[]> given = trial.run(run, 1, share -> {}, warnings::add);
    wanted.forEach((name, column) -> assertArrayEquals(column, given.get(name), name));
    assertEquals(
        List.of(
            trial.name() + ": metrics.csv is missing; its rows are restored from the checkpoint"),
        warnings);
  }

  @Test
  void aRunThatLostItsRowsAndHasNoCheckpointIsMovedAsideAndTrainedAgain() throws IOException {
    GameTrial trial = trial(Algorithm.dqn(), 1);
    Path run = folder.resolve("run");
    Map<String, double[]> wanted = trial.run(run, 1, share -> {}, MinAtarTrialTest::none);
    trial.kept(run, new TrialResult.Finished(wanted));
    Files.delete(run.resolve("metrics.csv"));
    assertEquals(Optional.empty(), trial.rebuilt(run));
    List<String> warnings = new ArrayList<>();
    assertSame(wanted, trial.run(run, 1, share -> {}, warnings::add));
    Path aside = folder.resolve("run-before-1");
    assertTrue(Files.exists(aside.resolve("policy.safetensors")));
    assertEquals(1, warnings.size(), warnings::toString);
    assertTrue(
        warnings.getFirst().contains("; it was moved to '" + aside + "'"), warnings::toString);
  }

  @Test
  void evaluationsAreEvenlySpacedAndTheLastIsAtTheEnd() throws IOException {
    Map<String, double[]> columns =
        trial(Algorithm.dqn(), 1)
            .run(folder.resolve("run"), 1, share -> {}, MinAtarTrialTest::none);
    assertArrayEquals(
        IntStream.rangeClosed(1, MinAtarProtocol.EVALUATIONS).mapToDouble(i -> 20.0 * i).toArray(),
        columns.get(TrainingRun.STEP));
    assertEquals(
        List.of(
            "step",
            "return",
            "return_sd",
            "length",
            "value",
            "discounted_return",
            "held_out_value",
            "training_return"),
        List.copyOf(columns.keySet()));
  }

  @Test
  void whatWasOnlyBegunWithOtherSettingsIsPutAside() throws IOException {
    Path run = folder.resolve("run");
    assertThrows(
        CancellationException.class,
        () ->
            trial(Algorithm.dqn(), 1).run(run, 1, MinAtarTrialTest::half, MinAtarTrialTest::none));
    assertTrue(Checkpoint.exists(run));
    List<String> said = new ArrayList<>();
    trial(Algorithm.dqn(), 2).run(run, 1, share -> {}, said::add);
    Path aside = folder.resolve("run-before-1");
    assertTrue(Checkpoint.exists(aside));
    assertEquals(1, RunDirectory.config(aside).seed());
    assertTrue(said.getFirst().contains("'" + aside + "'"), said.toString());
  }

  /// The result is there, but the folder beside it belongs to another run by now: its checkpoints are not ours to delete.
  @Test
  void checkpointsOfAnotherRunStay() throws IOException {
    Path run = folder.resolve("run");
    Map<String, double[]> columns =
        trial(Algorithm.dqn(), 1).run(run, 1, share -> {}, MinAtarTrialTest::none);
    trial(Algorithm.dqn(), 2).kept(run, new TrialResult.Finished(columns));
    assertTrue(Checkpoint.exists(run));
    Path policy = run.resolve("policy.safetensors");
    byte[] bytes = Files.readAllBytes(policy);
    Files.delete(policy);
    trial(Algorithm.dqn(), 1).kept(run, new TrialResult.Finished(columns));
    assertTrue(Checkpoint.exists(run), "they are all that is left of the policy");
    Files.write(policy, bytes);
    trial(Algorithm.dqn(), 1).kept(run, new TrialResult.Finished(columns));
    assertFalse(Checkpoint.exists(run));
  }

  private static void half(double share) {
    if (share > 0.5) {
      throw new CancellationException();
    }
  }

  @Test
  void whatWasFinishedWithOtherSettingsIsMovedAside() throws IOException {
    Path run = folder.resolve("run");
    GameTrial before = trial(Algorithm.dqn(), 1);
    Map<String, double[]> other = before.run(run, 1, share -> {}, MinAtarTrialTest::none);
    before.kept(run, new TrialResult.Finished(other));
    List<String> said = new ArrayList<>();
    Map<String, double[]> given = trial(Algorithm.dqn(), 2).run(run, 1, share -> {}, said::add);
    Path aside = folder.resolve("run-before-1");
    assertSame(other, before.rebuilt(aside).orElseThrow());
    assertEquals(
        List.of(
            "minatar/breakout/dqn-400/seed2: '%s' contains a run with other settings; it was moved to '%s', and the run starts from the beginning"
                .formatted(run, aside)),
        said);
    assertSame(
        trial(Algorithm.dqn(), 2)
            .run(folder.resolve("alone"), 1, share -> {}, MinAtarTrialTest::none),
        given);
    assertFalse(other.get(TrainingRun.VALUE)[19] == given.get(TrainingRun.VALUE)[19]);
  }

  @Test
  void shortRunsExploreAThirdAndLongOnesAsThePresetSays() {
    Training shortOne = training(Algorithm.dqn(), 30_000);
    assertEquals(new Exploration.Linear(1, 0.1, 3_000, 10_000), shortOne.exploration());
    assertEquals(3_000, shortOne.schedule().learningStartSteps());
    Training longOne = training(Algorithm.dqn(), 5_000_000);
    assertEquals(new Exploration.Linear(1, 0.1, 5_000, 100_000), longOne.exploration());
    assertEquals(250_000, longOne.evaluation().periodSteps());
    assertEquals("minatar/breakout/dqn-5000000/seed7", trial(longOne, 7).name());
  }
}
