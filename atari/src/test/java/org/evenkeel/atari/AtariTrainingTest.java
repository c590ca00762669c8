package org.evenkeel.atari;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A training that was interrupted goes on as if it had not been, though no state of the emulator is ever saved.
@Tag("slow")
class AtariTrainingTest {
  @TempDir Path folder;

  /// Games end, lives are lost, snapshots are taken, and the ring of the memory goes round.
  private static Training small() {
    return Training.of(Algorithm.averaged(2))
        .optimizer(new Optimizer.Adam(0.001))
        .exploration(new Exploration.Linear(1, 0.5, 50, 200))
        .replay(new Memory.Frames(150, new Sampling.Uniform()))
        .schedule(new Schedule(400, 60, 20, 1, 8, 60, 100))
        .evaluation(new EvaluationPlan(200, 1, 0.5, 20));
  }

  private static Trainer trainer(String game, String options, Consumer<RunEvent> listener) {
    return trainer(game, options, small(), 1, listener);
  }

  private static Trainer trainer(
      String game, String options, Training training, int threads, Consumer<RunEvent> listener) {
    Roms roms = TestRoms.require();
    AtariOptions parsed = AtariOptions.parse(options);
    Trainer trainer =
        new Trainer(
            () -> new Atari(Game.named(game), parsed, roms),
            training,
            1,
            Execution.threads(threads));
    trainer.on(RunEvent.Measured.class, listener);
    return trainer;
  }

  /// What evaluations of many episodes side by side find, on emulators of their own.
  private static List<RunEvent> evaluated(Training training, int threads) {
    List<RunEvent> heard = new ArrayList<>();
    try (Trainer trainer = trainer("breakout", "limit=800", training, threads, heard::add)) {
      trainer.run(Long.MAX_VALUE);
    }
    heard.removeIf(event -> !(event instanceof RunEvent.Measured));
    return heard;
  }

  @Test
  void evaluationsByStepsDoNotDependOnTheThreads() {
    Training training = small().steps(200).evaluation(new EvaluationPlan(100, 1, 0.5, 20, 900, 10));
    List<RunEvent> one = evaluated(training, 1);
    assertEquals(2, one.size());
    assertTrue(((RunEvent.Measured) one.getLast()).evaluation().episodes() > 3, one.toString());
    assertEquals(one.toString(), evaluated(training, 2).toString());
  }

  private static String parameters(Trainer trainer) {
    CRC32C sum = new CRC32C();
    SafeTensors policy = trainer.policy().tensors();
    policy.names().stream().sorted().forEach(name -> sum.update(policy.tensor(name).data()));
    return Long.toHexString(sum.getValue());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "breakout | limit=800",
        "frostbite | limit=600,sticky=0.25,pool=max,resize=area,start=repeat,noops=0-30",
      })
  void anInterruptedRunGoesOnBitForBit(String game, String options) throws IOException {
    List<String> wanted = new ArrayList<>();
    try (Trainer trainer = trainer(game, options, event -> wanted.add(event.toString()))) {
      trainer.run(Long.MAX_VALUE);
      wanted.add(parameters(trainer));
    }
    List<String> lines = new ArrayList<>();
    Random random = new Random(1);
    long step = 0;
    while (step < small().schedule().steps()) {
      List<String> heard = new ArrayList<>();
      try (Trainer trainer = trainer(game, options, event -> heard.add(event.toString()))) {
        if (step > 0) {
          assertEquals(step, Checkpoint.resume(folder, trainer).step());
        }
        trainer.run(step + 1 + random.nextInt(150));
        Checkpoint.write(folder, trainer);
        lines.addAll(heard);
        step = trainer.step();
        if (trainer.finished()) {
          lines.add(parameters(trainer));
        }
        // Steps after the checkpoint are lost, as if the process had been killed.
        trainer.run(step + random.nextInt(30));
      }
    }
    assertTrue(lines.size() > 3);
    assertEquals(wanted, lines);
  }
}
