package org.evenkeel.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.evenkeel.bench.TrainingSpeed.Setting;
import org.evenkeel.bench.TrainingSpeed.Speed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What is measured is a training, with all its updates and target passes.
class TrainingSpeedTest {

  @ParameterizedTest
  @EnumSource(Setting.class)
  void aShortTrainingMakesTheUpdatesAndPassesOfItsSetting(Setting setting) {
    Speed speed = TrainingSpeed.measure(setting, 0, 0);
    assertEquals(5_000, speed.steps());
    assertEquals(setting == Setting.SB3_DEFAULTS ? 0.25 : 1, speed.updatesPerStep());
    if (setting == Setting.EVERY_STEP_REMEMBERED) {
      // 500 minibatches of 64 from 5,000 to 10,000 stored states: 3.2 to 6.4 draws of each in a
      // period.
      assertEquals(0.23, speed.passesPerSample(), 0.04);
    } else {
      assertEquals(1, speed.passesPerSample());
    }
    assertTrue(speed.stepsPerSecond() > 50, speed.json());
    assertTrue(speed.stepsPerSecond() < 5e6, speed.json());
    assertTrue(speed.bytesPerStep() >= 0, speed.json());
  }

  @Test
  void theTimedStepsTakeAsLongAsTheyShould() {
    Speed speed = TrainingSpeed.measure(Setting.SB3_DEFAULTS, 0.1, 0.3);
    assertTrue(speed.seconds() >= 0.3, speed.json());
    assertTrue(speed.steps() >= 5_000 && speed.steps() % 1_000 == 0, speed.json());
  }

  @Test
  void theResultIsALineOfJson() {
    String json = new Speed(Setting.EVERY_STEP, 9_000, 2, 0.5, 1, 0.25).json();
    assertTrue(
        json.startsWith(
            "{\"setting\": \"every-step\", \"stepsPerSecond\": 4500.00, \"steps\": 9000,"
                + " \"seconds\": 2.0000, \"bytesPerStep\": 0.500, \"updatesPerStep\": 1.0000,"
                + " \"passesPerSample\": 0.2500, \"hidden\": [120, 84], \"batch\": 64, \"targetPeriod\": 500,"
                + " \"capacity\": 10000, \"java\": \""),
        json);
    assertEquals(1, json.lines().count());
  }

  @Test
  void badTimesAreRefused() {
    var e =
        assertThrows(
            IllegalArgumentException.class, () -> TrainingSpeed.measure(Setting.EVERY_STEP, -1, 1));
    assertEquals("warmupSeconds must be 0 to 3600, was -1.0", e.getMessage());
    e =
        assertThrows(
            IllegalArgumentException.class,
            () -> TrainingSpeed.measure(Setting.EVERY_STEP, 1, Double.NaN));
    assertEquals("seconds must be 0 to 3600, was NaN", e.getMessage());
  }
}
