package org.evenkeel.paper.theory;

import static org.evenkeel.paper.theory.Oracle.assertMeasured;
import static org.evenkeel.paper.theory.Oracle.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.evenkeel.paper.theory.Oracle.Row;
import org.junit.jupiter.api.Test;

class OverestimationTest {
  private static final int SAMPLES = 50_000;

  @Test
  void everyRowIsTheBoundAndIsMeasured() {
    for (Row row : Oracle.rows("overestimation_uniform.csv", 14)) {
      int n = row.integer("actions");
      double gamma = row.number("gamma");
      double epsilon = row.number("epsilon");
      double bound = Overestimation.bound(gamma, epsilon, n);
      row.agrees("expected_overestimation", bound);
      Measurement own = Overestimation.measured(gamma, epsilon, new double[n], SAMPLES, 2);
      assertMeasured(bound, own, row.toString());
      assertEquals(0.005, own.standardError() / (gamma * epsilon), 0.005, row::toString);
      double theirs = (row.number("measured") - bound) / row.number("standard_error");
      assertEquals(0, theirs, Oracle.STANDARD_ERRORS, row::toString);
    }
  }

  /// Two actions 1 apart and errors from -1 to 1: the mean of max(D - 1, 0) for the difference D of two errors, with
  /// density (2 - |d|) / 4; the integral from 1 to 2 of (d - 1)(2 - d) / 4 is 1/24.
  @Test
  void unequalValuesAreOverestimatedLess() {
    Measurement apart = Overestimation.measured(1, 1, new double[] {4, 3}, 4 * SAMPLES, 3);
    assertMeasured(1 / 24.0, apart, "1 apart");
    assertTrue(apart.value() < Overestimation.bound(1, 1, 2) / 5);
    Measurement far = Overestimation.measured(1, 1, new double[] {4, 1}, SAMPLES, 3);
    assertMeasured(0, far, "too far apart to change places");
  }

  @Test
  void theSameSeedGivesTheSameBits() {
    double[] q = {0, 0.5, 0};
    assertEquals(
        Overestimation.measured(0.9, 1, q, 100, 7), Overestimation.measured(0.9, 1, q, 100, 7));
  }

  @Test
  void badNumbersAreRefusedInASentence() {
    double[] q = {0, 1};
    assertRefused("actions must be >= 1, was 0", () -> Overestimation.bound(0.9, 1, 0));
    assertRefused("gamma must be in [0, 1], was 1.1", () -> Overestimation.bound(1.1, 1, 2));
    assertRefused(
        "epsilon must be a finite number > 0, was 0.0", () -> Overestimation.bound(0.9, 0, 2));
    assertRefused(
        "q must have length >= 1, was 0",
        () -> Overestimation.measured(0.9, 1, new double[0], 10, 1));
    assertRefused(
        "q[1] must be a finite number, was NaN",
        () -> Overestimation.measured(0.9, 1, new double[] {0, Double.NaN}, 10, 1));
    assertRefused("samples must be >= 2, was 1", () -> Overestimation.measured(0.9, 1, q, 1, 1));
  }
}
