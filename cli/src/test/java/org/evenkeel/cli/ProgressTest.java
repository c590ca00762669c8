package org.evenkeel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/// What is shown of runs under way.
final class ProgressTest {
  @Test
  void anEvaluationSaysHowFarItIs() {
    double none = Double.NaN;
    assertEquals("", Progress.evaluating(new double[] {none}));
    assertEquals(", evaluating 34 %", Progress.evaluating(new double[] {0.341}));
    assertEquals("", Progress.evaluating(new double[] {none, none}));
    assertEquals(", 2 of 3 evaluating", Progress.evaluating(new double[] {0.1, none, 0}));
  }

  @Test
  void aLineHasStepsAndFrames() {
    assertEquals("step 12,000 of 100,000 (12 %)", Progress.line(12_000, 100_000, 1));
    assertEquals("step 12,000 of 100,000 (12 %, 48,000 frames)", Progress.line(12_000, 100_000, 4));
    assertEquals("step 999 of 1,000 (99 %)", Progress.line(999, 1_000, 1));
    assertEquals("step 1 of 10,000,000 (0 %)", Progress.line(1, 10_000_000, 1));
    assertEquals("30,000,000 (120,000,000 frames)", Campaign.steps(30_000_000, 4));
    assertEquals("30,000,000", Campaign.steps(30_000_000, 1));
    assertEquals("27 h 46 min", Progress.time(99_999.99));
  }
}
