package org.evenkeel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.evenkeel.core.train.EvaluationPlan;
import org.evenkeel.core.train.Schedule;
import org.junit.jupiter.api.Test;

/// The time left of runs on a clock that the test moves: 1,000 steps a second before learning, 100 a second after, 20
/// seconds for an evaluation.
final class PaceTest {
  private static final int NEVER = 0;

  private static Pace pace(long steps, long learningStart, int evaluationPeriod) {
    return new Pace(
        new Schedule(steps, learningStart, 1, 1, 32, 100, 1_000),
        new EvaluationPlan(evaluationPeriod, 10, 0, 100));
  }

  private static String said(Pace... runs) {
    return Progress.speed(List.of(runs), runs.length);
  }

  /// A run that begins or is continued at this step, past the slow first updates, at second 0.
  private static void warmUp(Pace run, long step) {
    run.at(step, Double.NaN, -2);
    run.at(step, Double.NaN, 0);
  }

  @Test
  void beforeLearningStartsTheTimeLeftIsNotGuessed() {
    Pace run = pace(11_000, 5_000, NEVER);
    run.at(0, Double.NaN, 0);
    assertEquals("", said(run));
    run.at(1_000, Double.NaN, 1);
    assertEquals(", learning starts in 4 s, 1,000 steps/s", said(run));
  }

  @Test
  void afterItTheRateIsThatOfLearning() {
    Pace run = pace(11_000, 5_000, NEVER);
    run.at(0, Double.NaN, 0);
    run.at(5_000, Double.NaN, 5);
    run.at(5_001, Double.NaN, 7);
    assertEquals("", said(run), "warming up");
    run.at(5_041, Double.NaN, 7.4);
    assertEquals(", 100 steps/s", said(run), "too short to tell");
    run.at(5_110, Double.NaN, 8.09);
    assertEquals(", 59 s left, 100 steps/s", said(run));
  }

  @Test
  void aRunThatNeverLearnsIsAsFastAsItWas() {
    Pace run = pace(3_000, 5_000, NEVER);
    run.at(0, Double.NaN, 0);
    run.at(1_000, Double.NaN, 1);
    assertEquals(", 2 s left, 1,000 steps/s", said(run));
  }

  @Test
  void evaluationsAreCountedOnceOneIsKnown() {
    Pace run = pace(2_500, 0, 1_000); // at 1,000, 2,000 and 2,500
    warmUp(run, 0);
    run.at(500, Double.NaN, 5);
    assertEquals(", at least 20 s left, 100 steps/s", said(run));
    run.at(1_000, Double.NaN, 10);
    run.at(1_000, 0.001, 10);
    assertEquals(", at least 15 s left, 100 steps/s", said(run));
    run.at(1_000, 0.25, 15); // 15 s of this one, two more, 15 s of steps
    assertEquals(", 1 min 10 s left, 100 steps/s", said(run));
    run.at(1_000, 1, 30);
    run.evaluated();
    run.at(1_100, Double.NaN, 31);
    assertEquals(", 54 s left, 100 steps/s", said(run));
  }

  @Test
  void theLastEvaluationIsCountedToo() {
    Pace run = pace(1_000, 0, 1_000);
    warmUp(run, 0);
    run.at(1_000, Double.NaN, 10);
    run.at(1_000, 0.5, 20);
    assertEquals(", 10 s left", said(run));
  }

  @Test
  void anEvaluationThatIsOverAtOnceHasATimeToo() {
    Pace run = pace(10_000, 0, 1_000);
    warmUp(run, 0);
    run.at(900, Double.NaN, 9);
    run.evaluated();
    run.at(1_100, Double.NaN, 31); // 2 s of steps, 20 s of evaluation
    assertEquals(20, run.rates().evaluation(), 1e-9);
    assertEquals(89 + 9 * 20, run.left(run.rates()).seconds(), 1e-9);
  }

  @Test
  void aRunThatIsContinuedDoesNotCountTheStepsItHad() {
    Pace run = pace(11_000, 1_000, NEVER);
    warmUp(run, 10_000);
    assertEquals("", said(run));
    run.at(10_100, Double.NaN, 1);
    assertEquals(", 9 s left, 100 steps/s", said(run));
  }

  @Test
  void runsThatHaveNotBegunAreExpectedToTakeAsLong() {
    Pace first = pace(6_000, 1_000, NEVER);
    Pace second = pace(6_000, 1_000, NEVER);
    Pace third = pace(6_000, 1_000, NEVER);
    first.at(0, Double.NaN, -2);
    first.at(1_000, Double.NaN, -1);
    first.at(1_000, Double.NaN, 1);
    first.at(2_000, Double.NaN, 11);
    // 40 s of the first, 51 s of each of the others
    assertEquals(
        ", 2 min 22 s left, 100 steps/s", Progress.speed(List.of(first, second, third), 1));
    assertEquals(
        ", 1 min 11 s left, 100 steps/s", Progress.speed(List.of(first, second, third), 2));
    assertEquals(", 51 s left, 100 steps/s", Progress.speed(List.of(first, second, third), 3));
    assertTrue(first.running());
    assertFalse(second.running());
  }
}
