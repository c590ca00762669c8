package org.evenkeel.paper.atari;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.evenkeel.core.agent.Algorithm;
import org.evenkeel.core.agent.Exploration;
import org.evenkeel.core.env.Protocol;
import org.evenkeel.core.train.Checkpoint;
import org.evenkeel.core.train.Schedule;
import org.evenkeel.core.train.Training;
import org.evenkeel.lab.study.TrainingRun;
import org.evenkeel.lab.study.Trial;
import org.evenkeel.lab.study.TrialResult;
import org.evenkeel.paper.games.BaselineTrial;
import org.evenkeel.paper.games.GameTrial;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtariTrialTest {
  private static final long FRAMES = 48_000;

  @TempDir private Path folder;

  private static GameTrial trial(Class<?> game, Algorithm algorithm, long frames) {
    Training training = new AtariProtocol().training("breakout", algorithm, frames);
    return new GameTrial(
        new AtariProtocol(),
        "breakout",
        game.getName(),
        game == TinyGame.class ? training.hidden(32) : training,
        3);
  }

  private static GameTrial run(String game, Algorithm algorithm, long frames, long seed) {
    return new GameTrial(
        new AtariProtocol(),
        game,
        new AtariProtocol().environment(game),
        new AtariProtocol().training(game, algorithm, frames),
        seed);
  }

  private static void none(String warning) {
    fail(warning);
  }

  @Test
  void oneThatIsGivenUpGoesOnToTheSameNumbersAndKeepsItsPolicyAlone() throws IOException {
    Trial trial = trial(TinyGame.class, Algorithm.averaged(2), FRAMES);
    Map<String, double[]> wanted =
        trial.run(folder.resolve("whole"), 1, share -> {}, AtariTrialTest::none);
    Path stopped = folder.resolve("stopped");
    assertThrows(
        CancellationException.class,
        () ->
            trial.run(
                stopped,
                1,
                share -> {
                  if (share > 0.4) {
                    throw new CancellationException();
                  }
                },
                AtariTrialTest::none));
    assertTrue(trial.begun(stopped) > 0.4, "begun " + trial.begun(stopped));
    Map<String, double[]> given = trial.run(stopped, 2, share -> {}, AtariTrialTest::none);
    assertEquals(List.copyOf(wanted.keySet()), List.copyOf(given.keySet()));
    wanted.forEach((name, column) -> assertArrayEquals(column, given.get(name), name));
    trial.kept(stopped, new TrialResult.Finished(given));
    assertFalse(Checkpoint.exists(stopped));
    assertTrue(Files.exists(stopped.resolve("policy.safetensors")));
  }

  @Test
  void evaluationsAreEvenlySpacedAndTheLastIsAtTheEnd() throws IOException {
    Map<String, double[]> columns =
        trial(TinyGame.class, Algorithm.dqn(), FRAMES)
            .run(folder.resolve("run"), 1, share -> {}, AtariTrialTest::none);
    double[] steps = new double[20];
    Arrays.setAll(steps, i -> 600.0 * (i + 1));
    assertArrayEquals(steps, columns.get(TrainingRun.STEP));
    for (String name :
        List.of(
            AtariProtocol.RETURN_WITHIN, AtariProtocol.FRESH_VALUE, AtariProtocol.TARGET_VALUE)) {
      assertTrue(Double.isFinite(columns.get(name)[19]), name);
    }
    // 10 steps with 1 of 3 right are worth 10; with 5 % random actions 29 can be had.
    assertTrue(columns.get(TrainingRun.RETURN)[19] > 20, "learned");
  }

  @Test
  void atThePapersLengthItIsThePapersSchedule() {
    Training training =
        new AtariProtocol().training("breakout", Algorithm.averaged(10), 120_000_000);
    assertEquals(new Schedule(30_000_000, 50_000, 4, 1, 32, 10_000, 250_000), training.schedule());
    assertEquals(new Exploration.Linear(1, 0.1, 50_000, 1_000_000), training.exploration());
    assertEquals(1_000_000, training.replay().capacity());
    assertEquals(Protocol.Rewards.SIGN, training.protocol().rewards());
    assertEquals(250_000, training.evaluation().periodSteps());
    assertEquals(0.05, training.evaluation().epsilon());
    assertEquals(125_000, training.evaluation().steps());
    assertEquals(1_000, training.evaluation().freshStates());
    Training other = new AtariProtocol().training("asterix", Algorithm.dqn(), 120_000_000);
    assertEquals(500_000, other.evaluation().periodSteps());
  }

  /// Everything to a 40th.
  @Test
  void aShortRunHasAShrunkSchedule() {
    Training training = new AtariProtocol().training("breakout", Algorithm.dqn(), 500_000);
    assertEquals(new Schedule(125_000, 1_250, 4, 1, 32, 250, 6_250), training.schedule());
    assertEquals(new Exploration.Linear(1, 0.1, 1_250, 25_000), training.exploration());
    assertEquals(125_000, training.replay().capacity());
    assertEquals(3_125, training.evaluation().steps());
    assertEquals(20, AtariTraining.evaluations("breakout", 500_000));
    assertEquals(10, AtariTraining.evaluations("pong", 500_000));
    assertEquals(
        new AtariProtocol().training("pong", Algorithm.dqn(), 20_000_000).schedule().targetPeriod(),
        10_000);
  }

  @Test
  void itIsNamedByItsFramesAndSaysItsEnvironment() {
    GameTrial trial = run("breakout", Algorithm.averaged(10), 120_000_000, 7);
    assertEquals("atari/breakout/averaged-10-120000000/seed7", trial.name());
    assertTrue(trial.describe().startsWith("atari/breakout:"), trial.describe());
    assertTrue(trial.describe().contains("noops=4-29"), trial.describe());
  }

  @Test
  void atThePapersSettingsItTakesSevenGigabytes() {
    GameTrial trial = trial(BlankScreen.class, Algorithm.averaged(10), 120_000_000);
    assertEquals(7.1e9, (double) trial.memoryBytes(), 0.05e9);
    assertTrue(trial.heapBytes() > 10 * 4 * 1_600_000L, "ten networks: " + trial.heapBytes());
  }

  /// In this module there are no Atari games: what cannot be made is said in the environment's own words.
  @Test
  void aGameThatCannotBeMadeHereIsSaid() {
    GameTrial trial = run("breakout", Algorithm.dqn(), 480_000, 1);
    String said =
        assertThrows(IllegalArgumentException.class, trial::requireComputable).getMessage();
    assertTrue(said.startsWith("unknown environment 'atari/breakout'"), said);
    assertThrows(
        IllegalArgumentException.class,
        () -> new AtariProtocol().baseline("breakout", "random").requireComputable());
  }

  @Test
  void aLargerKIsMoreWorkAndAnEnsembleIsMost() {
    double dqn = run("pong", Algorithm.dqn(), 480_000, 1).work();
    double averaged = run("pong", Algorithm.averaged(10), 480_000, 1).work();
    double ensemble = run("pong", Algorithm.ensemble(5), 480_000, 1).work();
    assertTrue(dqn < averaged && averaged < ensemble, dqn + " " + averaged + " " + ensemble);
    assertEquals(2 * dqn, run("pong", Algorithm.dqn(), 960_000, 1).work(), 0.01 * dqn);
  }

  @Test
  void theRandomPlayerIsTheSameEveryTime() {
    BaselineTrial usual = new AtariProtocol().baseline("breakout", "random");
    BaselineTrial trial =
        new BaselineTrial(
            usual.name(),
            usual.describe(),
            TinyGame.class.getName(),
            usual.episodes(),
            usual.work(),
            usual.player());
    double[] returns = trial.run(share -> {}).get(BaselineTrial.RETURN);
    assertEquals(100, returns.length);
    assertArrayEquals(returns, trial.run(share -> {}).get(BaselineTrial.RETURN));
    assertEquals(10, Arrays.stream(returns).average().orElseThrow(), 1.5);
    assertEquals("atari/breakout/random", trial.name());
  }
}
