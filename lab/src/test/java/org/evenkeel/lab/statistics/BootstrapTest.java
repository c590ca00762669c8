package org.evenkeel.lab.statistics;

import static org.evenkeel.lab.statistics.Refused.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.evenkeel.core.data.RandomStream;
import org.junit.jupiter.api.Test;

final class BootstrapTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @Test
  void aSeedGivesTheSameIntervalAndAnotherSeedAnother() {
    Scores scores = Tables.scores("a");
    Bootstrap bootstrap = Bootstrap.of(7).resamples(500);
    Estimate first = bootstrap.estimate(scores, Scores::mean);
    assertEquals(first, bootstrap.estimate(scores, Scores::mean));
    assertNotEquals(first, Bootstrap.of(8).resamples(500).estimate(scores, Scores::mean));
  }

  @Test
  void theNumbersOfASeedStay() {
    Bootstrap bootstrap = Bootstrap.of(7).resamples(500);
    assertEquals(
        new Estimate(0.692076923076923, 0.524421153846154, 0.914873076923077),
        bootstrap.estimate(Tables.scores("a"), Scores::iqm));
    assertEquals(
        new Estimate(0.45, 0.32499999999999996, 0.565),
        bootstrap.estimate(Tables.scores("a"), Tables.scores("b"), ProbabilityOfImprovement::of));
  }

  @Test
  void cellsAreDrawnFromTheirOwnTaskAndIndependently() {
    Scores scores = Scores.of(new double[][] {{1, 10}, {2, 20}});
    Scores drawn = scores.toResample();
    RandomStream random = new RandomStream(3);
    Set<List<Double>> seen = new HashSet<>();
    for (int i = 0; i < 400; i++) {
      drawn.resample(scores, random);
      seen.add(List.of(drawn.score(0, 0), drawn.score(1, 0), drawn.score(0, 1), drawn.score(1, 1)));
    }
    // Whole runs would be 4 different matrices.
    assertEquals(16, seen.size());
    for (List<Double> cells : seen) {
      assertTrue(
          cells.get(0) <= 2 && cells.get(1) <= 2 && cells.get(2) >= 10 && cells.get(3) >= 10);
    }
  }

  @Test
  void twoAlgorithmsAreResampledIndependently() {
    // Drawn with the same runs, x - y would always be 0.
    Scores x = Scores.ofOneTask(1, 2, 3, 4);
    Estimate estimate =
        Bootstrap.of(1).resamples(1000).estimate(x, x, (a, b) -> a.mean() - b.mean());
    assertEquals(0, estimate.value());
    assertTrue(estimate.low() < -1 && estimate.high() > 1, estimate.toString());
  }

  @Test
  void aHigherLevelGivesAWiderInterval() {
    Scores scores = Tables.scores("a");
    Estimate wide = new Bootstrap(2000, 0.99, 1).estimate(scores, Scores::mean);
    Estimate narrow = new Bootstrap(2000, 0.5, 1).estimate(scores, Scores::mean);
    assertTrue(wide.low() < narrow.low() && narrow.high() < wide.high());
    // For a normal distribution the ratio is 2.576 / 0.674.
    assertEquals(3.82, (wide.high() - wide.low()) / (narrow.high() - narrow.low()), 0.5);
  }

  @Test
  void theScoresThemselvesStayAsTheyAre() {
    Scores scores = Tables.scores("a");
    double before = scores.iqm();
    Bootstrap.of(1).resamples(10).estimate(scores, Scores::median);
    assertEquals(before, scores.iqm());
  }

  @Test
  void nothingIsAllocatedForAResample() {
    Scores scores = Tables.scores("a");
    Bootstrap bootstrap = Bootstrap.of(1);
    bootstrap.estimate(scores, Scores::iqm);
    long before = THREADS.getCurrentThreadAllocatedBytes();
    bootstrap.estimate(scores, Scores::iqm);
    long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
    // The list of results and room to sort it; one matrix a resample would be 20,000,000.
    assertTrue(bytes < 3 * 8 * Bootstrap.RESAMPLES, bytes + " bytes");
  }

  @Test
  void profilesFallAndTheirBoundsToo() {
    double[] taus = {0, 0.3, 0.6, 0.9, 1.2};
    Bootstrap bootstrap = Bootstrap.of(1).resamples(200);
    Scores scores = Tables.scores("a");
    for (List<Estimate> profile :
        List.of(
            PerformanceProfile.ofRuns(scores, taus, bootstrap),
            PerformanceProfile.ofTaskMeans(scores, taus, bootstrap))) {
      assertEquals(5, profile.size());
      for (int i = 1; i < 5; i++) {
        Estimate left = profile.get(i - 1);
        Estimate right = profile.get(i);
        assertTrue(left.value() >= right.value() && left.low() >= right.low());
        assertTrue(left.high() >= right.high());
      }
      assertTrue(profile.get(0).value() > profile.get(4).value());
    }
  }

  @Test
  void percentilesAreInterpolatedAsByNumPy() {
    double[] sorted = {1, 2, 4, 8, 16.1};
    assertEquals(1, Percentiles.ofSorted(sorted, 0));
    assertEquals(1.4, Percentiles.ofSorted(sorted, 10));
    assertEquals(2.64, Percentiles.ofSorted(sorted, 33), 1e-15);
    assertEquals(6, Percentiles.ofSorted(sorted, 62.5));
    assertEquals(12.05, Percentiles.ofSorted(sorted, 87.5));
    assertEquals(16.067600000000006, Percentiles.ofSorted(sorted, 99.9), 1e-14);
    assertEquals(16.1, Percentiles.ofSorted(sorted, 100));
    assertEquals(3, Percentiles.ofSorted(new double[] {3}, 97.5));
    // To the bit: from the lower value below the middle, where 1 - 0.999 would be
    // 0.0010000000000000009, and from the
    // upper one at the middle, where 0.3 + 0.6 / 2 would be 0.6000000000000001.
    assertEquals(0.001, Percentiles.ofSorted(new double[] {0, 1}, 0.1));
    assertEquals(0.6, Percentiles.ofSorted(new double[] {0.3, 0.9}, 50));
  }

  @Test
  void badInputIsRefused() {
    Scores scores = Scores.ofOneTask(1, 2);
    refused("resamples must be >= 1, was 0", () -> Bootstrap.of(1).resamples(0));
    refused("level must be in (0, 1), was 95.0", () -> new Bootstrap(10, 95, 1));
    refused("level must be in (0, 1), was 1.0", () -> new Bootstrap(10, 1, 1));
    refused("level must be in (0, 1), was 0.0", () -> new Bootstrap(10, 0, 1));
    refused("level must be in (0, 1), was NaN", () -> new Bootstrap(10, Double.NaN, 1));
    refused(
        "the statistic of resample 0 must be a finite number, was NaN",
        () -> Bootstrap.of(1).estimate(scores, drawn -> Double.NaN));
    refused(
        "taus must have length >= 1, was 0",
        () -> PerformanceProfile.ofRuns(scores, new double[0], Bootstrap.of(1)));
    refused(
        "taus[1] must be a finite number, was NaN",
        () ->
            PerformanceProfile.ofTaskMeans(scores, new double[] {1, Double.NaN}, Bootstrap.of(1)));
    refused("sorted must have length >= 1, was 0", () -> Percentiles.ofSorted(new double[0], 50));
    refused(
        "percent must be in [0, 100], was 100.5",
        () -> Percentiles.ofSorted(new double[] {1}, 100.5));
    refused(
        "percent must be in [0, 100], was NaN",
        () -> Percentiles.ofSorted(new double[] {1}, Double.NaN));
    refused(
        "an estimate must be a number with low <= high, was 1.0 with 3.0 to 2.0",
        () -> new Estimate(1, 3, 2));
  }
}
