package org.evenkeel.core.nn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LearningRateTest {

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 1_000_000, Long.MAX_VALUE})
  void aConstantRateStaysAsItIs(long update) {
    assertEquals(1, new LearningRate.Constant().factorAt(update));
  }

  /// 1 until update 10, then in 8 updates to 0.2: 0.1 less with each.
  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "9, 1",
    "10, 1",
    "11, 0.9",
    "12, 0.8",
    "14, 0.6",
    "17, 0.3",
    "18, 0.2",
    "19, 0.2",
    "9223372036854775807, 0.2"
  })
  void aLinearScheduleFollowsTheTable(long update, double factor) {
    assertEquals(factor, new LearningRate.Linear(0.2, 10, 8).factorAt(update), 1e-15);
  }

  /// From 1 to 0.2 the middle is 0.6; at a third and two thirds the cosine is a half.
  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "10, 1",
    "12, 0.8",
    "13, 0.6",
    "14, 0.4",
    "16, 0.2",
    "17, 0.2",
    "9223372036854775807, 0.2"
  })
  void aCosineFollowsTheTable(long update, double factor) {
    // Shares of 6 updates: 2/6 is pi/3 with cosine 1/2, so 1 - 0.8 * 1/4 = 0.8.
    assertEquals(factor, new LearningRate.Cosine(0.2, 10, 6).factorAt(update), 1e-15);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "100, 1",
    "101, 0.5",
    "200, 0.5",
    "201, 0.25",
    "301, 0.125",
    "1001, 0.0009765625"
  })
  void stepsFollowTheTable(long update, double factor) {
    assertEquals(factor, new LearningRate.Steps(0.5, 100).factorAt(update));
  }

  /// What a run has before the start of its schedule must be the bits of a run without one.
  @ParameterizedTest
  @ValueSource(doubles = {0, 0.1, 0.3, 1.0 / 3, 0.7, 1e-17, 3, 1e300})
  void aScheduleIsExactlyOneBeforeItsStartAndExactlyItsEndAfterwards(double to) {
    for (LearningRate schedule :
        new LearningRate[] {
          new LearningRate.Linear(to, 5, 7),
          new LearningRate.Cosine(to, 5, 7),
          new LearningRate.Linear(to, Long.MAX_VALUE - 7, 7),
          new LearningRate.Cosine(to, Long.MAX_VALUE - 7, 7)
        }) {
      assertEquals(1, schedule.factorAt(1), schedule.toString());
      assertEquals(1, schedule.factorAt(5), schedule.toString());
      assertEquals(to, schedule.factorAt(Long.MAX_VALUE), schedule.toString());
    }
  }

  @Test
  void aScheduleLongerThanAnyRunDoesNotOverflow() {
    long far = Long.MAX_VALUE;
    assertEquals(1, new LearningRate.Linear(0.1, far - 1, far).factorAt(far), 1e-15);
    assertEquals(1, new LearningRate.Cosine(0.1, far - 1, far).factorAt(far), 1e-15);
    assertEquals(0.55, new LearningRate.Linear(0.1, 0, far).factorAt(far / 2), 1e-15);
  }

  @Test
  void aScheduleNeverRisesOrFallsTooFarOnItsWay() {
    for (LearningRate schedule :
        new LearningRate[] {
          new LearningRate.Linear(0, 3, 997),
          new LearningRate.Cosine(0, 3, 997),
          new LearningRate.Cosine(0.25, 0, 1_000),
          new LearningRate.Steps(0.9, 7)
        }) {
      double last = 1;
      for (long update = 1; update < 1_100; update++) {
        double factor = schedule.factorAt(update);
        assertTrue(factor >= 0 && factor <= last, schedule + " at " + update + ": " + factor);
        last = factor;
      }
    }
  }

  @Test
  void aPowerTooSmallForADoubleIsZeroAndNeverNaN() {
    LearningRate.Steps halves = new LearningRate.Steps(0.5, 1);
    assertEquals(Double.MIN_VALUE, halves.factorAt(1_075));
    assertEquals(0, halves.factorAt(1_077));
    assertEquals(0, halves.factorAt(Long.MAX_VALUE));
    assertEquals(1, new LearningRate.Steps(1, 1).factorAt(Long.MAX_VALUE));
  }

  @Test
  void nonsenseIsRefused() {
    refused("overUpdates must be >= 1, was 0", () -> new LearningRate.Linear(0, 0, 0));
    refused("overUpdates must be >= 1, was -1", () -> new LearningRate.Cosine(0, 0, -1));
    refused("startUpdates must be >= 0, was -1", () -> new LearningRate.Linear(0, -1, 1));
    refused("startUpdates must be >= 0, was -5", () -> new LearningRate.Cosine(0, -5, 1));
    refused("to must be a finite number >= 0, was -0.5", () -> new LearningRate.Linear(-0.5, 0, 1));
    refused(
        "to must be a finite number >= 0, was NaN",
        () -> new LearningRate.Cosine(Double.NaN, 0, 1));
    refused(
        "to must be a finite number >= 0, was Infinity",
        () -> new LearningRate.Linear(Double.POSITIVE_INFINITY, 0, 1));
    refused("factor must be in (0, 1], was 0.0", () -> new LearningRate.Steps(0, 1));
    refused("factor must be in (0, 1], was 1.1", () -> new LearningRate.Steps(1.1, 1));
    refused("factor must be in (0, 1], was NaN", () -> new LearningRate.Steps(Double.NaN, 1));
    refused("everyUpdates must be >= 1, was 0", () -> new LearningRate.Steps(0.5, 0));
  }

  private static void refused(String message, Executable call) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, call).getMessage());
  }

  @Test
  void aScheduleTellsItsConstants() {
    assertEquals(
        "org.evenkeel.core.nn.LearningRate$Cosine[to=0.1, startUpdates=0, overUpdates=9]",
        new LearningRate.Cosine(0.1, 0, 9).identity());
  }
}
