package org.evenkeel.lab.statistics;

import static org.evenkeel.lab.statistics.Refused.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class ScoresTest {
  @Test
  void aggregatesByHand() {
    Scores scores = Scores.of(new double[][] {{0, 2, 0.5}, {0.4, 4, 0.9}});
    assertEquals(2, scores.runs());
    assertEquals(3, scores.tasks());
    assertEquals(0.4, scores.score(1, 0));
    assertEquals(3, scores.taskMean(1));
    assertEquals((0.2 + 3 + 0.7) / 3, scores.mean(), 1e-15);
    assertEquals(0.7, scores.median(), 1e-15);
    assertEquals((0.4 + 0.5 + 0.9 + 2) / 4, scores.iqm(), 1e-15);
    assertEquals(1 - (0 + 0.4 + 1 + 1 + 0.5 + 0.9) / 6, scores.optimalityGap(), 1e-15);
    assertEquals(0.7, Scores.of(new double[][] {{0.2, 1.2, 9, 0.1}}).median(), 1e-15);
  }

  @Test
  void theInterquartileMeanCutsAQuarterRoundedDownAtEachEnd() {
    assertEquals(34, Scores.ofOneTask(100, 1, 1).iqm());
    assertEquals(1.5, Scores.ofOneTask(100, 1, 2, -7).iqm());
    assertEquals(2, Scores.ofOneTask(100, 1, 2, 1, -7, 3, 3).iqm());
  }

  @Test
  void aboveIsStrict() {
    Scores scores = Scores.of(new double[][] {{1, 3}, {1, 1}});
    assertEquals(0.25, scores.shareAbove(1));
    assertEquals(1, scores.shareAbove(0.99));
    assertEquals(0, scores.shareAbove(3));
    assertEquals(0.5, scores.shareOfTasksAbove(1));
    assertEquals(0, scores.shareOfTasksAbove(2));
  }

  @Test
  void theScoresAreACopy() {
    double[][] given = {{1, 2}};
    double[] runs = {1, 3};
    Scores scores = Scores.of(given);
    Scores one = Scores.ofOneTask(runs);
    given[0][0] = 100;
    runs[0] = 100;
    assertEquals(1.5, scores.mean());
    assertEquals(2, one.mean());
  }

  @Test
  void tiesAndEqualColumnsCountHalf() {
    Scores x = Scores.of(new double[][] {{1, 5}, {2, 5}});
    assertEquals(0.5, ProbabilityOfImprovement.of(x, x));
    assertEquals(
        (0.5 / 2 + 1) / 2, ProbabilityOfImprovement.of(x, Scores.of(new double[][] {{2, 4}})));
    Scores thirds = Scores.ofOneTask(0.1, 0.7, 0.3);
    assertEquals(0.5, ProbabilityOfImprovement.of(thirds, Scores.ofOneTask(0.1, 0.7, 0.3)));
  }

  @Test
  void badScoresAreRefused() {
    refused("at least 1 run is needed, but there are none", () -> Scores.of(new double[][] {}));
    refused(
        "every run must have at least 1 task, but run 0 has 0",
        () -> Scores.of(new double[][] {{}}));
    refused(
        "every run must have 2 tasks like run 0, but run 1 has 3",
        () -> Scores.of(new double[][] {{1, 2}, {1, 2, 3}}));
    refused(
        "run 1, task 0 must be a finite number, was NaN",
        () -> Scores.of(new double[][] {{1, 2}, {Double.NaN, 2}}));
    refused(
        "runs[1] must be a finite number, was -Infinity",
        () -> Scores.ofOneTask(1, Double.NEGATIVE_INFINITY));
    refused("runs must have length >= 1, was 0", Scores::ofOneTask);
    Scores scores = Scores.of(new double[][] {{1, 2}});
    refused("run must be 0 to 0, was 1", () -> scores.score(1, 0));
    refused("run must be 0 to 0, was -1", () -> scores.score(-1, 0));
    refused("task must be 0 to 1, was 2", () -> scores.score(0, 2));
    refused("task must be 0 to 1, was -1", () -> scores.taskMean(-1));
    refused("tau must be a finite number, was NaN", () -> scores.shareAbove(Double.NaN));
    refused("tau must be a finite number, was NaN", () -> scores.shareOfTasksAbove(Double.NaN));
    refused(
        "both must have the same tasks, had 2 and 1",
        () -> ProbabilityOfImprovement.of(scores, Scores.ofOneTask(1)));
  }
}
