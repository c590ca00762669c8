package org.evenkeel.lab.statistics;

import static org.evenkeel.lab.statistics.Refused.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class CurvesTest {
  private static final Curves THREE = Curves.of(new double[][] {{1, 10}, {2, 10}, {6, 40}});

  private static void assertBand(double[][] expected, List<Estimate> band) {
    assertEquals(expected.length, band.size());
    for (int time = 0; time < expected.length; time++) {
      Estimate at = band.get(time);
      assertArrayEquals(
          expected[time], new double[] {at.low(), at.value(), at.high()}, 1e-13, "time " + time);
    }
  }

  @Test
  void meanAndBandsByHand() {
    assertEquals(3, THREE.runs());
    assertEquals(2, THREE.times());
    assertArrayEquals(new double[] {3, 20}, THREE.mean(), 1e-15);
    double first = Math.sqrt(7); // (4 + 1 + 9) / 2
    double second = Math.sqrt(300); // (100 + 100 + 400) / 2
    assertBand(
        new double[][] {{3 - first, 3, 3 + first}, {20 - second, 20, 20 + second}},
        THREE.standardDeviationBand());
    double root = Math.sqrt(3);
    assertBand(
        new double[][] {
          {3 - first / root, 3, 3 + first / root}, {20 - second / root, 20, 20 + second / root}
        },
        THREE.standardErrorBand());
  }

  /// Two values are half their distance from their mean; the standard deviation is that times the root of 2.
  @Test
  void twoRunsHaveABand() {
    Curves two = Curves.of(new double[][] {{1}, {5}});
    double deviation = Math.sqrt(8);
    assertBand(new double[][] {{3 - deviation, 3, 3 + deviation}}, two.standardDeviationBand());
    assertBand(new double[][] {{1, 3, 5}}, two.standardErrorBand());
  }

  @Test
  void theBootstrapBandIsThatOfTheSampleAtEachTime() {
    // Uneven values: others would give the same bounds for other resamples.
    double[] first = {1.13, 2.71, 6.02, 3.33, 4.87, 0.19};
    double[] third = {10.3, 5.9, 5.1, 1.7, 2.2, 7.6};
    double[][] runs = new double[6][];
    for (int run = 0; run < 6; run++) {
      runs[run] = new double[] {first[run], 2 * first[run], third[run]};
    }
    Bootstrap bootstrap = Bootstrap.of(5).resamples(999);
    List<Estimate> band = Curves.of(runs).bootstrapBand(bootstrap);
    assertEquals(3, band.size());
    assertEquals(bootstrap.estimate(Scores.ofOneTask(first), Scores::mean), band.get(0));
    assertEquals(bootstrap.estimate(Scores.ofOneTask(third), Scores::mean), band.get(2));
    // The same runs at every time: twice the values, twice the bounds, to the bit.
    Estimate one = band.get(0);
    assertEquals(new Estimate(2 * one.value(), 2 * one.low(), 2 * one.high()), band.get(1));
  }

  @Test
  void smoothingByHand() {
    double[] values = {4, 8, 0};
    assertArrayEquals(new double[] {4, 5, 3.75}, Smoothing.exponential(values, 0.75));
    // 1, 2.75, 2.0625 divided by 1/4, 7/16, 37/64.
    assertArrayEquals(
        new double[] {4, 44 / 7.0, 132 / 37.0}, Smoothing.debiased(values, 0.75), 1e-15);
    assertArrayEquals(new double[] {4, 6, 4}, Smoothing.movingAverage(values, 2));
    assertArrayEquals(new double[] {4, 8, 0}, values, "the values given stay");
    assertArrayEquals(values, Smoothing.exponential(values, 0));
    assertArrayEquals(values, Smoothing.debiased(values, 0));
    assertArrayEquals(values, Smoothing.movingAverage(values, 1));
  }

  @Test
  void aCurveByHand() {
    Curve curve = Curve.of(new double[] {10, 20, 50}, new double[] {1, 3, 0});
    assertEquals(3, curve.size());
    assertEquals(20 + 45, curve.area());
    assertEquals(65 / 40.0, curve.meanHeight());
    assertEquals(0, curve.meanOfLast(1));
    assertEquals(1.5, curve.meanOfLast(2));
    assertEquals(4 / 3.0, curve.meanOfLast(3));
    assertEquals(0, Curve.of(new double[] {3}, new double[] {7}).area());
  }

  @Test
  void badInputIsRefused() {
    refused("at least 1 run is needed, but there are none", () -> Curves.of(new double[][] {}));
    refused(
        "every run must have 1 times like run 0, but run 1 has 2",
        () -> Curves.of(new double[][] {{1}, {1, 2}}));
    refused(
        "run 0, time 1 must be a finite number, was Infinity",
        () -> Curves.of(new double[][] {{1, Double.POSITIVE_INFINITY}}));
    Curves one = Curves.of(new double[][] {{1, 2}});
    assertArrayEquals(new double[] {1, 2}, one.mean());
    refused("a band needs at least 2 runs, had 1", one::standardDeviationBand);
    refused("a band needs at least 2 runs, had 1", one::standardErrorBand);
    refused("a band needs at least 2 runs, had 1", () -> one.bootstrapBand(Bootstrap.of(1)));
    double[] two = {1, 2};
    refused("weight must be in [0, 1), was 1.0", () -> Smoothing.exponential(two, 1));
    refused("weight must be in [0, 1), was NaN", () -> Smoothing.debiased(two, Double.NaN));
    refused("window must be >= 1, was 0", () -> Smoothing.movingAverage(two, 0));
    refused(
        "values[0] must be a finite number, was NaN",
        () -> Smoothing.exponential(new double[] {Double.NaN}, 0.5));
    refused("values must have length 2, was 1", () -> Curve.of(two, new double[] {1}));
    refused("steps must have length >= 1, was 0", () -> Curve.of(new double[0], new double[0]));
    refused(
        "steps must increase, but step 1 was 1.0 after 1.0",
        () -> Curve.of(new double[] {1, 1}, two));
    refused("count must be 1 to 2, was 3", () -> Curve.of(two, two).meanOfLast(3));
    refused("count must be 1 to 2, was 0", () -> Curve.of(two, two).meanOfLast(0));
    refused(
        "the number of points of a curve with a mean height must be >= 2, was 1",
        () -> Curve.of(new double[] {1}, new double[] {1}).meanHeight());
  }
}
