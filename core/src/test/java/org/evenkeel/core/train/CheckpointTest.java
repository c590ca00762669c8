package org.evenkeel.core.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Ensemble;
import org.evenkeel.core.agent.Roles;
import org.evenkeel.core.agent.SnapshotWindow;
import org.evenkeel.core.data.Observation;
import org.evenkeel.core.env.Environment;
import org.evenkeel.core.env.Protocol;
import org.evenkeel.core.env.Spec;
import org.evenkeel.core.env.Step;
import org.evenkeel.core.nn.Optimizer;
import org.evenkeel.core.replay.Sampling;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A run that is interrupted and goes on is the run that was never interrupted.
class CheckpointTest {
  @TempDir Path folder;

  static List<Algorithm> algorithms() {
    return Runs.everyNamedAlgorithm();
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void everyAlgorithmGoesOnBitForBit(Algorithm algorithm) throws IOException {
    interrupted(Tasks.Walk::new, Runs.small(algorithm), 1);
  }

  static Stream<Training> variants() {
    Training averaged = Runs.small(Algorithm.averaged(3));
    Training ensemble = Runs.small(Algorithm.ensemble(2));
    return Stream.of(
        averaged.sampling(Sampling.Prioritized.published()),
        averaged.nStep(3),
        averaged.nStep(3).sampling(Sampling.Prioritized.published()),
        averaged.window(w -> w.start(SnapshotWindow.Start.GROWING)),
        averaged.window(w -> w.start(SnapshotWindow.Start.INDEPENDENT)),
        averaged.window(w -> w.clock(SnapshotWindow.Clock.UPDATES)),
        averaged.roles(r -> r.ties(Roles.Ties.RANDOM)),
        averaged.roles(r -> r.actor(Roles.Actor.COMBINED)),
        averaged.roles(r -> r.evaluated(Roles.Evaluated.ONLINE)),
        averaged.optimizer(Optimizer.NatureRmsProp.paper()),
        averaged.optimizer(new Optimizer.Sgd(0.01, 0.9, true)),
        averaged.network(new org.evenkeel.core.agent.Architecture.Dense(List.of(16), true)),
        averaged.maxGradientNorm(1),
        ensemble
            .ensemble(e -> e.minibatches(Ensemble.Minibatches.SHARED))
            .sampling(Sampling.Prioritized.published()),
        ensemble
            .ensemble(e -> e.update(Ensemble.Update.ONE))
            .roles(r -> r.actor(Roles.Actor.ONE_LEARNER)),
        Runs.small(Algorithm.weightMean(4))
            .window(w -> w.start(SnapshotWindow.Start.GROWING).clock(SnapshotWindow.Clock.UPDATES)),
        Runs.small(Algorithm.weightMean(3))
            .window(w -> w.start(SnapshotWindow.Start.INDEPENDENT))
            .roles(r -> r.actor(Roles.Actor.COMBINED)),
        Runs.small(Algorithm.movingAverage(0.2))
            .window(w -> w.start(SnapshotWindow.Start.INDEPENDENT))
            .roles(r -> r.actor(Roles.Actor.COMBINED)),
        Runs.small(Algorithm.averagedSarsa(2)).nStep(2));
  }

  @ParameterizedTest
  @MethodSource("variants")
  void everyVariantGoesOnBitForBit(Training training) throws IOException {
    interrupted(Tasks.Walk::new, training, 2);
  }

  @Test
  void everyFormOfObservationGoesOnBitForBit() throws IOException {
    Training training =
        Runs.small(Algorithm.averaged(2)).protocol(p -> p.lifeLoss(Protocol.LifeLoss.ENDS));
    interrupted(Tasks.SavedWalk::new, training, 3);
    interrupted(Tasks.Naming::new, training, 3);
    interrupted(() -> new Tasks.Catch(true), training, 3);
    interrupted(() -> new Tasks.Catch(false), training.nStep(2), 3);
    for (Protocol.Stacks stacks : List.of(Protocol.Stacks.ANEW, Protocol.Stacks.WHOLE)) {
      interrupted(() -> new Tasks.Catch(false), training.protocol(p -> p.stacks(stacks)), 4);
    }
  }

  /// Interrupts a run at random places, now and then twice without a step between, and compares what was
  /// measured and all that would be saved.
  private void interrupted(Supplier<Environment> environments, Training training, long seed)
      throws IOException {
    Runs.Trace whole = Runs.trace(environments, training, seed, 1);
    Path own = Files.createTempDirectory(folder, "run");
    List<String> lines = new ArrayList<>();
    Random random = new Random(seed);
    long step = 0;
    byte[] end = {};
    while (step < training.schedule().steps()) {
      List<String> heard = new ArrayList<>();
      try (Trainer trainer =
          Runs.trainer(environments, training, seed, 1, event -> heard.add(event.toString()))) {
        if (step > 0) {
          Checkpoint.Resumed resumed = Checkpoint.resume(own, trainer);
          assertEquals(step, resumed.step());
          assertEquals(List.of(), resumed.notes());
          assertArrayEquals(end, Runs.state(trainer), "everything that was saved comes back");
        }
        trainer.run(step + 1 + random.nextInt(90));
        Checkpoint.write(own, trainer);
        lines.addAll(heard);
        step = trainer.step();
        end = Runs.state(trainer);
        // Steps after the checkpoint are lost, as if the process had been killed.
        trainer.run(step + random.nextInt(30));
      }
    }
    for (int i = 0; i < Math.min(lines.size(), whole.lines().size()); i++) {
      assertEquals(whole.lines().get(i), lines.get(i));
    }
    assertEquals(whole.lines().size(), lines.size());
    assertArrayEquals(whole.state(), end);
  }

  /// Stopped in every evaluation, the last one too, and killed before the next checkpoint: the same bits.
  @Test
  void aRunThatIsStoppedInItsEvaluationsGoesOnBitForBit() throws IOException {
    Training training =
        Runs.small(Algorithm.averaged(2)).evaluation(new EvaluationPlan(100, 1, 0.2, 20, 600, 9));
    Runs.Trace whole = Runs.trace(Tasks.Walk::new, training, 1, 1);
    List<String> lines = new ArrayList<>();
    List<Long> killed = new ArrayList<>();
    byte[] end = {};
    boolean finished = false;
    while (!finished) {
      List<String> heard = new ArrayList<>();
      Trainer[] self = new Trainer[1];
      boolean[] goesOn = new boolean[1];
      try (Trainer trainer =
          Runs.trainer(
              Tasks.Walk::new,
              training,
              1,
              1,
              event -> {
                heard.add(event.toString());
                if (!goesOn[0] && event instanceof RunEvent.Evaluating e && e.share() > 0.5) {
                  self[0].stop();
                }
                goesOn[0] &= !(event instanceof RunEvent.Measured); // stop in the next one
              })) {
        self[0] = trainer;
        if (Checkpoint.exists(folder)) {
          Checkpoint.resume(folder, trainer);
          assertTrue(trainer.measurementPending());
          goesOn[0] = true;
          if (!killed.contains(trainer.step())) {
            killed.add(trainer.step());
            trainer.run(trainer.step()); // only what is pending, and then it is lost
            assertFalse(trainer.measurementPending());
            continue;
          }
        }
        trainer.run(Long.MAX_VALUE);
        Checkpoint.write(folder, trainer);
        lines.addAll(heard);
        end = Runs.state(trainer);
        finished = trainer.finished();
      }
    }
    assertEquals(List.of(100L, 200L, 300L, 400L), killed);
    assertEquals(measured(whole.lines()), measured(lines));
    assertArrayEquals(whole.state(), end);
  }

  private static List<String> measured(List<String> lines) {
    return lines.stream()
        .filter(line -> !line.startsWith("Evaluating") && !line.startsWith("Stopped"))
        .toList();
  }

  @Test
  void theLastTwoCheckpointsAreKeptAndOnlyTheStepsTheyNeed() throws IOException {
    Training training = Runs.small(Algorithm.dqn()); // a memory of 120 steps, 400 steps
    try (Trainer trainer = Runs.trainer(Tasks.Walk::new, training, 1, 1, event -> {})) {
      for (long until = 50; until <= 400; until += 50) {
        trainer.run(until);
        Checkpoint.write(folder, trainer);
      }
    }
    List<String> names = names();
    assertEquals(
        List.of("checkpoint-350.bin", "checkpoint-400.bin"),
        names.stream().filter(n -> n.startsWith("checkpoint")).toList());
    // 170 steps and a few last observations, written 50 and some at a time.
    long chunks = names.stream().filter(n -> n.startsWith("replay")).count();
    assertTrue(chunks >= 3 && chunks <= 5, names.toString());
    assertEquals(2 + chunks, names.size(), names.toString());
  }

  private List<String> names() throws IOException {
    try (var files = Files.list(folder)) {
      return files.map(f -> f.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void aDamagedCheckpointIsSaidAndTheOneBeforeIsUsed() throws IOException {
    Training training = Runs.small(Algorithm.averaged(2));
    for (int kind = 0; kind < 3; kind++) {
      write(training, 100, 150);
      Path newest = folder.resolve("checkpoint-150.bin");
      byte[] bytes = Files.readAllBytes(newest);
      switch (kind) {
        case 0 -> Files.write(newest, java.util.Arrays.copyOf(bytes, bytes.length / 2));
        case 1 -> Files.write(newest, new byte[3]);
        default -> {
          bytes[bytes.length / 3] ^= 4;
          Files.write(newest, bytes);
        }
      }
      try (Trainer trainer = Runs.trainer(Tasks.Walk::new, training, 1, 1, event -> {})) {
        Checkpoint.Resumed resumed = Checkpoint.resume(folder, trainer);
        assertEquals(100, resumed.step());
        assertEquals(2, resumed.notes().size());
        assertTrue(resumed.notes().getFirst().startsWith("'checkpoint-150.bin' is damaged: "));
        assertEquals("used the previous one, 'checkpoint-100.bin'", resumed.notes().getLast());
        trainer.run(Long.MAX_VALUE);
        assertArrayEquals(Runs.trace(Tasks.Walk::new, training, 1, 1).state(), Runs.state(trainer));
      }
    }
  }

  @Test
  void aDamagedOrMissingReplayFileIsSaid() throws IOException {
    Training training = Runs.small(Algorithm.dqn());
    write(training, 50, 90);
    Path last =
        folder.resolve(names().stream().filter(n -> n.startsWith("replay")).toList().getLast());
    byte[] bytes = Files.readAllBytes(last);
    bytes[20] ^= 1;
    Files.write(last, bytes);
    try (Trainer trainer = Runs.trainer(Tasks.Walk::new, training, 1, 1, event -> {})) {
      Checkpoint.Resumed resumed = Checkpoint.resume(folder, trainer);
      assertEquals(50, resumed.step());
      assertEquals(
          List.of(
              "'%s' is damaged: its checksum does not match".formatted(last.getFileName()),
              "used the previous one, 'checkpoint-50.bin'"),
          resumed.notes());
    }
    for (String name : names()) {
      if (name.startsWith("replay")) {
        Files.delete(folder.resolve(name));
      }
    }
    try (Trainer trainer = Runs.trainer(Tasks.Walk::new, training, 1, 1, event -> {})) {
      IOException e = assertThrows(IOException.class, () -> Checkpoint.resume(folder, trainer));
      assertTrue(
          e.getMessage().contains("no file contains the stored steps from 0 on"), e.getMessage());
    }
  }

  @Test
  void anEmptyFolderIsSaid() {
    try (Trainer trainer =
        Runs.trainer(Tasks.Walk::new, Runs.small(Algorithm.dqn()), 1, 1, event -> {})) {
      IOException e = assertThrows(IOException.class, () -> Checkpoint.resume(folder, trainer));
      assertEquals("no checkpoint in '" + folder + "'", e.getMessage());
    }
  }

  @Test
  void aCheckpointOfAnotherRunIsRefusedWithBoth() throws IOException {
    Training training = Runs.small(Algorithm.averaged(2));
    write(training, 50);
    refused(
        Tasks.Walk::new,
        training.algorithm(Algorithm.averaged(3)),
        1,
        "algorithm.estimates.k is 2 there and 3 here");
    refused(Tasks.Walk::new, training, 2, "seed is 1 there and 2 here");
    refused(Tasks.Walk::new, training.discount(0.5), 1, "discount is 0.99 there and 0.5 here");
    refused(
        Tasks.Naming::new,
        training,
        1,
        "environment is org.evenkeel.core.train.Tasks$Walk there and ");
  }

  @Test
  void aTrainerThatHasTakenStepsIsNotResumed() throws IOException {
    Training training = Runs.small(Algorithm.averaged(2));
    write(training, 50);
    try (Trainer used = Runs.trainer(Tasks.Walk::new, training, 1, 1, event -> {})) {
      used.run(3);
      assertEquals(
          "a run must be resumed into a new trainer, but this one is at step 3",
          assertThrows(IllegalStateException.class, () -> Checkpoint.resume(folder, used))
              .getMessage());
    }
  }

  @Test
  void aFileIsNoFolder() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    try (Trainer trainer =
        Runs.trainer(Tasks.Walk::new, Runs.small(Algorithm.dqn()), 1, 1, event -> {})) {
      assertEquals(
          "'" + file + "' is a file, but checkpoints need a folder",
          assertThrows(IOException.class, () -> Checkpoint.write(file, trainer)).getMessage());
    }
  }

  private void refused(
      Supplier<Environment> environments, Training training, long seed, String sentence) {
    try (Trainer trainer = Runs.trainer(environments, training, seed, 1, event -> {})) {
      IOException e = assertThrows(IOException.class, () -> Checkpoint.resume(folder, trainer));
      assertTrue(
          e.getMessage().startsWith("'checkpoint-50.bin' is a checkpoint of another run: "),
          e.getMessage());
      assertTrue(e.getMessage().contains(sentence), e.getMessage());
    }
  }

  @Test
  void aCheckpointOfAnotherVersionIsRefusedWithBoth() throws IOException {
    Training training = Runs.small(Algorithm.dqn());
    write(training, 50);
    Path file = folder.resolve("checkpoint-50.bin");
    byte[] bytes = Files.readAllBytes(file);
    ByteBuffer.wrap(bytes).putInt(8, 77);
    CRC32C sum = new CRC32C();
    sum.update(bytes, 0, bytes.length - 8);
    ByteBuffer.wrap(bytes).putLong(bytes.length - 8, sum.getValue());
    Files.write(file, bytes);
    try (Trainer trainer = Runs.trainer(Tasks.Walk::new, training, 1, 1, event -> {})) {
      IOException e = assertThrows(IOException.class, () -> Checkpoint.resume(folder, trainer));
      assertEquals(
          "'checkpoint-50.bin' has checkpoint format 77, this program reads format 3: finish the run"
              + " with the version of Evenkeel that started it",
          e.getMessage());
    }
  }

  @Test
  void anEnvironmentThatIsNotDeterministicIsFoundOut() throws IOException {
    Training training = Runs.small(Algorithm.dqn());
    Supplier<Environment> moody = Moody::new;
    try (Trainer trainer = Runs.trainer(moody, training, 1, 1, event -> {})) {
      trainer.run(5);
      Checkpoint.write(folder, trainer);
    }
    try (Trainer trainer = Runs.trainer(moody, training, 1, 1, event -> {})) {
      IOException e = assertThrows(IOException.class, () -> Checkpoint.resume(folder, trainer));
      assertTrue(
          e.getMessage()
              .startsWith(
                  "'checkpoint-5.bin' cannot be used: "
                      + Moody.class.getName()
                      + " is not deterministic: "),
          e.getMessage());
      assertEquals(
          "this trainer could not be resumed: create a new one, or start from the beginning",
          assertThrows(IllegalStateException.class, trainer::run).getMessage());
    }
  }

  /// Shows something else each time it is made.
  private static final class Moody implements Environment {
    private static int made;
    private final int mood = made++;

    @Override
    public Spec spec() {
      return Spec.vector(1).actions(2).maxEpisodeSteps(50);
    }

    @Override
    public void reset(java.util.random.RandomGenerator random, Observation observation) {
      observation.set(0, mood);
    }

    @Override
    public Step step(int action, Observation observation) {
      observation.set(0, mood);
      return Step.of(0);
    }
  }

  /// Killed after the first replay file and before the first checkpoint: the steps are stored, and of no use.
  @Test
  void storedStepsWithoutACheckpointAreNotMixedIn() throws IOException {
    Training training = Runs.small(Algorithm.dqn());
    write(training, 90);
    Files.delete(folder.resolve("checkpoint-90.bin"));
    assertFalse(Checkpoint.exists(folder));
    try (Trainer trainer = Runs.trainer(Tasks.Walk::new, training, 1, 1, event -> {})) {
      trainer.run(60);
      Checkpoint.write(folder, trainer);
    }
    try (Trainer trainer = Runs.trainer(Tasks.Walk::new, training, 1, 1, event -> {})) {
      assertEquals(60, Checkpoint.resume(folder, trainer).step());
      trainer.run(Long.MAX_VALUE);
      assertArrayEquals(Runs.trace(Tasks.Walk::new, training, 1, 1).state(), Runs.state(trainer));
    }
  }

  @Test
  void aFolderWithCheckpointsOfAnotherTrainerIsNotWrittenTo() throws IOException {
    Training training = Runs.small(Algorithm.dqn());
    write(training, 90);
    try (Trainer trainer = Runs.trainer(Tasks.Walk::new, training, 2, 1, event -> {})) {
      trainer.run(100);
      IOException e = assertThrows(IOException.class, () -> Checkpoint.write(folder, trainer));
      assertEquals(
          "'" + folder + "' already has checkpoints: resume from them or choose another folder",
          e.getMessage());
      Path other = folder.resolve("made/when/needed");
      Checkpoint.write(other, trainer);
      assertTrue(Checkpoint.exists(other));
    }
  }

  /// In some languages %d has other digits.
  @Test
  void fileNamesDoNotDependOnTheLanguage() throws IOException {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("fa-IR-u-nu-arabext"));
    try {
      write(Runs.small(Algorithm.dqn()), 50, 90, 130);
    } finally {
      Locale.setDefault(before);
    }
    assertEquals(
        List.of("checkpoint-130.bin", "checkpoint-90.bin"),
        names().stream().filter(n -> n.startsWith("checkpoint")).toList());
  }

  @Test
  void thePolicyIsReadWithoutTheMemory() throws IOException {
    for (Algorithm algorithm : List.of(Algorithm.averaged(3), Algorithm.ensemble(2))) {
      Training training = Runs.small(algorithm);
      write(training, 90);
      for (String name : names()) {
        if (name.startsWith("replay")) {
          Files.delete(folder.resolve(name));
        }
      }
      Checkpoint.Kept kept = Checkpoint.policy(folder, Tasks.Walk::new, training, 1);
      assertEquals(90, kept.step());
      try (Trainer trainer = Runs.trainer(Tasks.Walk::new, training, 1, 1, event -> {})) {
        trainer.run(90);
        float[] wanted = new float[2];
        float[] given = new float[2];
        Observation observation = new Observation(kept.policy().input());
        observation.set(0, 0.4);
        trainer.policy().values(observation, wanted);
        kept.policy().values(observation, given);
        assertArrayEquals(wanted, given);
      }
      assertThrows(
          IOException.class, () -> Checkpoint.policy(folder, Tasks.Walk::new, training, 2));
    }
  }

  @Test
  void aTrainerThatFailedInTheMiddleOfAStepIsNotKept() {
    Training training = Runs.small(Algorithm.dqn());
    try (Trainer trainer = new Trainer(Tasks.Walk::new, training, 1)) {
      trainer.record(
          (step, act) -> {
            if (step == 25) {
              throw new IllegalStateException("a step fails");
            }
          });
      assertThrows(IllegalStateException.class, () -> trainer.run(100));
      IllegalStateException e =
          assertThrows(IllegalStateException.class, () -> Checkpoint.write(folder, trainer));
      assertEquals(
          "this trainer failed in the middle of step 25: continue with a new one from the last checkpoint",
          e.getMessage());
      assertThrows(IllegalStateException.class, () -> trainer.run(100));
    }
  }

  @Test
  void leftoversOfAKilledWriteAreRemoved() throws IOException {
    Training training = Runs.small(Algorithm.dqn());
    Files.writeString(folder.resolve("checkpoint-17.bin.next"), "torn");
    Files.writeString(folder.resolve("notes.txt"), "mine");
    write(training, 50);
    List<String> names = names();
    assertTrue(names.contains("notes.txt"));
    assertTrue(names.stream().noneMatch(n -> n.endsWith(".next")), names.toString());
  }

  private void write(Training training, long... steps) throws IOException {
    for (String name : names()) {
      if (name.endsWith(".bin")) {
        Files.delete(folder.resolve(name));
      }
    }
    try (Trainer trainer = Runs.trainer(Tasks.Walk::new, training, 1, 1, event -> {})) {
      for (long step : steps) {
        trainer.run(step);
        Checkpoint.write(folder, trainer);
      }
    }
  }
}
