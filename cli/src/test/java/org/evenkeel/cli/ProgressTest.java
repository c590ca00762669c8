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
}
