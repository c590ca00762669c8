package org.evenkeel.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.evenkeel.bench.TrainingSpeed.Speed;
import org.evenkeel.core.train.Training;
import org.evenkeel.envs.minatar.MinAtar;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What is measured is a training, with all its updates and target passes.
@Tag("slow")
class TrainingSpeedTest {

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "ATARI.*") // they need a ROM
  void aShortTrainingMakesTheUpdatesAndPassesOfItsSetting(TrainingSetting setting) {
    Speed speed = TrainingSpeed.measure(setting, 1, 1, 0, 0);
    assertEquals(setting.environment() instanceof MinAtar ? 500 : 5_000, speed.steps());
    assertEquals(setting == TrainingSetting.SB3_DEFAULTS ? 0.25 : 1, speed.updatesPerStep());
    double passes = speed.passesPerSample();
    switch (setting) {
      case SB3_DEFAULTS, EVERY_STEP, MINATAR_1, ATARI_1 -> assertEquals(1, passes);
      case MINATAR_10_TOGETHER, ATARI_10_TOGETHER -> assertEquals(10, passes);
      // 500 minibatches of 64 from 5,000 to 10,000 stored states: 3.2 to 6.4 draws of each in a
      // period.
      case EVERY_STEP_REMEMBERED -> assertEquals(0.23, passes, 0.04);
      // The window holds copies of the first network, and few states are drawn twice so early.
      case MINATAR_10, ATARI_10 -> assertTrue(passes > 0.5 && passes < 10, speed.json());
    }
    assertTrue(speed.stepsPerSecond() > 50, speed.json());
    assertTrue(speed.stepsPerSecond() < 5e6, speed.json());
    assertTrue(speed.bytesPerStep() >= 0, speed.json());
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.MATCH_ALL, names = "ATARI.*")
  void atarisMemoryIsReplacedAndDrawnFromAtThePacesOfThePaper(TrainingSetting setting) {
    Training training = setting.training();
    Training paper = TrainingSetting.paper(training.algorithm());
    for (Training each : List.of(training, paper)) {
      double period = each.schedule().targetPeriod();
      double capacity = each.replay().capacity();
      int draws = each.schedule().batchSize() / each.schedule().updatePeriodSteps();
      assertEquals(0.01, period / capacity);
      assertEquals(0.08, draws * period / capacity);
    }
    assertEquals(training.replay().capacity(), training.schedule().learningStartSteps());
    assertEquals(1, training.exploration().epsilonAt(10_000));
    assertEquals(0.1, training.exploration().epsilonAt(10_001), 1e-12);
    // Nothing else differs.
    assertEquals(
        paper,
        training
            .replay(paper.replay())
            .exploration(paper.exploration())
            .schedule(paper.schedule())
            .evaluation(paper.evaluation())
            .protocol(paper.protocol()));
  }

  @Test
  void whereTenSnapshotsAreRememberedAllOfThemAreTakenBeforeItCounts() {
    Training training = TrainingSetting.ATARI_10.training();
    assertEquals(
        10L * training.schedule().targetPeriod(), TrainingSetting.ATARI_10.settlingSteps());
    assertEquals(0, TrainingSetting.MINATAR_1.settlingSteps());
  }

  /// The tests of this module have an empty folder of ROMs.
  @Test
  void aRomThatIsMissingIsOneSentence() {
    for (int trials : new int[] {1, 2}) {
      var e =
          assertThrows(
              IllegalArgumentException.class,
              () -> TrainingSpeed.measure(TrainingSetting.ATARI_10, 1, trials, 0, 0));
      assertTrue(
          String.valueOf(e.getMessage()).startsWith("atari/breakout needs its ROM, but '"),
          e.getMessage());
    }
  }

  @Test
  void theTimedStepsTakeAsLongAsTheyShould() {
    Speed speed = TrainingSpeed.measure(TrainingSetting.SB3_DEFAULTS, 1, 1, 0.1, 0.3);
    assertTrue(speed.seconds() >= 0.3, speed.json());
    assertTrue(speed.steps() >= 5_000 && speed.steps() % 1_000 == 0, speed.json());
  }

  @Test
  void theStepsOfTrialsThatRunAtOnceAreAddedUp() {
    Speed speed = TrainingSpeed.measure(TrainingSetting.SB3_DEFAULTS, 1, 2, 0, 0);
    assertEquals(10_000, speed.steps());
    assertEquals(2, speed.trials());
    assertEquals(0.25, speed.updatesPerStep());
    assertEquals(1, speed.passesPerSample());
  }

  @Test
  void theResultIsALineOfJson() {
    String json = new Speed(TrainingSetting.EVERY_STEP, 1, 2, 9_000, 2, 0.5, 1, 0.25).json();
    assertTrue(
        json.startsWith(
            "{\"setting\": \"every-step\", \"threads\": 1, \"trials\": 2,"
                + " \"stepsPerSecond\": 4500.00, \"steps\": 9000,"
                + " \"seconds\": 2.0000, \"bytesPerStep\": 0.500, \"updatesPerStep\": 1.0000,"
                + " \"passesPerSample\": 0.2500, \"hidden\": [120, 84], \"parameters\": 10934,"
                + " \"batch\": 64, \"targetPeriod\": 500, \"capacity\": 10000, \"java\": \""),
        json);
    assertEquals(1, json.lines().count());
  }

  @Test
  void badNumbersAreRefused() {
    var e =
        assertThrows(
            IllegalArgumentException.class,
            () -> TrainingSpeed.measure(TrainingSetting.EVERY_STEP, 1, 1, -1, 1));
    assertEquals("warmupSeconds must be 0 to 3600, was -1.0", e.getMessage());
    e =
        assertThrows(
            IllegalArgumentException.class,
            () -> TrainingSpeed.measure(TrainingSetting.EVERY_STEP, 1, 1, 1, Double.NaN));
    assertEquals("seconds must be 0 to 3600, was NaN", e.getMessage());
    e =
        assertThrows(
            IllegalArgumentException.class,
            () -> TrainingSpeed.measure(TrainingSetting.EVERY_STEP, 0, 1, 1, 1));
    assertEquals("threads must be 1 to 256, was 0", e.getMessage());
    e =
        assertThrows(
            IllegalArgumentException.class,
            () -> TrainingSpeed.measure(TrainingSetting.EVERY_STEP, 1, 300, 1, 1));
    assertEquals("trials must be 1 to 256, was 300", e.getMessage());
  }
}
