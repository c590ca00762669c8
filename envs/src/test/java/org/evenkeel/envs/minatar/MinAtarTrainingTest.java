package org.evenkeel.envs.minatar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Exploration;
import org.evenkeel.core.nn.Optimizer;
import org.evenkeel.core.nn.SafeTensors;
import org.evenkeel.core.replay.Memory;
import org.evenkeel.core.replay.Sampling;
import org.evenkeel.core.train.Checkpoint;
import org.evenkeel.core.train.EvaluationPlan;
import org.evenkeel.core.train.Execution;
import org.evenkeel.core.train.RunEvent;
import org.evenkeel.core.train.Schedule;
import org.evenkeel.core.train.Trainer;
import org.evenkeel.core.train.Training;
import org.evenkeel.envs.Environments;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Training on the games, with the network of the MinAtar authors: the same bits however it is computed.
@Tag("slow")
class MinAtarTrainingTest {
  @TempDir Path folder;

  /// Episodes end, snapshots are taken, and the ring of the memory goes round.
  private static Training small(Algorithm algorithm) {
    return Training.of(algorithm)
        .optimizer(new Optimizer.Adam(0.001))
        .exploration(new Exploration.Linear(1, 0.2, 50, 200))
        .replay(new Memory.Frames(150, new Sampling.Uniform()))
        .schedule(new Schedule(300, 60, 2, 1, 16, 30, 50))
        .evaluation(new EvaluationPlan(150, 1, 0.5, 20));
  }

  private static Trainer trainer(
      String environment, Training training, int threads, Consumer<RunEvent> listener) {
    Environments.Entry entry = Environments.named(environment);
    Trainer trainer = new Trainer(entry, training, 1, Execution.threads(threads));
    trainer.on(RunEvent.Measured.class, listener);
    return trainer;
  }

  /// What was measured, and a checksum of the parameters at the end.
  private static List<String> run(String environment, Training training, int threads) {
    List<String> lines = new ArrayList<>();
    try (Trainer trainer =
        trainer(environment, training, threads, event -> lines.add(event.toString()))) {
      trainer.run(Long.MAX_VALUE);
      lines.add(parameters(trainer));
    }
    return lines;
  }

  private static String parameters(Trainer trainer) {
    CRC32C sum = new CRC32C();
    SafeTensors policy = trainer.policy().tensors();
    policy.names().stream().sorted().forEach(name -> sum.update(policy.tensor(name).data()));
    return Long.toHexString(sum.getValue());
  }

  @ParameterizedTest
  @EnumSource
  void oneThreadOrTwo(Game game) {
    String name = "minatar/" + game.id();
    // A batch so large that the work is shared between the threads.
    Training training =
        small(Algorithm.averaged(3)).schedule(new Schedule(120, 60, 4, 1, 64, 20, 30));
    assertEquals(run(name, training, 1), run(name, training, 2));
    assertNotEquals(run(name, training, 1), run(name + ":sticky=0", training, 1));
  }

  /// Seaquest has the longest state, and its last action outlives an episode, as in all games.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "minatar/seaquest",
        "minatar/breakout:sticky=0.25,actions=minimal",
        "minatar/asterix:sticky=0.9",
        "minatar/space_invaders:ramping=off",
        "minatar/freeway"
      })
  void anInterruptedRunGoesOnBitForBit(String environment) throws IOException {
    Training training = small(Algorithm.averaged(3));
    Path own = Files.createTempDirectory(folder, "run");
    List<String> lines = new ArrayList<>();
    Random random = new Random(1);
    long step = 0;
    while (step < training.schedule().steps()) {
      List<String> heard = new ArrayList<>();
      try (Trainer trainer =
          trainer(environment, training, 1, event -> heard.add(event.toString()))) {
        if (step > 0) {
          assertEquals(step, Checkpoint.resume(own, trainer).step());
        }
        trainer.run(step + 1 + random.nextInt(60));
        Checkpoint.write(own, trainer);
        lines.addAll(heard);
        step = trainer.step();
        if (trainer.finished()) {
          lines.add(parameters(trainer));
        }
        // Steps after the checkpoint are lost, as if the process had been killed.
        trainer.run(step + random.nextInt(30));
      }
    }
    assertFalse(lines.isEmpty());
    assertEquals(run(environment, training, 1), lines);
  }

  /// Runs on the vector kernels and on the scalar ones: one number for both, and for every machine.
  @Test
  @Tag("kernels")
  void aRunHasTheseBitsOnEveryMachine() {
    assertEquals(
        List.of("13dc623a", "5615686a", "6f8b2447"),
        List.of(
            run("minatar/seaquest", small(Algorithm.averaged(3)), 1).getLast(),
            run("minatar/breakout:actions=minimal", small(Algorithm.doubleDqn()), 1).getLast(),
            run("minatar/freeway:sticky=0", small(Algorithm.ensemble(2)).nStep(3), 1).getLast()));
  }
}
